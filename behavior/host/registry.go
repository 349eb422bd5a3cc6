package host

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Registry holds what a game offers to trees, by name. Fill it before trees
// are loaded: a tree is bound to what was there when it was loaded, and a world
// counts only the actions that were there when it was built. The zero Registry
// is empty and ready for use. It is not for concurrent use.
type Registry struct {
	symbols Symbols
	actions table[*Action]
	funcs   table[*Func]
	// limits are the conditions that compare functions with a limit, by name
	limits map[string]*Func
	// numbered are the names of all actions, also those of overlays
	numbered []string
	overlays map[string]*Overlay
	guard    func(name string) error
	given    given // what was there when the guard came
	// listeners of announcements by name; announced are the names
	listeners map[string][]func(World, Announcement)
	announced []string
	bounds    limit.Values // of what is loaded with it
}

// given are names that are not a game's own: they were there before it was asked.
type given struct{ actions, funcs map[string]bool }

func (g *given) take(actions, funcs []string) {
	g.actions, g.funcs = map[string]bool{}, map[string]bool{}
	for _, name := range actions {
		g.actions[name] = true
	}
	for _, name := range funcs {
		g.funcs[name] = true
	}
}

type table[T any] struct {
	byName map[string]T
	names  []string // in the order of adding
}

func (t *table[T]) add(what, name string, v T) error {
	if name == "" {
		return fmt.Errorf("%s without a name", what)
	}
	if _, ok := t.byName[name]; ok {
		return fmt.Errorf("%s %q is there already", what, name)
	}
	if t.byName == nil {
		t.byName = map[string]T{}
	}
	t.byName[name] = v
	t.names = append(t.names, name)
	return nil
}

// Guard adds a check that the names of actions and functions must pass which the
// registry is given from now on; those of overlays need not. Names given from now on
// are the game's own: a tree finds one of them before the same name in an overlay.
func Guard(r *Registry, check func(name string) error) {
	r.guard = check
	r.given.take(r.actions.names, r.FuncNames())
	for _, o := range r.overlays {
		o.given.take(o.actions.names, o.funcs.names)
	}
}

// OwnNames lists the actions and then the functions that the registry was given after its
// guard; all of one without a guard. Conditions that compare a number with a limit are not listed.
func OwnNames(r *Registry) (names []string) {
	for _, name := range r.actions.names {
		if !r.given.actions[name] {
			names = append(names, name)
		}
	}
	for _, name := range r.funcs.names {
		if !r.given.funcs[name] {
			names = append(names, name)
		}
	}
	return names
}

// AddAction offers an action. It refuses one without a name or Tick, with a name
// that an action or a function has or that the guard refuses, with parameters that
// contradict each other or themselves, with more memory than a tree can have, or
// with Rows where they cannot do what Tick does.
func (r *Registry) AddAction(a Action) error {
	if r.Func(a.Name) != nil {
		return fmt.Errorf("action %q: a function has this name", a.Name)
	}
	if err := r.passes("action", a.Name, r.actions.byName[a.Name] != nil); err != nil {
		return err
	}
	return r.addAction(&r.actions, a)
}

// passes asks the guard about a name that is neither empty nor taken: these have
// errors of their own.
func (r *Registry) passes(what, name string, taken bool) error {
	if r.guard == nil || name == "" || taken {
		return nil
	}
	if err := r.guard(name); err != nil {
		return fmt.Errorf("%s %q: %w", what, name, err)
	}
	return nil
}

// AddFunc offers a function, with the refusals of AddAction that apply, and refuses
// one without Result.
//
// A function that gives a number is a condition too, by two other names: NAME_below
// and NAME_at_least, with one more parameter, limit. A function that is added by
// such a name replaces the condition.
func (r *Registry) AddFunc(f Func) error {
	if f.Name != "" && f.Eval != nil && f.Result == Null {
		return fmt.Errorf("function %q does not say what it gives: Result is empty", f.Name)
	}
	if f.Result >= Where {
		return fmt.Errorf("function %q gives %v, which is no kind of a value", f.Name, f.Result)
	}
	names := []string{f.Name}
	if f.Result == Number || f.Result == Int {
		if slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == limitName }) {
			return fmt.Errorf("function %q: the parameter %q is that of %s_below", f.Name, limitName, f.Name)
		}
		names = append(names, f.Name+"_below", f.Name+"_at_least")
	}
	for _, name := range names {
		if r.actions.byName[name] != nil {
			return fmt.Errorf("function %q: an action has the name %q", f.Name, name)
		}
	}
	if err := r.passes("function", f.Name, r.funcs.byName[f.Name] != nil); err != nil {
		return err
	}
	if err := addFunc(&r.funcs, f); err != nil {
		return err
	}
	if f.Result == Number || f.Result == Int {
		if r.limits == nil {
			r.limits = map[string]*Func{}
		}
		for _, limit := range limitsOf(r.funcs.byName[f.Name]) {
			r.limits[limit.Name] = limit
		}
	}
	return nil
}

// limitName is the parameter that a number is compared with.
const limitName = "limit"

