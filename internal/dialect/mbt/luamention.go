package mbt

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// ScriptMentions lists the names in a file of Lua of a scene: what it defines for trees, and goal
// pipes.
func ScriptMentions(file string, src []byte) (all mention.List) {
	lines := source.NewLines(syntax.Pos{File: file, Line: 1, Col: 1}, string(src))
	for _, m := range luaMentions(string(src)) {
		start, end := lines.At(int32(m.from)), lines.At(int32(m.to))
		m.At = syntax.Span{Start: start, EndLine: end.Line, EndCol: end.Col}
		all = append(all, m.Mention)
	}
	return all
}

// luaMention is a name in Lua, with the bytes at which it stands.
type luaMention struct {
	mention.Mention
	from, to int
}

// tables are the tables of Lua whose fields are names for trees.
var tables = map[string]mention.Kind{nodesTable: mention.Action, "actions": mention.Action, "conditions": mention.Action, pipesRoot: mention.Pipe}

// pipeCalls are the calls that name a goal pipe, with the number of that argument.
var pipeCalls = map[string]struct {
	arg     int
	defines bool
}{
	"BeginGoalPipe": {0, true}, "CreateGoalPipe": {0, true}, "SelectPipe": {1, false}, "InsertSubpipe": {1, false},
}

func luaMentions(src string) (all []luaMention) {
	l := luaNames{words: source.Words(src)}
	for i := range l.words {
		l.field(i)
		l.call(i)
	}
	return l.all
}

// luaNames collects the names in Lua.
type luaNames struct {
	words []source.Word
	all   []luaMention
}

func (l *luaNames) text(i int) string {
	if i < 0 || i >= len(l.words) {
		return ""
	}
	return l.words[i].Text
}

// add adds the word of a number, which may be a text in quotes.
func (l *luaNames) add(i int, kind mention.Kind, defines bool) {
	w := l.words[i]
	if w.Kind == source.TextWord {
		if len(w.Text) < 3 || w.Text[0] == '[' {
			return
		}
		w.From, w.To, w.Text = w.From+1, w.To-1, w.Text[1:len(w.Text)-1]
	}
	l.all = append(l.all, luaMention{mention.Mention{Kind: kind, Name: w.Text, Defines: defines}, w.From, w.To})
}

// field adds what a field of a table for trees defines: function nodes.NAME, nodes.NAME = and
// nodes["NAME"] =.
func (l *luaNames) field(i int) {
	kind := tables[l.text(i)]
	if kind == "" || l.text(i-1) == "." || l.text(i-1) == ":" {
		return
	}
	switch by := l.text(i + 1); {
	case by == "." && (l.text(i-1) == "function" || l.text(i+3) == "="):
		l.add(i+2, kind, true)
	case by == "[" && l.text(i+3) == "]" && l.text(i+4) == "=" && l.words[i+2].Kind == source.TextWord:
		l.add(i+2, kind, true)
	}
}

// call adds the names in a call that is about goal pipes.
func (l *luaNames) call(i int) {
	name := l.text(i)
	of, isPipe := pipeCalls[name]
	if !isPipe && name != "PushGoal" || l.text(i+1) != "(" {
		return
	}
	texts := l.arguments(i + 2)
	if isPipe {
		if of.arg < len(texts) && texts[of.arg] >= 0 {
			l.add(texts[of.arg], mention.Pipe, of.defines)
		}
		return
	}
	for n, at := range texts[:min(2, len(texts))] {
		switch {
		case at < 0:
		case l.isOperation(at):
			l.goal(at, texts[n+1:])
			return
		case n == 0:
			l.add(at, mention.Pipe, false)
		}
	}
}

// arguments returns the words that are the arguments of a call whose first begins at a word; -1
// for one that is no text alone.
func (l *luaNames) arguments(i int) (texts []int) {
	begin, depth := i, 0
	for ; i < len(l.words); i++ {
		switch t := l.text(i); {
		case depth == 0 && (t == "," || t == ")"):
			at := -1
			if i == begin+1 && l.words[begin].Kind == source.TextWord {
				at = begin
			}
			if texts = append(texts, at); t == ")" {
				return texts
			}
			begin = i + 1
		case strings.Contains("({[", t):
			depth++
		case strings.Contains(")}]", t):
			depth--
		}
	}
	return nil // a call that does not end
}

func (l *luaNames) isOperation(i int) bool {
	name := strings.Trim(l.text(i), `"'`)
	return slices.ContainsFunc(pipeOps, func(o pipeOp) bool { return strings.EqualFold(o.name, name) })
}

// goal adds the names of a goal, whose other arguments are the wait and what its operation wants.
func (l *luaNames) goal(op int, rest []int) {
	l.add(op, mention.Action, false)
	arg := func(n int, kind mention.Kind, defines bool) {
		if n < len(rest) && rest[n] >= 0 {
			l.add(rest[n], kind, defines)
		}
	}
	switch strings.ToLower(strings.Trim(l.text(op), `"'`)) {
	case "subgoalpipe":
		arg(1, mention.Pipe, false)
	case "signal":
		arg(2, mention.Event, true)
	case "waitsignal":
		arg(1, mention.Event, false)
	}
}
