package mbt

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// gameNode is a node that the original's own games add to the generic ones. Where the
// vocabulary is asked for, see [host.Overlay.Vocabulary], a tree that uses it loads; if the
// game has no action of that name, a notice says so, and the node fails.
type gameNode struct {
	name  string
	kind  host.ActionKind
	attrs []attribute
	bare  bool // it neither reads the log attributes nor looks at children
	alone bool // it has exactly one attribute
	named bool // it shows its first attribute in the view of a tree

	action host.Action
}

// attribute is one that a game node reads.
type attribute struct {
	host.Param
	more string // the one word that may stand for a number
	// known: a text names something that the game has declared, see host.Symbols.Declare
	known bool
	// wrong says what becomes of a text that is none of the words
	wrong wrong
	// lack says what becomes of a node without the attribute
	lack  lack
	exact bool // upper and lower case matter in words
}

// isWord reports whether an attribute is one of some words.
func (a *attribute) isWord() bool { return a.Kind == host.String && a.Domain.Words != nil }

// wrong says what becomes of a word that an attribute does not know.
type wrong uint8

const (
	wrongKeeps   wrong = iota // the default holds, and a notice says so
	wrongRefuses              // the tree is refused
	wrongPasses               // it means something else, and the game decides what
)

// lack says what becomes of a node without an attribute.
type lack uint8

const (
	lackDefault lack = iota
	lackWarns        // a notice says so, as the original does
	lackWanted       // the same where the original refuses the tree
	lackRefuses
)

func text(name, def, doc string) attribute {
	return attribute{Param: host.Param{Name: name, Doc: doc, Kind: host.String, Optional: true, Default: host.StringValue(def)}}
}

func word(name, def, doc string, words ...string) attribute {
	a := text(name, def, doc)
	a.Domain.Words = words
	return a
}

func number(name, unit string, def float64, doc string) attribute {
	return attribute{Param: host.Param{Name: name, Doc: doc, Kind: host.Number, Unit: unit, Optional: true, Default: host.NumberValue(def)}}
}

func flag(name string, def bool, doc string) attribute {
	return attribute{Param: host.Param{Name: name, Doc: doc, Kind: host.Bool, Optional: true, Default: host.BoolValue(def)}}
}

// required: without it, or with a word that nobody knows, the tree does not load.
func (a attribute) required() attribute {
	a.lack, a.Optional, a.Default = lackRefuses, false, host.NullValue
	return a.strictly()
}

// strictly: with a word that nobody knows the tree does not load.
func (a attribute) strictly() attribute {
	a.wrong = wrongRefuses
	return a
}

// wanted: the original refuses a node without it, and here a notice says so.
func (a attribute) wanted() attribute {
	a.lack = lackWanted
	return a.strictly()
}

// warned: the original warns of a node without it.
func (a attribute) warned() attribute {
	a.lack = lackWarns
	return a
}

func (a attribute) exactly() attribute {
	a.exact = true
	return a
}

// open: other words mean something, too: a name of such things, or what the game decides.
func (a attribute) open(names string) attribute {
	a.wrong, a.Domain.Names = wrongPasses, names
	return a
}

// or lets a word stand for a number.
func (a attribute) or(word string) attribute {
	a.more, a.Kind, a.Domain.Words = word, host.Any, []string{word}
	return a
}

// naming: a text is the name of one of a sort of things.
func (a attribute) naming(what string) attribute {
	a.Domain.Names = what
	return a
}

// declared: the game must have the thing that it names, where it says what it has.
func (a attribute) declared() attribute {
	a.known = true
	return a
}

func (a attribute) unset() attribute {
	a.Default = host.NullValue
	return a
}

func (a attribute) whole() attribute {
	a.Kind, a.Default = host.Int, host.IntValue(int64(a.Default.Number()))
	return a
}

func (a attribute) between(least, most float64) attribute {
	a.Domain.Least, a.Domain.Most = least, most
	return a
}

// gameNodes are the nodes of gameTable by their names.
var gameNodes = map[string]*gameNode{}

func init() {
	for i := range gameTable {
		n := &gameTable[i]
		n.action = host.Action{Name: n.name, Doc: "A node of the original's games.", Kind: n.kind, Local: true, Tick: missing}
		for j := range n.attrs {
			a := &n.attrs[j]
			if a.Doc == "" {
				a.Doc = "is read, and has no effect here"
			}
			if a.isWord() {
				a.Doc += " (" + strings.Join(a.Domain.Words, ", ") + ")"
			}
			if a.more != "" {
				a.Doc += ", or " + a.more
			}
			n.action.Params = append(n.action.Params, a.Param)
		}
		if n.kind == host.Decorator {
			n.action.Tick = passing
		}
		if n.named {
			n.action.Describe = func(c *host.Call) string { return c.Args[0].Text() }
		}
		gameNodes[n.name] = n
	}
}

// passing does nothing: it is what a wrapper does that the game does not have.
func passing(c *host.Call) host.Status { return c.Child }

// missing does what any other node does that the game does not have: it fails.
func missing(*host.Call) host.Status { return host.Failure }

// originalOf returns the node of the original that an element is, or nil where the
// game gives the name a meaning of its own.
func originalOf(name string, use *host.Action) *gameNode {
	n := gameNodes[name]
	if n == nil {
		return nil
	}
	if _, given := use.Payload.(supplied); given || use == &n.action {
		return n
	}
	return nil
}

