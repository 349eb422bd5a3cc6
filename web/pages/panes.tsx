import { useState } from "preact/hooks";
import type { Explained, Finding, Mutated, Tested } from "./lab.js";
import type { Shared } from "./share.js";

/** What is shown below the editor. */
export type Pane =
  | { kind: "first" }
  | { kind: "said"; text: string }
  | { kind: "findings" }
  | { kind: "tests"; tested: Tested }
  | { kind: "mutants"; mutated: Mutated }
  | { kind: "why"; bot: number; explained: Explained };

interface Props {
  game: Shared; pane: Pane; setPane(p: Pane): void; busy: string; stop(): void; test(): void; mutate(): void; open(file: string, line: number): void;
  findings: { of: "error" | "warning" | "info"; finding: Finding }[]; why(bot: number, name: string, tick: number, instead: string): void;
}

/** What was found, tested, tried and asked. */
export function Panes(p: Props) {
  const errors = p.findings.filter((f) => f.of === "error").length;
  return (
    <div class="panes">
      <div class="row" role="toolbar" aria-label="What to do">
        <button class="small" id="findings" aria-pressed={p.pane.kind === "findings"} onClick={() => p.setPane({ kind: "findings" })}>
          {errors > 0 ? `${errors} ${errors === 1 ? "error" : "errors"}` : p.findings.length > 0 ? `${p.findings.length} ${p.findings.length === 1 ? "note" : "notes"}` : "No errors"}</button>
        <button class="small" id="tests" disabled={p.busy !== ""} onClick={p.test}>Run the tests</button>
        <button class="small" id="mutants" disabled={p.busy !== ""} onClick={p.mutate}>Try mutants</button>
        <span class="grow" />
        {p.busy && <><span role="status">{p.busy} ...</span><button class="small" id="stop" onClick={p.stop}>Stop</button></>}
        <button class="small" aria-pressed={p.pane.kind === "first"} onClick={() => p.setPane({ kind: "first" })}>Help</button>
      </div>
      <div class="pane" id="pane" tabIndex={0} role="region" aria-label="Results"><Shown {...p} /></div>
    </div>
  );
}

function Shown(p: Props) {
  switch (p.pane.kind) {
    case "first": return <First {...p} />;
    case "said": return <p role="status" id="result">{p.pane.text}</p>;
    case "findings": return <Findings {...p} />;
    case "tests": return <Tests tested={p.pane.tested} open={p.open} />;
    case "mutants": return <Mutants mutated={p.pane.mutated} open={p.open} />;
    case "why": return <Why bot={p.pane.bot} explained={p.pane.explained} open={p.open} why={p.why} />;
  }
}

function First({ game, open }: Props) {
  const text = game.files[game.scene] ?? "", hunters = text.indexOf("- id: hunter");
  /** A word of the meadow's hunters: it leads to its place, where that is shown. */
  const at = (word: string) => {
    const place = hunters < 0 ? -1 : text.indexOf(word, hunters);
    return place < 0 ? <code>{word}</code> : <button class="plain" onClick={() => open(game.scene, text.slice(0, place).split("\n").length)}><code>{word}</code></button>;
  };
  return (
    <>
      <p>The bots beside think in the behaviour trees of these files, and what you type is played at once. Try this:</p>
      <ol>
        <li>Change a number: in the meadow, let {at("speedMps")} of the hunters be 8, and count the grazers.</li>
        <li>Move a branch: put {at("roam")} above all others of the hunters, and see them starve.</li>
        <li>Ask why: click on a bot, and then on “Why?”.</li>
      </ol>
      <p class="quiet">Nothing of it is sent anywhere. This browser keeps the files when the page is loaded again, and “Link” makes an address that holds them. A folder can be dropped on the editor.</p>
    </>
  );
}

function At({ file, line, open }: { file: string; line: number; open(file: string, line: number): void }) {
  return <button class="plain" onClick={() => open(file, line)}>{file}:{line}</button>;
}

function Findings({ findings, open }: Props) {
  if (findings.length === 0) return <p id="result">Nothing is wrong.</p>;
  return <ul class="list long" id="result">{findings.map(({ of, finding: f }, i) => <li key={i} class={of === "error" ? "alarm" : ""}><At file={f.file} line={f.line} open={open} /> {f.message}
    {(f.notes ?? []).map((n, j) => <div key={j} class="quiet"><At file={n.file} line={n.line} open={open} /> {n.message}</div>)}</li>)}</ul>;
}

function Tests({ tested: t, open }: { tested: Tested; open(file: string, line: number): void }) {
  return (
    <>
      <p id="result" class={t.ok ? "" : "alarm"}>{t.passed} passed, {t.failed} failed{t.broken > 0 && `, ${t.broken} ${t.broken === 1 ? "file" : "files"} with errors`}. {t.asked} of {t.of} nodes were asked.</p>
      <ul class="list long">{t.files.flatMap((f) => [
        ...(f.errors ?? []).map((e) => <li key={e} class="alarm">{e}</li>),
        ...f.tests.map((one) => <li key={`${f.file}:${one.line}`}>
          <span class={one.ok ? "good" : "alarm"}>{one.ok ? "✓" : "✗"}</span> <At file={f.file} line={one.line} open={open} /> {one.name}
          {(one.failures ?? []).map((x, i) => <div key={i} class="alarm">{x.statement && <code>{x.statement}</code>}{x.statement && ": "}{x.why}{x.found && `; ${x.found}`}</div>)}
        </li>),
      ])}</ul>
    </>
  );
}

function Mutants({ mutated: m, open }: { mutated: Mutated; open(file: string, line: number): void }) {
  return (
    <>
      <p id="result">{m.tried} changes tried: the tests notice {m.noticed} of them.</p>
      <ul class="list long">{m.mutants.filter((x) => x.verdict !== "noticed").map((x, i) =>
        <li key={i}><At file={x.file} line={x.line} open={open} /> {x.operator}: <code>{x.before}</code>{x.after && <> → <code>{x.after}</code></>} <span class="alarm">({x.verdict})</span></li>)}</ul>
    </>
  );
}

function Why({ bot, explained: e, open, why }: { bot: number; explained: Explained; open(file: string, line: number): void; why: Props["why"] }) {
  const [instead, setInstead] = useState("");
  const decides = e.moment?.nodes.find((n) => n.decides);
  return (
    <>
      <p class="row">{decides && <span class="grow">Decided at <At file={decides.file} line={decides.line} open={open} /></span>}
        <form class="row" onSubmit={(s) => { s.preventDefault(); why(bot, e.name, e.tick, instead); }}>
          <label class="row">What would make it do <input class="short" id="instead" value={instead} required placeholder="wander" onInput={(i) => setInstead(i.currentTarget.value)} /></label>
          <button class="small">Ask</button>
        </form></p>
      <pre id="result">{e.text}</pre>
    </>
  );
}
