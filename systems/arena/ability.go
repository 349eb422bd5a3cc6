package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/systems"
)

// ability is an action or a function of the arena: one of act, is, num and ask
// is set.
type ability struct {
	name    string
	doc     string
	params  []param
	example string // its arguments, as YAML
	bits    int    // of memory

	act func(Turn) host.Status
	is  func(Turn) bool
	num func(Turn) float64
	ask func(Turn) host.Value

	unit   string    // of num
	result host.Kind // of ask
}

// param is a parameter and what its values must be.
type param struct {
	host.Param
	least, most float64  // of a number
	words       []string // of a text, where only some are known
	named       string   // a text that names a thing of the game, see host.Symbols.Declare
}

// What things in the game are called that trees name; see host.Symbols.Declare.
const (
	PlaceNames  = "place" // ids and tags
	ItemNames   = "kind of item"
	GoodNames   = "good"
	WeaponNames = "weapon"
	ClassNames  = "bot class"
)

func text(name, doc string) param {
	return param{Param: host.Param{Name: name, Doc: doc, Kind: host.String}}
}

// named is the name of a thing in the game.
func named(name, what, doc string) param {
	p := text(name, doc)
	p.named = what
	return p
}

func oneOf(name, doc string, words ...string) param {
	p := text(name, doc)
	p.words = words
	return p
}

func number(name, unit, doc string, least, most float64) param {
	return param{Param: host.Param{Name: name, Doc: doc, Kind: host.Number, Unit: unit}, least: least, most: most}
}

func whole(name, doc string, least, most float64) param {
	return param{Param: host.Param{Name: name, Doc: doc, Kind: host.Int}, least: least, most: most}
}

// or gives a parameter a default.
func (p param) or(v any) param {
	p.Optional = true
	switch v := v.(type) {
	case string:
		p.Default = host.StringValue(v)
	case int:
		p.Default = host.IntValue(int64(v))
	case float64:
		p.Default = host.NumberValue(v)
	}
	return p
}

// The parameters that many abilities have.
func whom() param {
	return param{Param: host.Param{Name: "who", Doc: whoDoc, Kind: host.Any}, words: whoWords, named: ClassNames}
}

func spot() param { return named("place", PlaceNames, "the nearest place of this id or with this tag") }

func whose() param {
	return oneOf("whose", "of which places: `ours`, of the bot's team or of nobody; `theirs`, of another team; `any`", ours, theirs, anyone).or(ours)
}

func stop(metres float64) param {
	return number("stop", "m", "how near is near enough", 0, math.Inf(1)).or(metres)
}

func pace() param { return oneOf("pace", "how fast", "walk", "run", "sprint").or("run") }

func radius(doc string) param { return number("radius", "m", doc, 0, math.Inf(1)) }

// accept is the error for a value that is not what a parameter wants.
func (p *param) accept(v host.Value, names *host.Symbols) error {
	switch {
	case v == p.Default && p.Optional:
		return p.acceptDefault(names)
	case v.Kind() == host.Int || v.Kind() == host.Number:
		return p.acceptNumber(v)
	case p.Kind == host.Any && len(p.words) > 0 && v.Kind() != host.String:
		return fmt.Errorf("%s: wanted a word or the id of a body, found %v", p.Name, v)
	case p.words == nil && p.named == "":
		return nil
	case slices.Contains(p.words, v.Text()):
		return nil
	}
	known := p.words
	if p.named != "" && names != nil {
		declared, ok := names.Declared(p.named)
		switch {
		case slices.Contains(declared, v.Text()):
			return nil
		case ok:
			known = append(slices.Clone(p.words), declared...)
		default:
			return nil // which things there are is not known
		}
	} else if p.named != "" {
		return nil
	}
	what := p.named
	if what == "" || p.words != nil {
		what = p.Name
	}
	err := fmt.Sprintf("unknown %s %v", what, v)
	if guess := syntax.Closest(v.Text(), known); guess != "" {
		return fmt.Errorf("%s; did you mean %q?", err, guess)
	}
	return errors.New(err)
}

// acceptDefault refuses a tag that goes without saying where no place has it:
// the action would fail for ever.
func (p *param) acceptDefault(names *host.Symbols) error {
	tag := p.Default.Text()
	if p.named != PlaceNames || names == nil {
		return nil
	}
	if declared, ok := names.Declared(PlaceNames); ok && !slices.Contains(declared, tag) {
		return fmt.Errorf("no place has the tag %q, wanted one, or the argument %s", tag, p.Name)
	}
	return nil
}

