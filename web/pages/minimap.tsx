import { useEffect, useRef } from "preact/hooks";
import { span } from "../client/frames.js";
import type { Game } from "../client/messages.js";
import { css, lightPage, shown } from "./colour.js";
import type { Field } from "./field.js";

/** The whole field in small, with what is shown of it: a click goes there. Bodies out of view stay where they were seen last. */
export function Minimap({ field, game }: { field: { current: Field | null }; game: Game }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const k = Math.min(150 / game.width, 110 / game.height);
  const w = Math.max(8, Math.round(game.width * k)), h = Math.max(8, Math.round(game.height * k));
  useEffect(() => {
    const draw = () => {
      const f = field.current, c = canvas.current?.getContext("2d");
      if (!f || !c) return;
      const v = f.view(), all = v.x <= 0 && v.y <= 0 && v.x + v.width >= game.width && v.y + v.height >= game.height;
      canvas.current!.hidden = all; // it would lie over what it shows
      f.keepFree(all ? 0 : canvas.current!.clientWidth + 12);
      if (all) return;
      c.clearRect(0, 0, w, h);
      const bodies = f.scene?.bodies ?? [], stride = Math.ceil(bodies.length / 3000);
      for (let i = 0; i < bodies.length; i += Math.max(1, stride)) {
        const b = bodies[i]!;
        c.fillStyle = css(shown(f.colour(b), lightPage.matches));
        c.fillRect((b.x / span) * w - 1, (b.y / span) * h - 1, 2, 2);
      }
      c.strokeStyle = getComputedStyle(canvas.current!).color;
      c.strokeRect(v.x * k, v.y * k, v.width * k, v.height * k);
    };
    const timer = setInterval(draw, 250);
    return () => clearInterval(timer);
  }, [game]);
  const go = (e: PointerEvent) => {
    const f = field.current, box = canvas.current!.getBoundingClientRect();
    if (!f || (e.type === "pointermove" && e.buttons === 0)) return;
    f.look((e.clientX - box.left) / k, (e.clientY - box.top) / k);
  };
  return <canvas ref={canvas} class="minimap" width={w} height={h} role="img" aria-label="The whole field in small" onPointerDown={go} onPointerMove={go} />;
}
