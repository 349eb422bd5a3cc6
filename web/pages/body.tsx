import { useEffect, useMemo, useState } from "preact/hooks";
import type { Answer, Class, Command, Message, Sheet, TreeNode } from "../client/messages.js";
import { type Act, Slider } from "./cards.js";

export interface Tree { id: number; name: string; as?: string; nodes: TreeNode[]; more?: number }

/** What is known of the selected body. */
export interface Study { sheet?: Sheet; tree?: Tree; answers: Map<number, Answer> }

/** What a message changes of it. */
export function learn(was: Study, m: Message): Study {
  switch (m.type) {
    case "sheet":
      return m.id !== was.sheet?.id || m.gone ? { sheet: m, answers: new Map() } : { ...was, sheet: m };
    case "tree":
      return { ...was, tree: m, answers: new Map() };
    case "answers": {
      const answers = new Map(was.answers);
      for (const a of m.list) answers.set(a.at, a);
      return { ...was, answers };
    }
  }
  return was;
}

/** Finds bodies by name. */
export function Finder({ found, find, select }: { found?: Message & { type: "found" }; find(text: string): void; select(id: number): void }) {
  const [text, setText] = useState("");
  const list = text && found?.text === text ? found : undefined;
  return (
    <search>
      <label class="stack">Find a body
        <input type="search" id="find" value={text} placeholder="part of a name" maxLength={100} onInput={(e) => {
          setText(e.currentTarget.value);
          if (e.currentTarget.value) find(e.currentTarget.value);
        }} />
      </label>
      {list && <ul class="list" id="found" aria-label="Bodies that were found">
        {list.list.map((b) => <li key={b.id}><button class="plain" onClick={() => { setText(""); select(b.id); }}>{b.name}</button></li>)}
        {list.list.length === 0 && <li class="quiet">nobody is called that</li>}
        {list.more && <li class="quiet">and {list.more} more</li>}
      </ul>}
    </search>
  );
}

interface Hands { act: Act; select(id: number): void; follow: boolean; setFollow(on: boolean): void; open(n: TreeNode): void; edit?: () => void; why?: () => void }

/** Lists texts once each, with how often each stands there. */
function often(texts: string[]): [text: string, times: number][] {
  const times = new Map<string, number>();
  for (const t of texts) times.set(t, (times.get(t) ?? 0) + 1);
  return [...times];
}

/** All there is to see of the selected body, and what can be done to it. */
export function Inspector({ study, class: c, human, hands }: { study: Study; class?: Class; human: boolean; hands: Hands }) {
  const s = study.sheet;
  if (!s) return <p class="quiet">Click on a body, or find it by its name, to see what it does and why.</p>;
  if (s.gone) return <p role="status">The body is not in the game at this moment.</p>;
  const title = [s.class || "player", s.form && `now ${s.form}`, s.team, s.dead && "dead", s.hidden && "hidden"].filter(Boolean).join(", ");
  const speed = c?.tunables?.find((t) => t.key === "speedMps");
  return (
    <>
      <section class="card" aria-label="The selected body">
        <div class="row"><h2 class="grow" id="selected">{s.name}</h2><button class="small" onClick={() => hands.select(0)}>Let go</button></div>
        <p class="quiet">{title}</p>
        <dl class="sheet" id="sheet">{(s.rows ?? []).map((r) => <>
          <dt>{r.label}</dt>
          <dd>{r.who ? <button class="plain" onClick={() => hands.select(r.who!)}>{r.text}</button> : r.text}
            {r.share !== undefined && <meter min={0} max={1} value={r.share} aria-label={r.label} />}</dd>
        </>)}</dl>
        {often(s.faults ?? []).map(([f, n]) => <p class="alarm" key={f}>{f}{n > 1 && ` (${n} times)`}</p>)}
        {speed && s.speedMps && <Slider of={s.name ?? ""} tunable={{ ...speed, value: s.speedMps.value, over: s.speedMps.over }} act={hands.act} whom={{ bot: s.id }} />}
        <div class="row">
          <label class="row check"><input type="checkbox" id="follow" checked={hands.follow} onChange={(e) => hands.setFollow(e.currentTarget.checked)} /> Follow</label>
          <span class="grow" />
          {hands.why && s.classId && <button class="small" id="why" onClick={hands.why}>Why?</button>}
          <button class="small" id="remove" onClick={() => hands.act(human ? { do: "leave", player: s.id } : { do: "remove", bot: s.id },
            () => (s.classId ? [{ do: "add", class: s.classId, at: [s.x, s.y] }] : []))}>Remove</button>
        </div>
        <Do sheet={s} act={hands.act} />
      </section>
      <Nodes study={study} hands={hands} />
      <State sheet={s} human={human} act={hands.act} />
      {(s.values?.length ?? 0) > 0 && <section class="card"><h2>What its tree remembers</h2>
        <dl class="sheet">{s.values!.map((v) => <><dt>{v.name}</dt><dd>{v.value}</dd></>)}</dl></section>}
      {(s.log?.length ?? 0) > 0 && <section class="card"><h2>Log</h2><ul class="list">{s.log!.map((l) => <li>{l}</li>)}</ul></section>}
    </>
  );
}

