package dst

import (
	"bytes"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// The constructors of nodes that take a list of others, and those that ask a function first.
var (
	listNodes  = []string{"PriorityNode", "SequenceNode", "SelectorNode", "ParallelNode", "ParallelNodeAny", "RandomNode", "LoopNode"}
	askedNodes = []string{"WhileNode", "IfNode", "IfThenDoWhileNode", "ConditionNode", "ConditionWaitNode"}
	// outerNodes are where a tree may begin: those, and others that have a node in them.
	outerNodes = slices.Concat(listNodes, askedNodes, []string{"BT", "EventNode", "NotDecorator", "FailIfRunningDecorator", "FailIfSuccessDecorator", "LatchNode", "ChattyNode", "MinPeriod"})
)

// Outline describes what can be changed where the scripts of a brain call the constructors of
// nodes. A node is known by the line on which its constructor is called.
func Outline(file string, src []byte, _ limit.Values) []*mutant.Node {
	o := &outliner{file: file, src: src, words: source.Words(string(src))}
	var all []*mutant.Node
	for i := 0; i+1 < len(o.words); i++ {
		if !slices.Contains(outerNodes, o.words[i].Text) {
			continue
		}
		end := min(o.closes(i+1)+1, len(o.words))
		if n := o.call(i, end); n != nil {
			all = append(all, n)
			i = end - 1
		}
	}
	return all
}

// outliner goes through the words of a file.
type outliner struct {
	file  string
	src   []byte
	words []source.Word
}

// end is the word behind an expression that begins with a word: the first comma, or the first
// that closes what was opened before it.
func (o *outliner) end(i int) int {
	for depth := 0; i < len(o.words); i++ {
		switch o.words[i].Text {
		case "(", "{", "[", "function", "if", "do", "repeat":
			depth++
		case ")", "}", "]", "end", "until":
			if depth--; depth < 0 {
				return i
			}
		case ",", ";":
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// split are the expressions between commas, each as its first word and the one behind it.
func (o *outliner) split(from, to int) (all [][2]int) {
	for from < to {
		end := min(o.end(from), to)
		all = append(all, [2]int{from, end})
		from = end + 1
	}
	return all
}

// call reads a call of a constructor from a word up to another one; nil for what is none: a
// name, perhaps with others in front, whose arguments end the expression.
func (o *outliner) call(from, to int) *mutant.Node {
	open := from + 1
	for open+1 < to && (o.words[open].Text == "." || o.words[open].Text == ":") {
		open += 2
	}
	name := open - 1
	if open >= to || o.words[from].Kind != source.NameWord || !isConstructor(o.words[name].Text) {
		return nil
	}
	n := &mutant.Node{At: o.at(from), Span: o.span(from, to)}
	var args [][2]int
	switch {
	case o.words[open].Text == "(" && o.closes(open) == to-1:
		args = o.split(open+1, to-1)
	case o.words[open].Text == "{" && o.closes(open) == to-1:
		args = [][2]int{{open, to}}
	default:
		return nil
	}
	switch text := o.words[name].Text; {
	case text == "SequenceNode":
		n.Swapped = []syntax.Edit{{At: o.span(name, open), With: "PriorityNode"}}
	case text == "PriorityNode", text == "SelectorNode":
		n.Swapped = []syntax.Edit{{At: o.span(name, open), With: "SequenceNode"}}
	case slices.Contains(askedNodes, text) && len(args) > 0:
		asked := o.span(args[0][0], args[0][1])
		n.Negated = []syntax.Edit{{At: asked, With: "function(...) return not (" + o.text(args[0][0], args[0][1]) + ")(...) end"}}
	}
	for i, a := range args {
		if i == 0 && slices.Contains(listNodes, o.words[name].Text) && o.words[a[0]].Text == "{" && o.closes(a[0]) == a[1]-1 {
			o.list(n, a[0]+1, a[1]-1)
		} else {
			o.argument(n, a[0], a[1])
		}
	}
	return n
}

// isConstructor reports whether a name is one of a class: these begin with a capital letter.
func isConstructor(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// closes is the word that closes a bracket.
func (o *outliner) closes(open int) int {
	for i := open + 1; ; {
		if i = o.end(i); i >= len(o.words) || o.words[i].Text != "," && o.words[i].Text != ";" {
			return i
		}
		i++
	}
}

// list reads the children of a node. One that is no call is a child without anything in it.
func (o *outliner) list(n *mutant.Node, from, to int) {
	for _, a := range o.split(from, to) {
		kid := o.call(a[0], a[1])
		if kid == nil {
			kid = &mutant.Node{At: o.at(a[0]), Span: o.span(a[0], a[1])}
		}
		n.List = append(n.List, kid)
	}
}

// argument reads an argument of a node: another one, or what numbers are in.
func (o *outliner) argument(n *mutant.Node, from, to int) {
	if kid := o.call(from, to); kid != nil {
		n.Inner = append(n.Inner, kid)
		return
	}
	for i := from; i < to; i++ {
		if o.words[i].Kind == source.NumberWord {
			n.Numbers = append(n.Numbers, o.span(i, i+1))
		}
	}
}

func (o *outliner) span(from, to int) syntax.Span {
	return mutant.Between(o.file, o.src, o.words[from].From, o.words[to-1].To)
}

func (o *outliner) text(from, to int) string {
	return string(o.src[o.words[from].From:o.words[to-1].To])
}

// at is where a compiled brain has the node of a call: at the beginning of its line.
func (o *outliner) at(i int) syntax.Pos {
	at := o.span(i, i+1).Start
	line := o.src[bytes.LastIndexByte(o.src[:o.words[i].From], '\n')+1:]
	at.Col = 1 + int32(len(line)-len(bytes.TrimLeft(line, " \t")))
	return at
}
