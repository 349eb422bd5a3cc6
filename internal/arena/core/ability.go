package core

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Ability is an action or a function of the arena. Exactly one of Act, Is, Num
// and Ask is set: an action, a condition, a number or another value.
type Ability struct {
	Name    string
	Doc     string
	Says    string // of a number or a value: what it is, where its name does not say that
	Params  []Param
	Example string       // its arguments, as YAML
	Bits    int          // of memory
	Last    bool         // of an action: the dead do it, too
	Draws   bool         // of a number: it is a random one
	Common  bool         // of a condition or a number without parameters: at one moment it is the same for all bots
	Answers host.Answers // of an action that always gives these, to a bot that lives
	Sends   string       // of an action: the parameter that names an event that it sends to others

	Act func(Turn) host.Status
	Is  func(Turn) bool
	Num func(Turn) float64
	Ask func(Turn) host.Value

	Unit   string      // of the number that Num answers
	Of     host.Domain // of what Num and Ask answer
	Result host.Kind   // of the value that Ask answers
}

// Param is a parameter and the values that it accepts. Names of its domain are those of
// host.Symbols.Declare.
type Param struct{ host.Param }

// The kinds of names that trees use for things of a game; see
// host.Symbols.Declare.
const (
	PlaceNames  = "place" // ids and tags
	PathNames   = "path"
	ItemNames   = "kind of item"
	GoodNames   = "good"
	WeaponNames = "weapon"
	ClassNames  = "bot class"
)

// The kinds of names that scenes do not declare: trees may use others.
const (
	TeamNames    = "team"
	TagNames     = "tag"
	EventNames   = "event"
	StateNames   = "state"
	SettingNames = "setting"
)

func text(name, doc string) Param {
	return Param{host.Param{Name: name, Doc: doc, Kind: host.String}}
}

// named returns a parameter for the name of a thing of the game.
func named(name, what, doc string) Param {
	p := text(name, doc)
	p.Domain.Names = what
	return p
}

func oneOf(name, doc string, words ...string) Param {
	p := text(name, doc)
	p.Domain.Words = words
	return p
}

func Number(name, unit, doc string, least, most float64) Param {
	return Param{host.Param{Name: name, Doc: doc, Kind: host.Number, Unit: unit, Domain: host.Domain{Least: least, Most: most}}}
}

func whole(name, doc string, least, most float64) Param {
	return Param{host.Param{Name: name, Doc: doc, Kind: host.Int, Domain: host.Domain{Least: least, Most: most}}}
}

