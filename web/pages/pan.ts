import { useRef } from "preact/hooks";
import type { Client } from "../client/client.js";
import type { Field } from "./field.js";

export interface Touch {
  /** A click or tap at a point of the window. */
  tap?(x: number, y: number): void;
  /** Whether what is at a point is dragged, and not the field. */
  grabs?(x: number, y: number): boolean;
  dropped?(x: number, y: number): void;
  /** The field was moved by hand. */
  moved?(): void;
}

/** Tells the server, now and then, what is looked at, until the function that it returns is called. */
export function tellView(field: { current: Field | null }, client: { current: Client | null }): () => void {
  let looked = "", told: Client | null = null;
  const timer = setInterval(() => {
    const v = field.current?.view(), text = JSON.stringify(v), to = client.current;
    // A field that is hidden looks at nothing.
    if (v && Math.min(v.width, v.height) > 0.001 && to?.open && (text !== looked || to !== told)) {
      looked = text;
      told = to;
      to.view(v.x, v.y, v.width, v.height, v.pixels * (window.devicePixelRatio || 1));
    }
  }, 250);
  return () => clearInterval(timer);
}

/** Drag to pan, wheel or two fingers to zoom, arrow keys and + and -. */
export function usePan(field: { current: Field | null }, touch: Touch) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const press = useRef({ far: 0, grabbed: false });
  const up = (e: PointerEvent, meant: boolean) => {
    const last = fingers.current.size === 1;
    if (!fingers.current.delete(e.pointerId) || !last || !meant) return;
    if (press.current.grabbed && press.current.far > 5) touch.dropped?.(e.clientX, e.clientY);
    else if (press.current.far <= 5) touch.tap?.(e.clientX, e.clientY);
  };
  return {
    onPointerDown(e: PointerEvent) {
      (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
      if (fingers.current.size === 0) press.current = { far: 0, grabbed: touch.grabs?.(e.clientX, e.clientY) ?? false };
      else press.current.far = Infinity;
      fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
    },
    onPointerMove(e: PointerEvent) {
      const was = fingers.current.get(e.pointerId), f = field.current;
      if (!was || !f) return;
      const other = [...fingers.current].find(([id]) => id !== e.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
        if (before > 0 && after > 0) f.zoom(after / before, (e.clientX + other.x) / 2, (e.clientY + other.y) / 2);
      } else if (!press.current.grabbed) {
        f.look(f.camera.x - (e.clientX - was.x) / f.camera.scale, f.camera.y - (e.clientY - was.y) / f.camera.scale);
      }
      press.current.far += Math.hypot(e.clientX - was.x, e.clientY - was.y);
      if (press.current.far > 5 && !press.current.grabbed) touch.moved?.();
      fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
    },
    onPointerUp: (e: PointerEvent) => up(e, true),
    onPointerCancel: (e: PointerEvent) => up(e, false),
    onWheel(e: WheelEvent) {
      e.preventDefault();
      field.current?.zoom(Math.exp(-e.deltaY / 400), e.clientX, e.clientY);
    },
    onKeyDown(e: KeyboardEvent) {
      const f = field.current, ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const way = ways[e.key];
      if (!f || (!way && e.key !== "+" && e.key !== "-")) return;
      e.preventDefault();
      if (way) {
        f.look(f.camera.x + (way[0] * 60) / f.camera.scale, f.camera.y + (way[1] * 60) / f.camera.scale);
        touch.moved?.();
      } else {
        const box = f.canvas.getBoundingClientRect();
        f.zoom(e.key === "+" ? 1.25 : 0.8, box.left + box.width / 2, box.top + box.height / 2);
      }
    },
  };
}