func (p *param) acceptNumber(v host.Value) error {
	n := v.Number()
	switch {
	case p.words != nil && (n < 0 || n != math.Trunc(n)):
		return fmt.Errorf("%s: wanted a word or the id of a body, found %v", p.Name, v)
	case p.Kind == host.Any || n >= p.least && n <= p.most:
		return nil
	case math.IsInf(p.most, 1):
		return fmt.Errorf("%s: wanted a number of at least %v, found %v", p.Name, p.least, v)
	}
	return fmt.Errorf("%s: wanted a number from %v to %v, found %v", p.Name, p.least, p.most, v)
}

// check refuses uses with arguments that the ability does not take.
func (b *ability) check() func(*host.Site) error {
	params := b.params
	return func(s *host.Site) error {
		for i := range params {
			if err := params[i].accept(s.Args[i], s.Names); err != nil {
				return err
			}
		}
		return nil
	}
}

func (b *ability) hostParams() []host.Param {
	var all []host.Param
	for i := range b.params {
		all = append(all, b.params[i].Param)
	}
	return all
}

// of is the arena of a call, or nil, which is reported.
func of(c *host.Call) *Arena {
	if a, ok := c.World.Part(key{}).(*Arena); ok && a.awake {
		return a
	}
	c.Warnf("this game has no arena")
	return nil
}

// action is how trees call the ability. The dead do nothing.
func (b *ability) action() host.Action {
	act := b.act
	return host.Action{
		Name: b.name, Doc: b.doc, Params: b.hostParams(), Bits: b.bits, Needs: Needs, Local: true, Check: b.check(),
		Tick: func(c *host.Call) host.Status {
			a := of(c)
			if a == nil || a.health[c.Body].Dead {
				return host.Failure
			}
			return act(Turn{a, c})
		},
	}
}

// funcs are how trees ask the ability: a number also by two conditions.
func (b *ability) funcs() []host.Func {
	f := host.Func{Name: b.name, Doc: b.doc, Params: b.hostParams(), Needs: Needs, Local: true, Check: b.check(), Result: b.result}
	switch {
	case b.is != nil:
		is := b.is
		f.Result = host.Bool
		f.Eval = func(c *host.Call) host.Value {
			a := of(c)
			return host.BoolValue(a != nil && is(Turn{a, c}))
		}
	case b.ask != nil:
		ask := b.ask
		f.Eval = func(c *host.Call) host.Value {
			if a := of(c); a != nil {
				return ask(Turn{a, c})
			}
			return host.NullValue
		}
	default:
		return b.numbers(f)
	}
	return []host.Func{f}
}

// numbers are a function that gives a number, and whether it is below a limit
// or at least that.
func (b *ability) numbers(f host.Func) []host.Func {
	num, last := b.num, len(b.params)
	f.Result = host.Number
	f.Eval = func(c *host.Call) host.Value {
		if a := of(c); a != nil {
			return host.NumberValue(num(Turn{a, c}))
		}
		return host.NullValue
	}
	limited := *b
	limited.params = append(slices.Clone(b.params), number("limit", b.unit, "what it is compared with", math.Inf(-1), math.Inf(1)))
	below, atLeast := f, f
	for _, twin := range []*host.Func{&below, &atLeast} {
		twin.Params, twin.Check, twin.Result = limited.hostParams(), limited.check(), host.Bool
	}
	below.Name, below.Doc = b.name+"_below", fmt.Sprintf("Whether `%s` is below a limit.", b.name)
	below.Eval = func(c *host.Call) host.Value {
		a := of(c)
		return host.BoolValue(a != nil && num(Turn{a, c}) < c.Args[last].Number())
	}
	atLeast.Name, atLeast.Doc = b.name+"_at_least", fmt.Sprintf("Whether `%s` is a limit or above.", b.name)
	atLeast.Eval = func(c *host.Call) host.Value {
		a := of(c)
		return host.BoolValue(a != nil && num(Turn{a, c}) >= c.Args[last].Number())
	}
	return []host.Func{f, below, atLeast}
}

// AddTo offers all that bots can do in an arena.
func AddTo(r *host.Registry) error {
	for i := range abilities {
		b := &abilities[i]
		if b.act != nil {
			if err := r.AddAction(b.action()); err != nil {
				return err
			}
			continue
		}
		for _, f := range b.funcs() {
			if err := r.AddFunc(f); err != nil {
				return err
			}
		}
	}
	if err := addBases(r); err != nil {
		return err
	}
	return addTimids(r)
}

// NewRegistry offers what every game has, and all that bots can do in an arena.
func NewRegistry() *host.Registry {
	r := systems.NewRegistry()
	if err := AddTo(r); err != nil {
		panic(err) // the names differ
	}
	if err := supply(r); err != nil {
		panic(err) // each name is there once
	}
	return r
}
