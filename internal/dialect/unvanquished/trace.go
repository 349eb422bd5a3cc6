package unvanquished

import (
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// mainName is the name of the tree in the source of a case.
const mainName = "main"

// Trace dry-runs a case whose source is bots/main.bt. Its leaves are the actions
// of the game and A to Z with up to four parameters, its values the functions of
// the game and c0 to c9; an action without a script fails, and a function without
// one is 0. The result of a case without ticks is the tree in its normal form
// with the notices of the load, without lints. Of several errors the first is the
// one that the original finds first.
func Trace(c dryrun.Case) dryrun.Result {
	h := dryrun.NewHost(&c)
	h.Registry.Overlay(Name).Vocabulary = c.Knows(Name)
	if err := offer(h); err != nil {
		return c.Refused(err)
	}
	var l syntax.List
	lib := newLibrary(h.Registry, caseSource{&c}, &l)
	main := lib.root(mainName, c.Name, []byte(c.Source))
	if main == nil {
		return dryrun.Result{Name: c.Name, Error: l.Errors.Error()}
	}
	p := compile(main, lib)
	if p == nil {
		return dryrun.Result{Name: c.Name, Error: l.Err().Error()}
	}
	r := h.Run(p, l.SortedNotices())
	if r.Loaded != nil {
		r.Tree = main.Print()
	}
	return r
}

// offer fills the registry of a host with scripted leaves and values.
func offer(h *dryrun.Host) error {
	if done, err := h.Offer(true, nil); done {
		return err
	}
	var errs []error
	add := func(name string, params []host.Param) {
		errs = append(errs, h.Registry.AddAction(h.Action(name, host.Failure, params...)))
	}
	for i := range Actions {
		add(Actions[i].Name, Actions[i].Params)
	}
	four := make([]host.Param, 4)
	for i := range four {
		four[i] = optional(anyParam(""), fmt.Sprint("p", i+1))
	}
	for name := 'A'; name <= 'Z'; name++ {
		add(string(name), four)
	}
	ask := func(name string, params []host.Param) {
		errs = append(errs, h.Registry.AddFunc(scripted(h, name, params)))
	}
	for i := range Functions {
		ask(Functions[i].Name, Functions[i].Params)
	}
	for i := range 10 {
		ask(fmt.Sprint("c", i), nil)
	}
	return errors.Join(errs...)
}

// scripted makes a function whose numbers are ints where they are whole and fit
// 32 bits, otherwise floats.
func scripted(h *dryrun.Host, name string, params []host.Param) host.Func {
	f := h.Func(name)
	f.Params = params
	eval := f.Eval
	f.Eval = func(c *host.Call) host.Value {
		v := eval(c)
		if n := v.Number(); v.Kind() == host.Number && n == float64(int32(n)) {
			return host.IntValue(int64(n))
		}
		return v
	}
	return f
}

// caseSource has the files of a case, which lie in bots beside its source.
type caseSource struct{ *dryrun.Case }

func (s caseSource) behavior(at syntax.Pos, path string) (string, []byte, *syntax.Error) {
	return s.text(at, path)
}

func (s caseSource) text(at syntax.Pos, path string) (string, []byte, *syntax.Error) {
	name, inside := strings.CutPrefix(strings.TrimPrefix(path, "/"), botsFolder)
	if inside && name == mainName+Ext {
		return s.Name, []byte(s.Source), nil
	}
	if src, ok := s.Files[name]; ok && inside {
		return name, []byte(src), nil
	}
	return "", nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("no file %s in the case", quote(path))}
}
