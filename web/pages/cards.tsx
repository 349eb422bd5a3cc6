import { useEffect, useRef, useState } from "preact/hooks";
import type { Class, Command, Tunable } from "../client/messages.js";

export type Act = (command: Command) => Promise<boolean>;

/** A class: how many, more, fewer, and its sliders. */
export function Card({ class: c, count, colour, act }: { class: Class; count: number; colour: string; act: Act }) {
  return (
    <section class="card" id={`class-${c.id}`} aria-label={`Class ${c.name}`}>
      <div class="row">
        <i class="swatch" style={{ background: colour }} />
        <h2 class="grow">{c.name}</h2>
        <button aria-label={`One ${c.name} fewer`} disabled={count <= c.min} onClick={() => act({ do: "remove", class: c.id, count: 1 })}>−</button>
        <output aria-label={`How many ${c.name}`}>{count}</output>
        <button aria-label={`One ${c.name} more`} disabled={c.max !== undefined && count >= c.max} onClick={() => act({ do: "add", class: c.id, count: 1 })}>+</button>
      </div>
      {c.description && <p class="quiet">{c.description}</p>}
      {c.tunables?.map((t) => <Slider key={t.key} of={c.name} tunable={t}
        set={(value) => act({ do: "tune", class: c.id, key: t.key, value })} reset={() => act({ do: "untune", class: c.id, key: t.key })} />)}
    </section>
  );
}

/** A number that can be changed while the game is played. */
export function Slider({ of, tunable: t, set, reset }: { of: string; tunable: Tunable; set(v: number): void; reset(): void }) {
  const [value, setValue] = useState(t.value);
  const sent = useRef(t.value);
  useEffect(() => {
    setValue(t.value);
    sent.current = t.value;
  }, [t.value]);
  const name = t.label || t.key;
  const change = (v: number) => {
    setValue(v);
    if (v !== sent.current) set(v);
    sent.current = v;
  };
  return (
    <div class="tunable">
      <label class="row"><span class="grow">{name}</span> <output>{value}</output>
        <input type="range" name={t.key} min={t.min ?? 0} max={t.max ?? Math.max(10, t.value * 4)} step={t.step} value={value} onInput={(e) => change(Number(e.currentTarget.value))} />
      </label>
      <button class="small" aria-label={`Reset ${name} of ${of}`} disabled={!t.over} onClick={reset}>Reset</button>
    </div>
  );
}
