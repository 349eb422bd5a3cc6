import { useMemo, useState } from "preact/hooks";
import type { Happening } from "../client/messages.js";
import { clock } from "./room.js";

/** What happens, the newest first, by kind and by text. */
export function News({ events, tick, tickRate, select, past }: { events: Happening[]; tick: number; tickRate: number; select(id: number): void; past: boolean }) {
  const [kind, setKind] = useState(""), [text, setText] = useState("");
  const kinds = useMemo(() => [...new Set(events.map((e) => e.kind))].sort(), [events]);
  const list = events.filter((e) => (!past || e.tick <= tick) && (kind ? e.kind === kind : e.kind !== "event") && e.line.toLowerCase().includes(text.toLowerCase()));
  // The same once more is counted: a list of one fault would hide all else.
  const rows: { e: Happening; times: number }[] = [];
  for (const e of list) {
    const last = rows.at(-1);
    if (last?.e.line === e.line) last.times++;
    else if (rows.length === 200) break;
    else rows.push({ e, times: 1 });
  }
  return (
    <section class="card" aria-label="What happens">
      <h2>What happens</h2>
      <div class="row">
        <select id="kind" aria-label="Which kinds" value={kind} onChange={(e) => setKind(e.currentTarget.value)}>
          <option value="">all but events</option>
          {kinds.map((k) => <option key={k}>{k}</option>)}
        </select>
        <input class="grow short" type="search" id="news-filter" aria-label="With the text" placeholder="with the text" value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </div>
      <ul class="list long" id="events" tabIndex={0} aria-label="What happened, the newest first">{rows.map(({ e, times }) => <li key={e.seq}>
        <span class="quiet">{clock(e.tick, tickRate)}</span> {e.from || e.to ? <button class="plain" onClick={() => select(e.from || e.to!)}>{e.line}</button> : e.line}{times > 1 && <span class="quiet"> × {times}</span>}
      </li>)}</ul>
    </section>
  );
}
