package mind

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"reflect"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Minds are the trees of all agents of one type.
type Minds[A comparable] struct {
	core    *core
	options Options[A]
	leaves  []offered[A]
	agents  *agents[A]
	of      map[A]*Mind[A]
	polled  string // the error that Poll told last
	stamps  map[string]stamp
}

// Mind is the tree of one agent.
type Mind[A comparable] struct {
	one   *one
	minds *Minds[A]
}

// New makes minds for agents of a type. The error is about a leaf that trees could not call.
func New[A comparable](o Options[A]) (*Minds[A], error) {
	if o.Files == nil {
		o.Files = os.DirFS(".")
	}
	if o.Step == 0 {
		o.Step = 1.0 / 60
	}
	if !(o.Step > 0) {
		return nil, fmt.Errorf("mind: a step of %v seconds", o.Step)
	}
	leaves, err := gather(&o)
	if err != nil {
		return nil, fmt.Errorf("mind: %w", err)
	}
	m := &Minds[A]{options: o, leaves: leaves}
	if m.core, m.agents, err = m.fresh(); err != nil {
		return nil, fmt.Errorf("mind: %w", err)
	}
	m.of = map[A]*Mind[A]{}
	return m, nil
}

// fresh makes a core without trees, and room for its agents.
func (m *Minds[A]) fresh() (*core, *agents[A], error) {
	all := &agents[A]{}
	reg, err := registry(m.leaves, all, m.options.Foreign)
	if err != nil {
		return nil, nil, err
	}
	o := &m.options
	c := newCore(m.senses(all), reg, sourcefile.Embedded(o.Files, "."))
	c.seed, c.step, c.strict = o.Seed, o.Step, o.Strict
	agent := func(body int32) (a A) {
		if body >= 0 {
			a = all.list[body]
		}
		return a
	}
	c.onFault = func(body int32, f Fault) {
		if o.OnFault != nil {
			o.OnFault(agent(body), f)
			return
		}
		fmt.Fprintln(os.Stderr, "thicket:", told(f))
	}
	if o.Group != nil {
		c.group = func(body int32) string { return o.Group(all.list[body]) }
	}
	if o.OnLog != nil {
		c.onLog = func(body int32, text string) { o.OnLog(agent(body), text) }
	}
	return c, all, nil
}

// told is a fault for people.
func told(f Fault) string {
	if f.Name == "" {
		return f.String()
	}
	return f.Name + ": " + f.String()
}

// senses tells of agents by body.
func (m *Minds[A]) senses(all *agents[A]) senses {
	o, s := &m.options, senses{states: map[string]func(int32) host.Value{}, relations: map[string]func(int32, int32) bool{}}
	if o.Name != nil {
		s.name = func(body int32) string { return o.Name(all.list[body]) }
	}
	if o.Position != nil {
		s.position = func(body int32) (x, y float64) { return o.Position(all.list[body]) }
	}
	if o.Facing != nil {
		s.facing = func(body int32) (x, y float64) { return o.Facing(all.list[body]) }
	}
	if o.Alive != nil {
		s.alive = func(body int32) bool { return o.Alive(all.list[body]) }
	}
	if o.Near != nil {
		spare := sync.Pool{New: func() any { return new([]A) }} // several workers may look
		s.near = func(body int32, list []int32) []int32 {
			them := spare.Get().(*[]A)
			*them = o.Near(all.list[body], (*them)[:0])
			for _, a := range *them {
				if b := m.of[a]; b != nil && !b.one.gone {
					list = append(list, b.one.body)
				}
			}
			spare.Put(them)
			return list
		}
	}
	for _, l := range m.leaves {
		if l.state != nil {
			s.states[l.Name] = func(body int32) host.Value { return l.state(all.list[body]) }
		}
		if l.relation != nil {
			s.relations[l.Name] = func(me, other int32) bool { return l.relation(all.list[me], all.list[other]) }
		}
	}
	s.forget = func(body int32) { all.list[body] = *new(A) }
	s.forgetAll = func() { all.list, m.of = nil, map[A]*Mind[A]{} }
	return s
}

// Add gives an agent a mind with the tree of a file. Agents share the tree. In the middle of
// a turn, such as by an action that makes another agent, the mind begins after it. An error of
// the tree tells file:line:col of all that is wrong.
func (m *Minds[A]) Add(a A, tree string) (*Mind[A], error) {
	m.core.idle("Add")
	if m.of[a] != nil {
		return nil, fmt.Errorf("mind: the agent %v has a mind already", m.nameOf(a))
	}
	g, err := m.core.groveOf(tree)
	if err != nil {
		return nil, err
	}
	o := &one{body: m.core.newBody()}
	m.agents.put(o.body, a)
	b := &Mind[A]{o, m}
	m.of[a] = b
	m.core.add(o, g)
	return b, nil
}

func (all *agents[A]) put(body int32, a A) {
	if int(body) == len(all.list) {
		all.list = append(all.list, a)
	}
	all.list[body] = a
}

func (m *Minds[A]) nameOf(a A) string {
	if m.options.Name != nil {
		return m.options.Name(a)
	}
	return fmt.Sprintf("of type %v", reflect.TypeFor[A]())
}

// Of returns the mind of an agent, or nil.
func (m *Minds[A]) Of(a A) *Mind[A] { return m.of[a] }

// All lists all agents with their minds in the order of adding.
func (m *Minds[A]) All() iter.Seq2[A, *Mind[A]] {
	return func(yield func(A, *Mind[A]) bool) {
		for _, o := range m.core.order {
			if o.gone {
				continue
			}
			if a := m.agents.list[o.body]; !yield(a, m.of[a]) {
				return
			}
		}
	}
}