// Or gives a parameter a default.
func (p Param) Or(v any) Param {
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
func whom() Param {
	return Param{host.Param{Name: "who", Doc: whoDoc, Kind: host.Any, Domain: host.Domain{Words: whoWords, Names: ClassNames}}}
}

func spot() Param { return named("place", PlaceNames, "the nearest place of this id or with this tag") }

func whose() Param {
	return oneOf("whose", "of which places: `ours`, of the bot's team or of nobody; `theirs`, of another team; `any`", Ours, Theirs, Anyones).Or(Ours)
}

func stop(metres float64) Param {
	return Number("stop", "m", "how near is near enough", 0, math.Inf(1)).Or(metres)
}

func pace() Param { return oneOf("pace", "how fast", "walk", "run", "sprint").Or("run") }

func radius(doc string) Param { return Number("radius", "m", doc, 0, math.Inf(1)) }

// accept returns the error for a value that is of the parameter's domain and names nothing in the
// game, or nil.
func (p *Param) accept(v host.Value, site *host.Site) error {
	names, words := p.Domain.Names, p.Domain.Words
	switch {
	case v == p.Default && p.Optional:
		return p.acceptDefault(site)
	case names == "":
		return nil
	case words != nil && v.Kind() != host.String && !isID(v):
		return fmt.Errorf("%s: wanted a word or the id of a body, found %v", p.Name, v)
	case v.Kind() != host.String || slices.Contains(words, v.Text()):
		return nil
	}
	declared, ok := site.Declared(names)
	if !ok || slices.Contains(declared, v.Text()) {
		return nil // which things there are is not known, or it is one of them
	}
	known := append(slices.Clone(words), declared...)
	what := names
	if words != nil {
		what = p.Name
	}
	return standin.Lack(errors.New(humanize.Unknown(what, v.Text(), v.String(), known)))
}

func isID(v host.Value) bool {
	n := v.Number()
	return (v.Kind() == host.Int || v.Kind() == host.Number) && n >= 0 && n == math.Trunc(n)
}

// acceptDefault refuses a default tag that no place of the game has: the action
// would always fail.
func (p *Param) acceptDefault(site *host.Site) error {
	tag := p.Default.Text()
	if p.Domain.Names != PlaceNames {
		return nil
	}
	if declared, ok := site.Declared(PlaceNames); ok && !slices.Contains(declared, tag) {
		return standin.Lack(fmt.Errorf("found no place with the tag %q and no argument %s, wanted one of the two", tag, p.Name))
	}
	return nil
}

// check makes the function that refuses arguments which the ability does not
// accept.
func (b *Ability) check() func(*host.Site) error {
	params := b.Params
	return func(s *host.Site) error {
		for i := range params {
			if err := params[i].accept(s.Args[i], s); err != nil {
				return err
			}
		}
		return nil
	}
}

func (b *Ability) hostParams() []host.Param {
	var all []host.Param
	for i := range b.Params {
		all = append(all, b.Params[i].Param)
	}
	return all
}

// HostAction makes the action that trees call. It fails for dead bots, except for actions
// meant for them, such as spawning.
func (b *Ability) HostAction() host.Action {
	return host.Action{
		Name: b.Name, Doc: b.Doc, Params: b.hostParams(), Bits: b.Bits, Internals: host.Internals{Needs: Needs, Answers: b.Answers, Sends: b.Sends}, Local: true, Check: b.check(),
		Tick: func(c *host.Call) host.Status {
			t, ok := TurnOf(c)
			if !ok {
				return host.Failure
			}
			return b.do(t)
		},
	}
}

// do does the action in a turn.
func (b *Ability) do(t Turn) host.Status {
	if t.Dead(t.Body) && !b.Last {
		t.Because("it is dead")
		return host.Failure
	}
	return b.Act(t)
}

// actRows is the action for many bots, see [host.Action.Rows]: they share the call and
// so the turn.
func (b *Ability) actRows(r *host.Rows) {
	a, ok := arenaOf(r.World)
	if !ok {
		r.OneByOne() // each is told
		return
	}
	t := Turn{a, r.Call()}
	r.Run(func(*host.Call) host.Status { return b.do(t) })
}

// HostFunc makes the function that trees ask.
func (b *Ability) HostFunc() host.Func {
	f := host.Func{Name: b.Name, Doc: b.Doc, Params: b.hostParams(), Internals: host.Internals{Needs: Needs, Steady: !b.Draws}, Local: true, Check: b.check(), Result: b.Result, Domain: b.Of}
	switch {
	case b.Is != nil:
		is := b.Is
		f.Result = host.Bool
		f.Eval = func(c *host.Call) host.Value {
			t, ok := TurnOf(c)
			return host.BoolValue(ok && is(t))
		}
	case b.Ask != nil:
		ask := b.Ask
		f.Eval = func(c *host.Call) host.Value {
			t, ok := TurnOf(c)
			if !ok {
				return host.NullValue
			}
			mark := host.MarkOf(c)
			v := ask(t)
			if c.Watched {
				b.found(t, mark, v)
			}
			return v
		}
	default:
		num := b.Num
		f.Result, f.Unit = host.Number, b.Unit
		f.Eval = func(c *host.Call) host.Value {
			t, ok := TurnOf(c)
			if !ok {
				return host.NullValue
			}
			mark := host.MarkOf(c)
			v := host.NumberValue(num(t))
			if c.Watched {
				b.found(t, mark, v)
			}
			return v
		}
	}
	return f
}

// askRows is the function for many bots, see [host.Func.Rows].
func (b *Ability) askRows(r *host.Rows, numbers *[64]float64) {
	a, ok := arenaOf(r.World)
	t := Turn{a, r.Call()}
	switch {
	case !ok:
		r.Null = r.Mask
		r.Ask(numbers, func(c *host.Call) float64 {
			TurnOf(c) // each is told
			return 0
		})
	case b.Common:
		mask := r.Mask
		r.Mask &= -mask
		b.askEach(t, r, numbers)
		first := bits.TrailingZeros64(mask)
		for m := mask & (mask - 1); m != 0; m &= m - 1 {
			numbers[bits.TrailingZeros64(m)] = numbers[first]
		}
		if r.Mask = mask; r.Null != 0 {
			r.Null = mask
		}
	default:
		b.askEach(t, r, numbers)
	}
}

func (b *Ability) askEach(t Turn, r *host.Rows, numbers *[64]float64) {
	if b.Is == nil {
		r.Ask(numbers, func(*host.Call) float64 { return b.Num(t) })
		return
	}
	r.Ask(numbers, func(*host.Call) float64 {
		if b.Is(t) {
			return 1
		}
		return 0
	})
}

// Offers says where abilities are offered: a registry, or a dialect's overlay of one.
type Offers interface {
	AddAction(host.Action) error
	AddFunc(host.Func) error
}

var (
	_ Offers = (*host.Registry)(nil)
	_ Offers = (*host.Overlay)(nil)
)

// Offer offers some abilities.
func Offer(to Offers, list []Ability) error {
	for i := range list {
		b := &list[i]
		if b.Act != nil {
			a := b.HostAction()
			if a.Bits == 0 {
				a.Rows = b.actRows
			}
			if err := to.AddAction(a); err != nil {
				return err
			}
			continue
		}
		f := b.HostFunc()
		if b.Ask == nil && !b.Draws {
			f.Rows = b.askRows
		}
		if err := to.AddFunc(f); err != nil {
			return err
		}
	}
	return nil
}

// AddTo offers the abilities of the arena itself to the trees of every dialect.
func AddTo(r *host.Registry) error { return Offer(r, abilities) }