/** Puts the body somewhere and sends it events. */
function Do({ sheet: s, act }: { sheet: Sheet; act: Act }) {
  const put = (e: SubmitEvent) => {
    e.preventDefault();
    const of = new FormData(e.currentTarget as HTMLFormElement);
    void act({ do: "place", id: s.id, at: [Number(of.get("x")), Number(of.get("y"))] }, () => [{ do: "place", id: s.id, at: [s.x, s.y] }]);
  };
  const send = (e: SubmitEvent) => {
    e.preventDefault();
    const of = new FormData(e.currentTarget as HTMLFormElement), data = String(of.get("data") ?? "").trim();
    let value: unknown = data;
    try {
      value = data === "" ? null : JSON.parse(data);
    } catch { /* a text */ }
    void act({ do: "event", name: String(of.get("event")), bot: s.id, data: value });
  };
  return (
    <details>
      <summary>Place it, send it an event</summary>
      <p class="quiet">Or drag it on the field.</p>
      <form class="row" onSubmit={put}>
        <label class="row">x <input class="short" name="x" type="number" step="any" required /></label>
        <label class="row">y <input class="short" name="y" type="number" step="any" required /></label>
        <button class="small">Place</button>
      </form>
      <form class="row" onSubmit={send}>
        <label class="row">Event <input class="short" name="event" required maxLength={100} /></label>
        <label class="row">Data <input class="short" name="data" maxLength={1000} /></label>
        <button class="small">Send</button>
      </form>
    </details>
  );
}

function State({ sheet: s, human, act }: { sheet: Sheet; human: boolean; act: Act }) {
  if (!s.state?.length) return null;
  const set = (key: string, text: string) => {
    const was = s.state!.find((row) => row.key === key)!.value;
    const to = (value: unknown): Command => ({ do: "state", [human ? "player" : "bot"]: s.id, key, value });
    let value: unknown = text;
    try {
      value = JSON.parse(text);
    } catch { /* a text */ }
    void act(to(value), () => [to(JSON.parse(was))]);
  };
  return (
    <section class="card" aria-label="State">
      <h2>State</h2>
      <dl class="sheet" id="state">{s.state.map((row) => <>
        <dt>{row.key}</dt>
        <dd>{!row.editable ? row.value : row.value === "true" || row.value === "false"
          ? <input type="checkbox" aria-label={row.key} checked={row.value === "true"} onChange={(e) => set(row.key, String(e.currentTarget.checked))} />
          : <input class="short" aria-label={row.key} value={row.value} onChange={(e) => set(row.key, e.currentTarget.value)} />}</dd>
      </>)}</dl>
    </section>
  );
}

const signs: Record<string, string> = {
  sequence: "→", selector: "?", parallel: "⇉", "other composite": "◇", decorator: "δ", condition: "⌑", action: "▸",
};

const words: Record<string, string> = { success: "✓", failure: "✗", running: "…" };

/** The tree of the body: what each node answered in the last tick, and why. */
function Nodes({ study, hands }: { study: Study; hands: Hands }) {
  const [folded, setFolded] = useState<Set<number>>(new Set());
  const [text, setText] = useState("");
  const nodes = study.tree?.nodes ?? [];
  useEffect(() => setFolded(new Set()), [study.tree]);
  const shown = useMemo(() => {
    const list: number[] = [];
    let below = Infinity;
    nodes.forEach((n, i) => {
      if (text) {
        if (`${n.title} ${n.rest ?? ""}`.toLowerCase().includes(text.toLowerCase())) list.push(i);
        return;
      }
      if (n.depth > below) return;
      below = folded.has(i) ? n.depth : Infinity;
      list.push(i);
    });
    return list;
  }, [study.tree, folded, text]);
  if (!study.tree) return null;
  if (nodes.length === 0) return <p class="card quiet">It has no tree.</p>;
  return (
    <section class="card" aria-label="Tree">
      <div class="row"><h2 class="grow">Tree</h2>{hands.edit && <button class="small" id="edit" onClick={hands.edit}>Edit</button>}<input type="search" class="short" aria-label="Find a node" placeholder="find" value={text} onInput={(e) => setText(e.currentTarget.value)} /></div>
      <ul class="tree" id="tree">{shown.map((i) => {
        const n = nodes[i]!, a = study.answers.get(i), parent = (nodes[i + 1]?.depth ?? 0) > n.depth;
        return (
          <li key={i} class={a?.word ?? "unasked"} style={{ paddingInlineStart: `${text ? 0 : Math.min(n.depth, 12) * 0.7}rem` }}>
            {parent && !text ? <button class="fold" aria-label={`${folded.has(i) ? "Unfold" : "Fold"} ${n.title}`} aria-expanded={!folded.has(i)}
              onClick={() => setFolded((was) => { const now = new Set(was); if (!now.delete(i)) now.add(i); return now; })}>{folded.has(i) ? "▸" : "▾"}</button> : <span class="fold" />}
            <span class="word" role="img" aria-label={a?.word ?? "not asked"} title={a?.word ?? "not asked"}>{a?.word ? words[a.word] : "·"}</span>
            <span class="sign" role="img" aria-label={n.sign} title={n.sign}>{signs[n.sign]}</span>
            <span class="grow"><b>{n.title}</b> {n.rest} {a?.why && <span class="why">← {a.why}</span>}</span>
            <span class="share" title={`asked in ${a?.ran ?? 0}% of the last ticks; of its class ${a?.class ?? 0}%`}>{a?.ran ?? 0}%</span>
            {n.file && n.line ? <button class="plain line" aria-label={`Source of ${n.title}, line ${n.line}`} onClick={() => hands.open(n)}>{n.line}</button> : <span class="line" />}
          </li>
        );
      })}</ul>
      {study.tree.more && <p class="quiet">and {study.tree.more} more nodes</p>}
    </section>
  );
}
