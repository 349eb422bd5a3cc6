package live

import (
	"bytes"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Timed is a command of a script and the step before which it is carried out,
// counted from 0.
type Timed struct {
	Tick int64
	Name string // as the script calls it: add, remove, ...
	Do   session.Command
}

// maxScript is the largest number of commands in a script.
var maxScript = limit.New("commands.lines", 1_000_000, 1<<30, "commands", "commands in a file of --commands", limit.Refused)

// ReadScript reads commands from JSON Lines such as
//
//	{"tick": 30, "do": "add", "class": "tag-bot", "count": 10}
//
// and returns them in the order of the file, which must be that of their
// ticks. The error is a syntax.ErrorList with everything that is wrong.
func ReadScript(file string, src []byte, limits limit.Values) ([]Timed, error) {
	var l syntax.List
	var script []Timed
	line, next, last := int32(0), int32(1), int64(0)
	for text := range bytes.Lines(src) {
		line, next = next, next+lineEnds(text)
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if len(script) == maxScript.In(limits) {
			l.Errorf(syntax.Pos{File: file, Line: line, Col: 1}, "more than %d commands", maxScript.In(limits))
			break
		}
		doc, err := markup.ParseJSONLine(file, line, text, markup.LimitsOf(limits))
		if err != nil {
			l.Add(err)
			continue
		}
		d := commandDecoder{list: &l, o: doc.Object(&l, "a command")}
		if d.o == nil {
			continue
		}
		t := d.timed()
		if n := d.o.Node("tick"); t.Tick < last && (n == nil || n.Kind == markup.Number) {
			l.Errorf(doc.Span, "tick %d after tick %d, wanted the commands in order", t.Tick, last)
		}
		last = max(last, t.Tick)
		script = append(script, t)
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	return script, nil
}

// lineEnds counts the ends of lines in a text as the places of package syntax do: a return
// that no new line follows is one too.
func lineEnds(text []byte) int32 {
	n := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
	return int32(n)
}

type commandDecoder struct {
	list *syntax.List
	o    *markup.Object
}

func (d *commandDecoder) timed() Timed {
	t := Timed{Tick: d.o.Int("tick", 0, 0, 1<<53), Name: d.o.RequiredText("do")}
	if t.Name != "" {
		t.Do = d.command(t.Name, d.o.Node("do").Span)
	}
	return t
}

func (d *commandDecoder) command(name string, at syntax.Place) session.Command {
	kind := commandNamed(name)
	if kind == nil {
		d.list.Errorf(at, "unknown command %q", name).Suggest(name, CommandNames())
		return nil
	}
	c := kind.decode(d)
	d.o.Done()
	return c
}

// ReadCommand reads one command, written as in a script but on any number of lines; a tick
// is left to the caller. The error is a syntax.ErrorList with everything that is wrong.
func ReadCommand(file string, src []byte, limits limit.Values) (session.Command, error) {
	doc, err := markup.ParseJSONLine(file, 1, src, markup.LimitsOf(limits))
	if err != nil {
		return nil, err
	}
	var l syntax.List
	d := commandDecoder{list: &l, o: doc.Object(&l, "a command")}
	if d.o == nil {
		return nil, l.Err()
	}
	t := d.timed()
	return t.Do, l.Err()
}

// DecodeCommand reads the command of a name whose arguments are the keys of a map, as in a
// script, except the keys in also. It returns nil where that is wrong; the list then says why.
func DecodeCommand(l *syntax.List, name string, at syntax.Place, args *markup.Node, also ...string) session.Command {
	before := len(l.Errors)
	d := commandDecoder{list: l, o: args.Object(l, "a command")}
	d.o.Known(also...)
	if c := d.command(name, at); len(l.Errors) == before {
		return c
	}
	return nil
}

func (d *commandDecoder) count() int { return int(d.o.Int("count", 1, 1, scenes.MaxBots)) }

// target reads whom a command is for: a bot or a class.
func (d *commandDecoder) target(all bool) (bot *session.Who, class string) {
	class, _ = d.o.Str("class")
	if d.o.Has("bot") {
		w := d.who("bot")
		bot = &w
	}
	n := 0
	for _, given := range []bool{bot != nil, d.o.Has("class"), all} {
		if given {
			n++
		}
	}
	if n != 1 {
		d.list.Errorf(d.o.Span(), "wanted one of bot, class and, for an event, all")
	}
	return bot, class
}

func (d *commandDecoder) who(key string) session.Who {
	n := d.o.Node(key)
	switch {
	case n == nil:
		d.list.Errorf(d.o.Span(), "%s is missing, wanted an id or a name", key)
	case n.Kind == markup.String:
		return session.Who{Name: n.Str}
	case n.Kind == markup.Number && n.Int && n.Num >= 1 && n.Num <= math.MaxUint32:
		return session.Who{ID: components.ID(n.Num)}
	default:
		d.list.Errorf(n.Span, "%s: wanted an id or a name, found %s", key, n.JSON())
	}
	return session.Who{}
}

func (d *commandDecoder) spot(key string) *session.Spot {
	n := d.o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind == markup.String {
		return &session.Spot{Place: n.Str}
	}
	x, y, ok := pair(n)
	if !ok {
		d.list.Errorf(n.Span, "%s: wanted a place or [x, y], found %s", key, n.JSON())
		return nil
	}
	return session.Point(x, y)
}

func (d *commandDecoder) heading() *components.Heading {
	n := d.o.Node("heading")
	if n == nil {
		return nil
	}
	x, y, ok := pair(n)
	if !ok {
		d.list.Errorf(n.Span, "heading: wanted [x, y], found %s", n.JSON())
		return nil
	}
	return &components.Heading{X: float32(x), Y: float32(y)}
}

func (d *commandDecoder) value(key string) host.Value {
	if n := d.o.Node(key); n != nil {
		return n.Value()
	}
	return host.NullValue
}

// nature reads what a command sets of nature.
func (d *commandDecoder) nature() []session.State {
	n := d.o.Node("set")
	if n == nil || n.Kind != markup.Map || len(n.Entries) == 0 {
		d.list.Errorf(d.o.Span(), "nature without set, wanted a map such as {\"season\": \"winter\"}")
		return nil
	}
	var set []session.State
	for _, e := range n.Entries {
		v := e.Value.Value()
		if _, _, err := arena.CheckNature(e.Key, v); err != nil {
			d.list.Errorf(e.KeySpan, "%s", err.Msg).Hint = err.Hint
		}
		set = append(set, session.State{Key: e.Key, Value: v})
	}
	return set
}

// texts reads files by their names.
func (d *commandDecoder) texts(key string) (all []session.Text) {
	n := d.o.Node(key)
	switch {
	case n == nil:
		return nil
	case n.Kind != markup.Map || len(n.Entries) == 0:
		d.list.Errorf(n.Span, "%s: wanted a map of files, such as {\"part.bt\": \"action wander()\"}, found %s", key, n.JSON())
	}
	for _, e := range n.Entries {
		if e.Value.Kind != markup.String {
			d.list.Errorf(e.Value.Span, "%s %q: wanted the text of the file, found %s", key, e.Key, e.Value.JSON())
		}
		all = append(all, session.Text{File: e.Key, Source: e.Value.Str})
	}
	return all
}

func (d *commandDecoder) bag(n *markup.Node) []session.State {
	if n.Kind != markup.Map {
		d.list.Errorf(n.Span, "state: wanted a map of state keys, found %v", n.Kind)
		return nil
	}
	var bag []session.State
	for _, e := range n.Entries {
		bag = append(bag, session.State{Key: e.Key, Value: e.Value.Value()})
	}
	return bag
}

func pair(n *markup.Node) (x, y float64, ok bool) {
	if n.Kind != markup.Sequence || len(n.Items) != 2 || n.Items[0].Kind != markup.Number || n.Items[1].Kind != markup.Number {
		return 0, 0, false
	}
	return n.Items[0].Num, n.Items[1].Num, true
}
