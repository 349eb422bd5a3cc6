import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../client/messages.js";
import { clock } from "./room.js";

interface Deeds { seek(tick: number): void; step(): void; live(): void; branch(): void; pause(): void }

/** The past that the room remembers: go there, step, come back, or go on from there. */
export function Timeline({ stands, tickRate, marks, deeds }: { stands: Message & { type: "standing" }; tickRate: number; marks: [tick: number, rank: number][]; deeds: Deeds }) {
  const { from, to, tick, past, paused } = stands;
  const [held, setHeld] = useState<number>(); // where the slider is held, until the game is there
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined), at = held ?? tick;
  useEffect(() => setHeld((was) => (was === tick ? undefined : was)), [tick]);
  if (from === to) return <p class="quiet timeline">The room remembers nothing of its past: the server was started without a history, or the room has just begun.</p>;
  const go = (t: number) => {
    setHeld(t);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      deeds.seek(t);
      timer.current = setTimeout(() => setHeld(undefined), 1000);
    }, 80);
  };
  return (
    <div class="timeline" role="group" aria-label="Timeline">
      <button id="back" aria-label="A tick back" disabled={tick <= from} onClick={() => deeds.seek(tick - 1)}>◂</button>
      <button id="pause" onClick={deeds.pause} disabled={past}>{paused ? "Go on" : "Pause"}</button>
      <button id="step" aria-label="A tick forward" disabled={past ? tick >= to : !paused} onClick={deeds.step}>▸</button>
      <div class="grow scrub">
        <input id="scrub" type="range" aria-label="Moment of the game" aria-valuetext={clock(at, tickRate)} min={from} max={to} value={at} onInput={(e) => go(Number(e.currentTarget.value))} />
        <div class="marks" aria-hidden="true">{marks.filter(([t]) => t >= from && t <= to).map(([t, rank]) => <i key={t} class={`rank${rank}`} style={{ left: `${(100 * (t - from)) / (to - from)}%` }} />)}</div>
      </div>
      <output id="moment">{clock(at, tickRate)}</output>
      <button id="live" disabled={!past} onClick={deeds.live}>Live</button>
      <button id="branch" disabled={!past} onClick={deeds.branch}>Go on from here</button>
    </div>
  );
}
