// CodeMirror for the sources of trees. It stands in a shadow root: there its styles are style
// sheets of the document's own, which the server's Content-Security-Policy allows.

import { type Completion, type CompletionContext, autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { xml } from "@codemirror/lang-xml";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Entry, Finding } from "./lab.js";

const lightLine = StateEffect.define<number>();

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const e of change.effects) {
      if (e.is(lightLine)) marks = Decoration.set([Decoration.line({ class: "lit" }).range(change.state.doc.line(e.value).from)]);
    }
    return marks;
  },
  provide: (f) => EditorView.decorations.from(f),
});

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--panel)", color: "var(--text)", fontSize: "14px" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-content": { caretColor: "var(--text)" },
  ".lit": { backgroundColor: "color-mix(in srgb, var(--accent) 10%, transparent)", boxShadow: "inset 3px 0 var(--accent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  ".cm-completionDetail": { color: "var(--quiet)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".about": { padding: "0.3rem 0.5rem", maxWidth: "24rem", whiteSpace: "pre-line" },
  ".cm-completionInfo": { whiteSpace: "pre-line" },
  ".cm-margin": { minWidth: "1.1rem", textAlign: "center" },
  ".sign": { fontWeight: "700", cursor: "default" },
  ".sign.good": { color: "var(--good)" },
  ".sign.alarm": { color: "var(--alarm)" },
  ".sign.mark": { color: "var(--mark)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { fontSize: "14px", paddingRight: "1.6rem" },
  ".cm-panel.cm-search label": { fontSize: "inherit" },
  ".cm-button": { background: "var(--ground)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "4px", fontSize: "13px" },
  ".cm-textfield": { fontSize: "13px", backgroundColor: "var(--ground)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "1.2rem" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
});

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.definition(tags.propertyName), tags.propertyName], color: "var(--accent)" },
  { tag: [tags.string, tags.attributeValue, tags.number, tags.bool], color: "var(--mark)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
]));

const yamls = /\.ya?ml$/;

/** Files that are read as trees of Unvanquished are: names, numbers, quotes and comments. */
const plain = /\.(bt|inc|map|cfg)$/;

