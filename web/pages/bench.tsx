import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Editor, Mark } from "./editor.js";
import type { Entry, Finding, Tested } from "./lab.js";
import { type Shared, dropped, isName, longest, save, shared, toLink, zip } from "./share.js";
import type { Example } from "./try.js";

/** A place in a file that is to be shown; line 0 for the file alone. */
export interface Place { file: string; line: number }

interface Props {
  game: Shared; place: Place; setPlace(p: Place): void; changed(file: string, text: string): void; removed(file: string): void;
  findings: { of: "error" | "warning" | "info"; finding: Finding }[]; tested: Tested | undefined;
  examples: Example[]; pick(name: string): void; openGame(g: Shared): void; words(file: string): Promise<Entry[]>;
}

/** The files of a game in tabs, with an editor, and ways to bring some and to take them away. */
export function Bench(p: Props) {
  const { game, place, findings, tested } = p;
  const [said, setSaid] = useState("");
  const names = Object.keys(game.files).sort((a, b) => Number(b === game.scene) - Number(a === game.scene) || a.localeCompare(b));
  const file = game.files[place.file] === undefined ? game.scene : place.file;
  const bad = (name: string) => findings.some((f) => f.of === "error" && f.finding.file === name);
  const link = async () => {
    const hash = await toLink(game);
    if (hash.length > longest) {
      save("game.json", new Blob([JSON.stringify(game)], { type: "application/json" }));
      setSaid("The game is too long for a link: it was saved as game.json, which can be dropped here.");
      return;
    }
    history.replaceState(null, "", hash);
    await navigator.clipboard?.writeText(location.href).then(() => setSaid("The link is copied: it holds all files."), () => setSaid("The link is in the address: it holds all files."));
  };
  const drop = async (e: DragEvent) => {
    e.preventDefault();
    try {
      const { files, left } = await dropped(e.dataTransfer!.items);
      const one = files["game.json"];
      if (one !== undefined && Object.keys(files).length === 1) p.openGame(shared(JSON.parse(one)));
      else p.openGame(shared({ scene: sceneOf(files), files }));
      setSaid(left.length > 0 ? `Left out: ${left.join("; ")}.` : "");
    } catch (e) {
      setSaid((e as Error).message);
    }
  };
  const add = () => {
    const name = prompt("The name of the new file, such as bots/mine.bt")?.trim();
    if (!name) return;
    if (!isName(name)) setSaid(`A file ${name}: wanted a name without steps up`);
    else {
      if (game.files[name] === undefined) p.changed(name, "");
      p.setPlace({ file: name, line: 0 });
    }
  };
  return (
    <>
      <header class="row">
        <h1 class="grow">Thicket <span class="quiet">playground</span></h1>
        <select id="example" aria-label="Open an example" value="" onChange={(e) => p.pick(e.currentTarget.value)}>
          <option value="">Open an example ...</option>
          {[true, false].map((shipped) => <optgroup key={shipped} label={shipped ? "Games" : "Examples"}>
            {p.examples.filter((e) => e.shipped === shipped).map((e) => <option key={e.name} value={e.name}>{e.title}: {e.dialects.join(", ")}</option>)}</optgroup>)}
        </select>
        <button class="small" id="share" onClick={() => void link()}>Link</button>
        <button class="small" id="zip" onClick={() => save("game.zip", zip(game.files))}>Zip</button>
      </header>
      {said && <p class="note" role="status"><span class="grow">{said}</span><button class="small" aria-label="Dismiss" onClick={() => setSaid("")}>×</button></p>}
      <div class="names">
        <div role="tablist" aria-label="Files">{names.map((n) => <button key={n} role="tab" aria-selected={n === file} class={bad(n) ? "alarm" : ""} onClick={() => p.setPlace({ file: n, line: 0 })}>{n}</button>)}</div>
        <button class="small" aria-label="A new file" onClick={add}>+</button>
        {file !== game.scene && <button class="small" id="delete" aria-label={`Delete ${file}`} onClick={() => { if (confirm(`Delete ${file}?`)) p.removed(file); }}>−</button>}
      </div>
      <Text key={`${file} ${game.scene}`} file={file} line={place.file === file ? place.line : 0} text={game.files[file]!} findings={findings} tested={tested}
        changed={(text) => p.changed(file, text)} words={p.words} drop={drop} />
    </>
  );
}

