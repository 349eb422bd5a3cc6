package btcpp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// model has the ports of a scripted leaf.
type model struct {
	In    inOrder                      `json:"in"`
	Out   inOrder                      `json:"out"`
	InOut inOrder                      `json:"inout"`
	Emit  map[string][]json.RawMessage `json:"emit"`
}

// inOrder are ports in the order in which they are written.
type inOrder []modelOf

type modelOf struct {
	name   string
	typ    board.Type
	preset *string
}

var typesByName = map[string]board.Type{
	"int": board.Int, "unsigned": board.Unsigned, "double": board.Double, "bool": board.Bool, "string": board.String, "status": board.Status,
	"enum": board.Enum, "any": board.Free, "ints": board.Ints, "doubles": board.Doubles, "bools": board.Bools, "strings": board.Strings,
	"poses": board.Poses,
}

// UnmarshalJSON reads a map and keeps its order.
func (p *inOrder) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		var full struct {
			Type    string
			Default json.RawMessage
		}
		if json.Unmarshal(raw, &full.Type) != nil {
			if err := json.Unmarshal(raw, &full); err != nil {
				return err
			}
		}
		typ, ok := typesByName[full.Type]
		if !ok {
			return fmt.Errorf("port %v: unknown type %q", name, full.Type)
		}
		of := modelOf{name: fmt.Sprint(name), typ: typ}
		if full.Default != nil {
			text := string(full.Default)
			_ = json.Unmarshal(full.Default, &text) // a number is its text
			of.preset = &text
		}
		*p = append(*p, of)
	}
	return nil
}

func (m *model) ports() (all []port) {
	add := func(of inOrder, dir direction) {
		for _, p := range of {
			q := port{name: p.name, typ: p.typ, dir: dir}
			if p.preset != nil {
				q.preset, q.hasPreset = *p.preset, true
			}
			all = append(all, q)
		}
	}
	add(m.In, in)
	add(m.InOut, inout)
	add(m.Out, out)
	return all
}

// leaf makes a scripted leaf, which shows what its ports give.
func (w *dryRun) leaf(name string) host.Action {
	m := w.keys.Models[name]
	sync := slices.Contains(w.keys.Sync, name)
	return host.Action{
		Name: name, Skips: true, Internals: host.Internals{Payload: &native{sync: sync, ports: m.ports(), open: w.c.Lenient}},
		Enter: func(*host.Call) { w.Visit(name + "+start") },
		Stop:  func(*host.Call) { w.Visit(name + "-halt") },
		Tick: func(c *host.Call) host.Status {
			p := portsIn(c)
			w.reads(name, &m, p)
			script := w.c.Leaves[name]
			k := w.calls[name]
			w.calls[name]++
			if !w.emits(name, &m, p, k) {
				return host.Error
			}
			is := script[min(k, len(script)-1)]
			if is == "throw" {
				c.Warnf("it throws")
				return host.Error
			}
			w.Visit(name + "=" + is)
			return map[string]host.Status{"success": host.Success, "failure": host.Failure, "running": host.Running, "skipped": host.Skipped, "idle": host.Ready}[is]
		},
	}
}

// reads shows what the inputs give.
func (w *dryRun) reads(name string, m *model, p portsAt) {
	for _, in := range slices.Concat(m.In, m.InOut) {
		v, err := p.read(in.name)
		if in.typ == board.Free {
			var ok bool
			if v, ok = p.raw(in.name); !ok {
				err = errors.New("there is no entry")
			} else {
				err = nil
			}
		}
		switch {
		case err != nil:
			w.Visit(name + "." + in.name + "!")
		case in.typ == board.Free:
			w.Visit(name + "." + in.name + "=" + showEntry(v))
		default:
			w.Visit(name + "." + in.name + "=" + showPort(v))
		}
	}
}

// emits writes the outputs that the case has for a call. An output that cannot be written where it
// is bound is an error of the leaf.
func (w *dryRun) emits(name string, m *model, p portsAt, k int) bool {
	for _, o := range slices.Concat(m.Out, m.InOut) {
		script := m.Emit[o.name]
		if len(script) == 0 {
			continue
		}
		raw := script[min(k, len(script)-1)]
		if string(raw) == "null" {
			continue
		}
		v, err := valueOf(raw)
		if err == nil && o.typ.Fixed() && v.IsNumber() {
			v = ofType(o.typ, v)
		}
		if err == nil {
			if u := p.use(o.name); u == nil || u.how != keyed {
				w.Visit(name + "." + o.name + "!")
				continue
			}
			err = p.write(o.name, v)
		}
		if err != nil {
			p.x.Warnf(p.n, "%v", err)
			return false
		}
	}
	return true
}

// ofType is a number as a leaf in C++ has it that declares a port of a type.
func ofType(t board.Type, v board.Value) board.Value {
	f, err := v.Float()
	switch {
	case err != nil:
	case t == board.Double:
		return board.RealOf(f)
	case t == board.Int, t == board.Unsigned, t == board.Bool:
		return board.WholeOf(t, int64(f))
	}
	return v
}

// substitution puts other nodes in the places of some, for tests. bt_factory.cpp,
// loadSubstitutionRuleFromJSON.
type substitution struct {
	Rules   map[string]string   `json:"SubstitutionRules"`
	Configs map[string]mockText `json:"TestNodeConfigs"`
}

type mockText struct {
	Status    string `json:"return_status"`
	Code      string `json:"return_status_script"`
	After     uint32 `json:"async_delay"`
	OnSuccess string `json:"success_script"`
	OnFailure string `json:"failure_script"`
	Post      string `json:"post_script"`
}

// replacer makes what gives the node in the place of another one.
func (r *substitution) replacer(enums board.Enums) (func(*compiler, string, string, string) *kind, error) {
	mocks := map[string]*kind{}
	for name, m := range r.Configs {
		k := &kind{name: name, op: opMock, open: true, mock: &mock{answer: success, after: m.After, code: m.Code, onSuccess: m.OnSuccess, onFailure: m.OnFailure, post: m.Post}}
		if m.Status != "" {
			v, err := enums.Parse(board.Status, m.Status)
			if err != nil {
				return nil, fmt.Errorf("return_status of %s: %w", name, err)
			}
			k.mock.answer = answer(v.Whole())
		}
		mocks[name] = k
	}
	return func(c *compiler, name, called, where string) *kind {
		for pattern, to := range r.Rules {
			matches := pattern == name || pattern == called || pattern == where
			if ok, err := path.Match(pattern, where); err == nil && ok {
				matches = true
			}
			if !matches {
				continue
			}
			if k := mocks[to]; k != nil {
				return k
			}
			return c.lib.kindOf(to)
		}
		return nil
	}, nil
}