// limitsOf makes the conditions that compare a number with a limit.
func limitsOf(f *Func) []*Func {
	last := len(f.Params)
	limit := Param{Name: limitName, Doc: "what it is compared with", Kind: Number, Unit: f.Unit}
	below, atLeast := *f, *f
	for _, c := range []*Func{&below, &atLeast} {
		c.Params, c.Result, c.Rows = append(slices.Clone(f.Params), limit), Bool, nil
		if f.Check != nil {
			c.Check = func(s *Site) error {
				own := *s
				own.Args, own.Params = s.Args[:last], s.Params[:last]
				return f.Check(&own)
			}
		}
	}
	// compare asks for the number; what is no number is neither below nor above.
	compare := func(c *Call, is Relation) Value {
		args, mark := c.Args, MarkOf(c)
		c.Args = args[:last]
		v := f.Eval(c)
		c.Args = args
		if c.Watched {
			if r := Compared(c, mark, f.Name, v, is, args[last]); r != nil {
				r.Unit = f.Unit
			}
		}
		return BoolValue(v.isNumber() && Holds(is, v.num, args[last].num))
	}
	below.Name, below.Doc = f.Name+"_below", fmt.Sprintf("Whether `%s` is below a limit.", f.Name)
	below.Eval = func(c *Call) Value { return compare(c, Below) }
	atLeast.Name, atLeast.Doc = f.Name+"_at_least", fmt.Sprintf("Whether `%s` is a limit or above.", f.Name)
	atLeast.Eval = func(c *Call) Value { return compare(c, AtLeast) }
	if f.Rows != nil {
		below.Rows = func(r *Rows, numbers *[64]float64) {
			compareRows(f, r, numbers, Below)
		}
		atLeast.Rows = func(r *Rows, numbers *[64]float64) {
			compareRows(f, r, numbers, AtLeast)
		}
	}
	return []*Func{&below, &atLeast}
}

// compareRows asks f for the rows of a call that has one more argument, the limit, and
// sets 1 for those that hold and 0 for the others.
func compareRows(f *Func, r *Rows, numbers *[64]float64, is Relation) {
	args := r.Args
	last := len(args) - 1
	defer func() { r.Args, r.run.Enough = args, 0 }()
	limit := args[last].num
	r.Args, r.Null, r.run.Enough = args[:last], 0, limit
	f.Rows(r, numbers)
	for m := r.Mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		holds := numbers[i] < limit
		if is == AtLeast {
			holds = numbers[i] >= limit
		}
		one := int64(0) // as a number, which costs no guess of a processor
		if holds {
			one = 1
		}
		numbers[i] = float64(one &^ int64(r.Null>>i))
	}
	r.Null = 0
}

// checkParams returns the parameters with each default as the leaf will see it.
func checkParams(params []Param) ([]Param, error) {
	params = slices.Clone(params)
	wheres, optional := 0, ""
	for i := range params {
		p := &params[i]
		if p.Kind == Where {
			wheres++
		}
		switch {
		case p.Name == "":
			return nil, fmt.Errorf("parameter %d has no name", i+1)
		case p.Kind == Null || p.Kind > Where:
			return nil, fmt.Errorf("parameter %q: %v is no kind of a parameter", p.Name, p.Kind)
		case optional != "" && !p.Optional:
			return nil, fmt.Errorf("parameter %q stands behind %q, which may be left out", p.Name, optional)
		case slices.ContainsFunc(params[:i], func(q Param) bool { return q.Name == p.Name }):
			return nil, fmt.Errorf("two parameters %q", p.Name)
		case wheres > 1:
			return nil, fmt.Errorf("a second selection of bodies %q", p.Name)
		}
		if p.Default.kind != Null {
			v, err := p.Accept(p.Default)
			if err != nil {
				return nil, fmt.Errorf("default of %w", err)
			}
			p.Default = v
		}
		if p.Optional {
			optional = p.Name
		}
	}
	return params, nil
}

// Action finds an action by name; nil when there is none.
func (r *Registry) Action(name string) *Action { return r.actions.byName[name] }

// Func finds a function by name; nil when there is none.
func (r *Registry) Func(name string) *Func {
	if f := r.funcs.byName[name]; f != nil {
		return f
	}
	return r.limits[name]
}

// NumberedActions returns the names of all actions, also those of overlays, by
// number: element i is the action with number i+1. A name may be there twice.
// The slice must not be changed.
func NumberedActions(r *Registry) []string { return r.numbered }

// ActionNames lists the actions in the order in which they were added.
func (r *Registry) ActionNames() []string { return slices.Clone(r.actions.names) }

// FuncNames lists the functions in the order in which they were added, each with
// the conditions that compare it with a limit.
func (r *Registry) FuncNames() []string {
	var names []string
	for _, name := range r.funcs.names {
		names = append(names, name)
		for _, limit := range [...]string{name + "_below", name + "_at_least"} {
			if r.limits[limit] != nil && r.funcs.byName[limit] == nil {
				names = append(names, limit)
			}
		}
	}
	return names
}