/** The scene among files that somebody has brought. */
function sceneOf(files: Record<string, string>): string {
  const name = Object.keys(files).sort((a, b) => a.split("/").length - b.split("/").length)
    .find((n) => /\.(ya?ml|json)$/.test(n) && !n.endsWith(".test.yaml") && /^\s*"?bots"?\s*:/m.test(files[n]!));
  if (!name) throw new Error("There is no scene among the files: a file of YAML or JSON with bots.");
  return name;
}

function Text({ file, line, text, findings, tested, changed, words, drop }: {
  file: string; line: number; text: string; findings: Props["findings"]; tested: Tested | undefined; changed(text: string): void;
  words(file: string): Promise<Entry[]>; drop(e: DragEvent): void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const known = useRef<Entry[]>([]);
  const [here, setHere] = useState(false);
  const told = useRef(changed);
  told.current = changed;
  const mine = useRef(text); // what the editor has: a text from elsewhere takes its place
  useEffect(() => {
    let gone = false;
    mine.current = text;
    void import("./editor.js").then(({ Editor }) => {
      if (gone || !host.current) return;
      editor.current = new Editor(host.current, file, text, true, { changed: (t) => { mine.current = t; told.current(t); }, words: () => known.current });
      setHere(true);
    });
    words(file).then((all) => { known.current = all; }, () => {}); // a text with faults in its first lines has none yet
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [file, text === mine.current ? "" : text]);
  useEffect(() => { if (line > 0) editor.current?.light(line); }, [line, here]);
  useEffect(() => editor.current?.tell(findings.filter((f) => f.finding.file === file)), [findings, here]);
  const marks = useMemo(() => marksOf(file, tested), [file, tested]);
  useEffect(() => editor.current?.margin(marks), [marks, here]);
  return <div class="editor" id="text" ref={host} onDragOver={(e) => { if (files(e)) e.preventDefault(); }} onDropCapture={(e) => { if (files(e)) drop(e); }} />;
}

/** Whether files are dragged, and not a text of the editor; it would put the text of files where they fall, and sees them later than the page. */
function files(e: DragEvent): boolean { return e.dataTransfer?.types.includes("Files") ?? false; }

/** What tests say of the lines of a file: which passed, and which nodes were asked. */
function marksOf(file: string, t: Tested | undefined): Mark[] {
  if (!t) return [];
  const marks: Mark[] = (t.files.find((f) => f.file === file)?.tests ?? []).map((one) => ({
    line: one.line, sign: one.ok ? "✓" : "✗", fares: one.ok ? "good" : "alarm",
    title: `${one.name}: ${one.passed} of ${one.runs} passed. ${(one.failures ?? []).map((f) => f.why).join(" ")}`,
  }));
  const lines = new Map<number, { visits: number; open: boolean }>();
  for (const n of t.cover.find((c) => c.file === file)?.nodes ?? []) {
    const was = lines.get(n.line) ?? { visits: Infinity, open: false };
    lines.set(n.line, { visits: Math.min(was.visits, n.visits), open: was.open || (n.role === "condition" && (n.succeeded === 0 || n.failed === 0)) });
  }
  for (const [line, l] of lines) {
    marks.push(l.visits === 0 ? { line, sign: "○", fares: "alarm", title: "No test asks this." }
      : l.open ? { line, sign: "◐", fares: "mark", title: `Asked ${l.visits} times, always with one answer.` }
      : { line, sign: "●", fares: "good", title: `Asked ${l.visits} times.` });
  }
  return marks.sort((a, b) => a.line - b.line);
}
