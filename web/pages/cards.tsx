import { useEffect, useRef, useState } from "preact/hooks";
import type { Class, Command, Message, Tunable } from "../client/messages.js";

/** Carries out a command; back gives the commands that take it back. */
export type Act = (command: Command, back?: (m: Message & { type: "done" }) => Command[]) => Promise<boolean>;

/** A class: how many, more, fewer, and its sliders. */
export function Card({ class: c, count, colour, act }: { class: Class; count: number; colour: string; act: Act }) {
  const more = (n: number) => act({ do: "add", class: c.id, count: n }, (m) => (m.ids ?? []).map((id) => ({ do: "remove", bot: id })));
  const fewer = (n: number) => act({ do: "remove", class: c.id, count: n }, (m) => (m.ids?.length ? [{ do: "add", class: c.id, count: m.ids.length }] : []));
  const full = c.max !== undefined && count >= c.max;
  return (
    <section class="card" id={`class-${c.id}`} aria-label={`Class ${c.name}`}>
      <div class="row">
        <i class="swatch" style={{ background: colour }} />
        <h2 class="grow">{c.name}</h2>
        <div class="row counter">
          <button aria-label={`One ${c.name} fewer`} disabled={count <= c.min} onClick={() => fewer(1)}>−</button>
          <NumberField label={`How many ${c.name}`} value={count} min={c.min} max={c.max} step={1} set={(n) => (n > count ? more(n - count) : fewer(count - n))} />
          <button aria-label={`One ${c.name} more`} disabled={full} onClick={() => more(1)}>+</button>
          <button aria-label={`+5 ${c.name}`} disabled={full} onClick={() => more(5)}>+5</button>
        </div>
      </div>
      {c.description && <p class="quiet">{c.description}</p>}
      {c.tunables.map((t) => <Slider key={t.key} of={c.name} tunable={t} act={act} whom={{ class: c.id }} />)}
    </section>
  );
}

/** A number to type. It is set when it is meant: by Enter, by an arrow, or when the field is left. */
function NumberField({ label, value, min, max, step, set }: { label: string; value: number; min?: number; max?: number; step: number; set(v: number): void }) {
  const [draft, setDraft] = useState<string>();
  const meant = (text: string) => {
    setDraft(undefined);
    const v = Number(text);
    if (text.trim() !== "" && Number.isFinite(v) && v !== value) set(v);
  };
  return (
    <input type="number" class="number" aria-label={label} inputMode="decimal" min={min} max={max} step={step} value={draft ?? String(value)}
      onInput={(e) => setDraft(e.currentTarget.value)} onChange={(e) => meant(e.currentTarget.value)}
      onKeyDown={(e) => { if (e.key === "Escape") setDraft(undefined); }} onBlur={() => setDraft(undefined)} />
  );
}

/** A number that can be changed while the game is played, of a class or a bot. */
export function Slider({ of, tunable: t, act, whom }: { of: string; tunable: Tunable; act: Act; whom: { class: string } | { bot: number } }) {
  const [value, setValue] = useState(t.value);
  const sent = useRef(t.value);
  useEffect(() => {
    setValue(t.value);
    sent.current = t.value;
  }, [t.value]);
  const name = t.label || t.key;
  const tune = (v: number): Command => ({ do: "tune", ...whom, key: t.key, value: v });
  const untune: Command = { do: "untune", ...whom, key: t.key };
  const change = (v: number) => {
    setValue(v);
    if (v === sent.current) return;
    sent.current = v;
    void act(tune(v), () => [t.over ? tune(t.value) : untune]).then((done) => {
      if (done) return;
      setValue(t.value);
      sent.current = t.value;
    });
  };
  return (
    <div class="tunable">
      <label class="stack">{name}
        <input type="range" name={t.key} min={t.min ?? 0} max={t.max ?? Math.max(10, t.value * 4)} step={t.step} value={value} onInput={(e) => change(Number(e.currentTarget.value))} />
      </label>
      <NumberField label={`${name} of ${of}`} value={value} min={t.min} max={t.max} step={t.step} set={change} />
      <button class="small" aria-label={`Reset ${name} of ${of}`} disabled={!t.over} onClick={() => act(untune, () => [tune(t.value)])}>Reset</button>
    </div>
  );
}