// bindOriginal reads the attributes of a node of the original's games as it does: a
// text that is no number is 0, an empty one is none.
func (d *decoder) bindOriginal(e *markup.Element, a *attrs, n *gameNode) []host.Value {
	if count := len(e.Attrs); n.alone && count != 1 {
		d.list.Errorf(e.Span, "<%s> with %d attributes, wanted exactly one of %s", e.Name, count, n.attrNames())
	}
	args := make([]host.Value, len(n.attrs))
	for i := range n.attrs {
		p := &n.attrs[i]
		args[i] = p.Default
		if at := a.get(p.Name); at != nil && at.Value != "" {
			args[i] = d.original(e, a, at, p)
			continue
		}
		what := p.wish()
		switch p.lack {
		case lackRefuses:
			a.required(p.Name, what)
		case lackWanted:
			d.lint(e.Span, "<%s> without %s, which today's engine wants%s", e.Name, p.Name, p.instead())
		case lackWarns:
			d.lint(e.Span, "<%s> without %s%s", e.Name, p.Name, p.instead())
		}
	}
	return args
}

// wish says what an attribute should be.
func (p *attribute) wish() string {
	switch {
	case p.isWord():
		return "one of " + strings.Join(p.Domain.Words, ", ")
	case p.more != "":
		return "a number or " + p.more
	}
	return p.Kind.String()
}

// instead says what holds where an attribute is missing.
func (p *attribute) instead() string {
	if def := p.Default.Text(); p.Kind == host.String && def != "" {
		return ", so that it is " + def
	}
	if p.Kind == host.Number && p.lack == lackWanted && p.Default.Kind() == host.Number {
		return strings.TrimSpace(fmt.Sprintf(", so that it is %v %s", p.Default, p.Unit))
	}
	return ""
}

func (n *gameNode) attrNames() string {
	names := make([]string, len(n.attrs))
	for i := range n.attrs {
		names[i] = n.attrs[i].Name
	}
	return strings.Join(names, ", ")
}

// original reads one attribute that is there.
func (d *decoder) original(e *markup.Element, a *attrs, at *markup.Attr, p *attribute) host.Value {
	if p.more != "" && at.Value == p.more {
		return host.StringValue(p.more)
	}
	if p.isWord() {
		return d.wordOf(e, at, p)
	}
	kind := p.Kind
	if p.more != "" {
		kind = host.Number
	}
	if names, ok := host.SymbolsOf(d.reg).Declared(p.Domain.Names); p.known && ok && !slices.Contains(names, at.Value) {
		fault := wrongAt(at, "unknown %s %q", p.Domain.Names, shorten(at.Value)).Suggest(at.Value, names)
		d.refuse(e, fault)
		d.lacks = append(d.lacks, fault)
	}
	v := value(a, at, kind, true)
	switch n := v.Number(); {
	case v.Kind() != host.Number && v.Kind() != host.Int:
	case math.IsNaN(n) || math.IsInf(n, 0):
		d.refuse(e, wrongAt(at, "%s %q, wanted a finite number", at.Name, shorten(at.Value)))
	case p.Domain.Most > 0 && (n < p.Domain.Least || n > p.Domain.Most):
		limits := fmt.Sprintf("a number from %v to %v", p.Domain.Least, p.Domain.Most)
		if math.IsInf(p.Domain.Most, 1) {
			limits = fmt.Sprintf("a number of at least %v", p.Domain.Least)
		}
		d.refuse(e, wrongAt(at, "%s %q, wanted %s", at.Name, shorten(at.Value), limits))
	}
	return v
}

// wordOf reads an attribute that is one of some words, as the table writes it.
func (d *decoder) wordOf(e *markup.Element, at *markup.Attr, p *attribute) host.Value {
	find := func(written string) int {
		return slices.IndexFunc(p.Domain.Words, func(w string) bool {
			return w == unspaced(written) || !p.exact && sameWord(w, written)
		})
	}
	if i := find(at.Value); i >= 0 {
		return host.StringValue(p.Domain.Words[i])
	}
	if meant := inManuals[asciiLower(unspaced(at.Value))]; meant != "" && find(meant) >= 0 {
		d.lint(at.ValueSpan, "%s %q, which the manual has and the engine's code does not, is read as %s", at.Name, shorten(at.Value), meant)
		return host.StringValue(meant)
	}
	switch p.wrong {
	case wrongPasses:
		return host.StringValue(at.Value)
	case wrongRefuses:
		fault := wrongAt(at, "%s %q, wanted %s", at.Name, shorten(at.Value), p.wish())
		d.refuse(e, fault.Suggest(at.Value, p.Domain.Words))
	default:
		d.lint(at.ValueSpan, "%s %q is not known%s", at.Name, shorten(at.Value), p.instead()).Suggest(at.Value, p.Domain.Words)
	}
	return p.Default
}

// inManuals has words of the engine's manuals that its code does not know, in lower case, and the
// nearest that it knows.
var inManuals = map[string]string{"attentiontarget": "Target", "referencepoint": "RefPoint", "burstswipe": "BurstSnipe"}

// sameWord compares words of a list as they are written: upper and lower case make no difference,
// nor do the spaces with which the newer editor of trees writes them.
func sameWord(word, written string) bool { return sameName(word, unspaced(written)) }

func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

func wrongAt(at *markup.Attr, format string, args ...any) *syntax.Error {
	return &syntax.Error{Pos: at.ValueSpan.Start, At: at.ValueSpan, Msg: fmt.Sprintf(format, args...)}
}