// Tick begins a tick of the game, of so many seconds: it takes in what trees see of agents.
func (m *Minds[A]) Tick(seconds float64) {
	m.core.between("Tick")
	m.core.elapse(seconds)
}

// ThinkAll gives all who are due a turn: first those whose trees are Local, many at once, then the
// others in the order of adding. With several workers the first run side by side; the result is
// the same. It takes no memory on one worker.
func (m *Minds[A]) ThinkAll(workers int) { m.core.thinkAll(workers) }

// Reload reads the files again and lists the trees that changed. Minds go on at the same nodes
// and remember what these have kept. With an error nothing has changed.
func (m *Minds[A]) Reload() (changed []string, err error) { return m.core.reload() }

// Poll reloads the trees, as Reload does, if a file has changed. It reads those files of the
// trees whose size or time has changed, or whose time is not known, and returns each error
// once.
func (m *Minds[A]) Poll() (changed []string, err error) {
	if m.core.between("Poll"); !m.core.loader.Stale(m.unchanged) {
		m.polled = ""
		return nil, nil
	}
	m.stamps = nil
	changed, err = m.core.reload()
	last := m.polled
	if m.polled = ""; err != nil {
		if m.polled = err.Error(); m.polled == last {
			return nil, nil
		}
	}
	return changed, err
}

// stamp tells a file from the same one later.
type stamp struct {
	size int64
	time time.Time
}

// settled is the age from which on the time of a file tells it from a later one: clocks of file
// systems are coarse.
const settled = 2 * time.Second

// unchanged reports whether a file is surely as it was at the last Poll.
func (m *Minds[A]) unchanged(name string) bool {
	info, err := fs.Stat(m.options.Files, path.Clean(name))
	if err != nil {
		return false
	}
	now := stamp{info.Size(), info.ModTime()}
	if !now.time.IsZero() && m.stamps[name] == now {
		return true
	}
	if m.stamps == nil {
		m.stamps = map[string]stamp{}
	}
	if delete(m.stamps, name); time.Since(now.time) > settled {
		m.stamps[name] = now
	}
	return false
}

// Faults lists what went wrong in trees, and counts all of it: of each node the first of each
// text, of at most five texts.
func (m *Minds[A]) Faults() (first []Fault, count int64) {
	for _, f := range m.core.faults.all {
		first = append(first, *f)
	}
	return first, m.core.faults.count
}

// Notices lists oddities of the trees that are loaded, which are no errors.
func (m *Minds[A]) Notices() []string { return m.core.notices() }

// Why tells what an agent does, since when, and what it did before; with reasons, while somebody
// watches its mind.
func (m *Minds[A]) Why(a A) string {
	b := m.of[a]
	if b == nil {
		return "no mind"
	}
	return m.core.why(b.one)
}

// Think gives the mind a turn: its tree runs once. While the mind is held, and after it is
// dropped, Think answers Failure without a turn. It takes no memory and never panics because of
// a leaf.
func (b *Mind[A]) Think() Status { return b.one.core.think(b.one) }

// Every makes the mind due in every n-th tick, for ThinkAll. Minds with the same n are spread
// evenly.
func (b *Mind[A]) Every(n int) {
	b.one.core.idle("Every")
	if !b.one.gone {
		b.one.every = max(1, int64(n))
		b.one.mark()
	}
}

// Hold(true) stops the turns of the mind, as in a stun or a cut-scene, until Hold(false). The mind
// keeps its memory, events reach it, and the game's time goes on for it.
func (b *Mind[A]) Hold(on bool) {
	b.one.core.idle("Hold")
	if !b.one.gone {
		b.one.held = on
		b.one.mark()
	}
}

// Use gives the mind another tree, which begins anew; in the middle of a turn, after it.
func (b *Mind[A]) Use(tree string) error {
	if b.one.gone {
		return errors.New("mind: another tree for a mind that is dropped")
	}
	g, err := b.one.core.groveOf(tree)
	if err == nil {
		b.one.core.use(b.one, g)
	}
	return err
}

// Drop ends the mind: it gets no further turn. In the middle of a turn, its own or another's,
// the leaf that is being called still finishes. A nil Mind, as [Minds.Of] returns it, has
// ended already.
func (b *Mind[A]) Drop() {
	if b == nil || b.one.gone {
		return
	}
	b.one.core.idle("Drop")
	delete(b.minds.of, b.minds.agents.list[b.one.body])
	b.one.core.drop(b.one)
}

// Send hands an event to the tree at once, with nil, a bool, an int, a float64 or a string. The
// error is about an event that the tree cannot take.
func (b *Mind[A]) Send(event string, data any) error {
	v, err := valueOf(data)
	if err != nil {
		return fmt.Errorf("mind: event %q: %w", event, err)
	}
	return b.one.core.send(b.one, event, v)
}

func valueOf(data any) (host.Value, error) {
	switch v := data.(type) {
	case nil:
		return host.NullValue, nil
	case bool:
		return host.BoolValue(v), nil
	case int:
		return host.IntValue(int64(v)), nil
	case float64:
		return host.NumberValue(v), nil
	case string:
		return host.StringValue(v), nil
	}
	return host.NullValue, fmt.Errorf("found a %T, wanted nil, bool, int, float64 or string", data)
}

// Name is how people call the agent, by [Options.Name]; empty where the game does not say.
func (b *Mind[A]) Name() string { return b.one.core.nameOf(b.one.id) }

// Doing is what the agent does since its last turn. A mind that is held or dropped does nothing. It takes no
// memory.
func (b *Mind[A]) Doing() Deed { return b.one.core.doing(b.one) }

// Watch follows the mind until the view is closed. What it did before is not in the view.
func (b *Mind[A]) Watch() *View { return b.one.core.look(b.one) }
