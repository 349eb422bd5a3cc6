import { useEffect, useRef, useState } from "preact/hooks";
import type { Editor, Mistake } from "./editor.js";

/** A file with a line lit; or the text of a tree that can be changed, of a bot or its class. */
export interface Source { file: string; text: string; line: number; edits?: { bot: number; name: string; class?: string } }

/** Gives a tree to a bot or a class, or only checks it; it answers with what is wrong, or nothing. */
export type Apply = (to: { bot: number } | { class: string } | undefined, file: string, text: string) => Promise<string>;

/** The mistakes that an answer tells, such as tree.yaml:3:5: unknown kind. */
export function mistakes(answer: string): Mistake[] {
  return [...answer.matchAll(/^[^\n]*?:(\d+):(\d+): ([^\n]*)$/gm)].map((m) => ({ line: Number(m[1]), col: Number(m[2]), text: m[3]! }));
}

/** The editor is loaded when it is first asked for. */
export function SourcePane({ source: s, close, apply }: { source: Source; close(): void; apply: Apply }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [said, setSaid] = useState<{ text: string; wrong: boolean }>();
  useEffect(() => {
    let gone = false;
    setSaid(undefined);
    void import("./editor.js").then(({ Editor }) => {
      if (gone || !host.current) return;
      editor.current = new Editor(host.current, s.file, s.text, s.edits !== undefined);
      if (s.edits) editor.current.focus();
      else editor.current.light(s.line);
    });
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [s.file, s.text, s.edits]);
  useEffect(() => editor.current?.light(s.line), [s.line]);
  const give = (to: { bot: number } | { class: string } | undefined, done: string) => {
    const e = editor.current;
    if (e) void apply(to, s.file, e.text).then((wrong) => {
      e.mark(mistakes(wrong));
      setSaid(wrong ? { text: wrong, wrong: true } : { text: done, wrong: false });
    });
  };
  const to = s.edits;
  return (
    <section class="source" aria-label={to ? `Edit the tree of ${to.name}` : `Source: ${s.file}`}>
      <div class="row">
        <h2 class="grow">{to ? `The tree of ${to.name}` : `${s.file}:${s.line}`}</h2>
        {to && <button class="small" id="check" onClick={() => give(undefined, "It can be used.")}>Check</button>}
        {to && <button class="small" id="apply-bot" onClick={() => give({ bot: to.bot }, `${to.name} has it now.`)}>Give it to {to.name}</button>}
        {to?.class && <button class="small" id="apply-class" onClick={() => give({ class: to.class! }, "The class has it now.")}>Give it to its class</button>}
        <button class="small" id="close-source" onClick={close}>Close</button>
      </div>
      <div class="editor" id="source" ref={host} />
      {said && <p id="said" role={said.wrong ? "alert" : "status"} class={said.wrong ? "alarm" : ""}>{said.text}</p>}
    </section>
  );
}

/** The part of a text that begins at a place, from 1: a tree of a YAML file with what is below it, or all of another file. */
export function treeText(file: string, text: string, line: number, col: number): string {
  if (!/\.(ya?ml|json)$/.test(file)) return text;
  const lines = text.split("\n").slice(line - 1);
  const first = (lines[0] ?? "").slice(col - 1);
  if (first.startsWith("{")) return braces([first, ...lines.slice(1)].join("\n"));
  const below = lines.slice(1), indent = col - 1;
  const end = below.findIndex((l) => l.trim() !== "" && !l.trim().startsWith("#") && l.length - l.trimStart().length < indent);
  return [first, ...(end < 0 ? below : below.slice(0, end)).map((l) => l.slice(Math.min(indent, l.length - l.trimStart().length)))].join("\n").trimEnd() + "\n";
}

/** A text up to where its first brace is closed, but for braces in quotes and comments. */
function braces(text: string): string {
  let depth = 0, quote = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!, begins = i === 0 || /[\s{[,:]/.test(text[i - 1]!);
    if (quote) {
      if (c === "\\" && quote === '"') i++;
      else if (c === quote) quote = "";
    } else if (begins && (c === '"' || c === "'")) quote = c;
    else if (begins && c === "#") i = (text.indexOf("\n", i) + 1 || text.length) - 1;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return text.slice(0, i + 1) + "\n";
  }
  return text;
}