/** What can hold the signs of a comment in those, and comments: quotes, and comments of a line and of several, which may be open. */
const pieces = /(["'])(?:\\.|(?!\1)[^\\\n])*\1?|\/\/.*|\/\*[^]*?(?:\*\/|$)/g;

/** How those are coloured. */
const bt: StreamParser<{ comment: boolean }> = {
  startState: () => ({ comment: false }),
  token(s, state) {
    if (!state.comment && s.match("/*")) state.comment = true;
    if (state.comment) {
      state.comment = !s.match(/^.*?\*\//);
      if (state.comment) s.skipToEnd();
      return "comment";
    }
    if (s.match(/^\/\/.*/)) return "comment";
    if (s.match(/^(["'])(?:\\.|(?!\1)[^\\])*\1?/)) return "string";
    if (s.match(/^[-+]?\.?\d[\w.]*/)) return "number";
    if (s.match(/^(#\w+|(selector|sequence|concurrent|fallback|behavior|decorator|condition|action|return|enum)\b)/)) return "keyword";
    if (!s.match(/^\w+/)) s.next();
    return null;
  },
};

function language(file: string) {
  if (yamls.test(file)) return yaml();
  if (/\.(xml|debt|debs|deanimator)$/i.test(file)) return xml();
  if (/\.lua$/.test(file)) return StreamLanguage.define(lua);
  if (plain.test(file)) return StreamLanguage.define(bt);
  return [];
}

/** What stands in the margin of a line: a sign, what it means, and how well the line fares. */
export interface Mark { line: number; sign: string; title: string; fares: "good" | "alarm" | "mark" }

class Sign extends GutterMarker {
  constructor(private readonly mark: Mark) { super(); }
  override toDOM() {
    const e = document.createElement("span");
    e.className = `sign ${this.mark.fares}`;
    e.textContent = this.mark.sign;
    e.title = this.mark.title;
    return e;
  }
}

const setMarks = StateEffect.define<Mark[]>();

const margin = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const e of change.effects) {
      if (e.is(setMarks)) {
        const doc = change.state.doc;
        marks = RangeSet.of(e.value.filter((m) => m.line >= 1 && m.line <= doc.lines).map((m) => new Sign(m).range(doc.line(m.line).from)), true);
      }
    }
    return marks;
  },
});

/** What an editor of the playground has beside the text: who is told of changes, and what can be said there. */
export interface Beside { changed(text: string): void; words(): readonly Entry[] }

/** A name as it stands in files of all dialects. */
const name = /[\w.]+/;

/** Whether a place stands in a comment. */
function inComment(c: CompletionContext, file: string): boolean {
  for (let n: { name: string; parent: unknown } | null = syntaxTree(c.state).resolveInner(c.pos, -1); n; n = n.parent as typeof n) if (/comment/i.test(n.name)) return true;
  if (!plain.test(file)) return false;
  const text = c.state.doc.sliceString(0, c.pos), last = [...text.matchAll(pieces)].at(-1);
  if (!last || last.index + last[0].length < text.length) return false;
  return last[0].startsWith("//") || last[0].startsWith("/*") && !/^\/\*[^]*\*\/$/.test(last[0]);
}

/** What fits behind a key of YAML: nodes of the dialect behind kind, and what a game offers behind name. */
function fits(before: string, w: Entry): boolean {
  const key = /(?:^|[\s{,-])(kind|name):\s*["']?$/.exec(before)?.[1];
  if (key === "kind") return w.own === true && nodes.test(w.kind);
  if (key === "name") return /kind:\s*condition\b[^{}]*$/.test(before) ? w.kind === "condition" && !w.own : /kind:\s*action\b[^{}]*$/.test(before) ? w.kind === "action" : true;
  return true;
}

/** The kinds of words that are nodes of a tree. */
const nodes = /^(composite|decorator|gate|condition|action)$/;

function besides(b: Beside, file: string) {
  const complete = (c: CompletionContext) => {
    const word = c.matchBefore(/[\w.$#]+/);
    if (!word && !c.explicit || inComment(c, file)) return null;
    const line = c.state.doc.lineAt(c.pos), from = word?.from ?? c.pos, before = line.text.slice(0, from - line.from), typed = (word?.text ?? "").toLowerCase();
    const tag = /\.(xml|debt)$/i.test(file) && before.endsWith("<");
    // What is shown is cut off after a hundred: those that begin as typed come first.
    const options: Completion[] = b.words().filter((w) => w.name.toLowerCase().startsWith(typed) && (yamls.test(file) ? fits(before, w) : !tag || nodes.test(w.kind) || w.kind === "part"))
      .map((w) => ({ label: w.name, detail: w.kind, info: about(w), type: w.kind, boost: nodes.test(w.kind) ? 1 : 0 }));
    return options.length > 0 ? { from, options, filter: false, update: (_: unknown, __: number, ___: number, next: CompletionContext) => complete(next) } : null;
  };
  const hover = hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    let from = pos - line.from, to = from;
    while (from > 0 && name.test(line.text[from - 1]!)) from--;
    while (to < line.text.length && name.test(line.text[to]!)) to++;
    const entry = b.words().find((w) => w.name === line.text.slice(from, to));
    if (!entry) return null;
    return { pos: line.from + from, end: line.from + to, create: () => {
      const dom = document.createElement("div");
      dom.className = "about";
      dom.textContent = `${entry.name} (${entry.kind}). ${about(entry)}`;
      return { dom };
    } };
  });
  return [
    margin, gutter({ class: "cm-margin", markers: (v) => v.state.field(margin) }), autocompletion({ override: [complete] }), hover,
    EditorView.updateListener.of((u) => { if (u.docChanged) b.changed(u.state.doc.toString()); }),
  ];
}

/** What an entry of the vocabulary means, in a line or two. */
function about(w: Entry): string {
  const params = (w.params ?? []).map((p) => `${p.name} (${p.type})`).join(", ");
  return [w.doc, w.truth, params && `Parameters: ${params}.`].filter(Boolean).join("\n");
}

/** A mistake in a text: where, from 1, and what it is. */
export interface Mistake { line: number; col: number; text: string }

export class Editor {
  private readonly view: EditorView;

  constructor(host: HTMLElement, file: string, text: string, editable: boolean, beside?: Beside) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.view = new EditorView({
      parent: root, root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), language(file), colours, look, lit, lintGutter(), history(), search({ top: true }), EditorView.lineWrapping, beside ? besides(beside, file) : [],
          EditorState.readOnly.of(!editable), EditorView.contentAttributes.of({ "aria-label": `Text of ${file}`, tabindex: "0" }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...(editable ? [indentWithTab] : [])]),
        ],
      }),
    });
  }

  get text(): string { return this.view.state.doc.toString(); }

  /** Lights a line, and shows it. */
  light(line: number) {
    const n = Math.max(1, Math.min(this.view.state.doc.lines, line));
    this.view.dispatch({ effects: [lightLine.of(n), EditorView.scrollIntoView(this.view.state.doc.line(n).from, { y: "center" })] });
  }

  /** Marks mistakes where they are. */
  mark(mistakes: Mistake[]) {
    const doc = this.view.state.doc;
    const list: Diagnostic[] = mistakes.map((m) => {
      const line = doc.line(Math.max(1, Math.min(doc.lines, m.line))), from = Math.min(line.to, line.from + Math.max(0, m.col - 1));
      return { from, to: Math.max(from, line.to), severity: "error", message: m.text };
    });
    this.view.dispatch(setDiagnostics(this.view.state, list));
    if (mistakes[0]) this.light(mistakes[0].line);
  }

  /** Tells findings where they are, and leaves the view where it is. */
  tell(findings: { of: "error" | "warning" | "info"; finding: Finding }[]) {
    const doc = this.view.state.doc;
    const at = (line: number, col: number) => {
      const l = doc.line(Math.max(1, Math.min(doc.lines, line)));
      // Columns count characters, and places UTF-16 units.
      return l.from + [...l.text].slice(0, Math.max(0, col - 1)).join("").length;
    };
    this.view.dispatch(setDiagnostics(this.view.state, findings.flatMap(({ of, finding: f }): Diagnostic[] => {
      const from = at(f.line, f.col), end = f.range ? at(f.range.endLine, f.range.endCol) : from;
      return [{ from, to: Math.max(from, end > from ? end : doc.lineAt(from).to), severity: of, message: f.message },
        ...(f.notes ?? []).filter((n) => n.file === f.file).map((n) => ({ from: at(n.line, n.col), to: at(n.line, n.col) + 1, severity: of, message: `${n.message}; ${f.line}:${f.col}: ${f.message}` }))];
    })));
  }

  /** Shows signs in the margin. */
  margin(marks: Mark[]) { this.view.dispatch({ effects: setMarks.of(marks) }); }

  focus() { this.view.focus(); }
  close() { this.view.destroy(); }
}
