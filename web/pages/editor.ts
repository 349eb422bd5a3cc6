// CodeMirror for the sources of trees. It stands in a shadow root: there its styles are style
// sheets of the document's own, which the server's Content-Security-Policy allows.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { xml } from "@codemirror/lang-xml";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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
  ".lit": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
});

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.definition(tags.propertyName), tags.propertyName], color: "var(--accent)" },
  { tag: [tags.string, tags.attributeValue, tags.number, tags.bool], color: "var(--mark)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
]));

function language(file: string) {
  if (/\.ya?ml$/.test(file)) return yaml();
  if (/\.(xml|debt|debs|deanimator)$/i.test(file)) return xml();
  if (/\.lua$/.test(file)) return StreamLanguage.define(lua);
  return [];
}

/** A mistake in a text: where, from 1, and what it is. */
export interface Mistake { line: number; col: number; text: string }

export class Editor {
  private readonly view: EditorView;

  constructor(host: HTMLElement, file: string, text: string, editable: boolean) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.view = new EditorView({
      parent: root, root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), language(file), colours, look, lit, lintGutter(), history(), EditorView.lineWrapping,
          EditorState.readOnly.of(!editable), EditorView.contentAttributes.of({ "aria-label": `Text of ${file}`, tabindex: "0" }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...(editable ? [indentWithTab] : [])]),
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

  focus() { this.view.focus(); }
  close() { this.view.destroy(); }
}
