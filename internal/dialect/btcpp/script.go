package btcpp

import (
	"sync"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

type attribute = *markup.Attr

func parse(text string, enums board.Enums) (*script.Script, *script.Error) {
	return script.Parse(text, enums)
}

// runner runs scripts on the blackboards of a bot.
type runner struct {
	script.Runner
	s     *semantics
	x     *run.Exec
	bound *bound
}

// runners are spare ones: several workers want one each.
var runners = sync.Pool{New: func() any { return &runner{} }}

// runner returns one for the bot at the cursor; done gives it back.
func (s *semantics) runner(x *run.Exec, b *bound) *runner {
	r := runners.Get().(*runner)
	r.Enums, r.Most = s.enums, s.mostText
	r.s, r.x, r.bound = s, x, b
	return r
}

func (r *runner) done() {
	r.s, r.x, r.bound = nil, nil, nil
	runners.Put(r)
}

// run runs a script.
func (s *semantics) run(x *run.Exec, b *bound) *script.Error {
	r := s.runner(x, b)
	defer r.done()
	_, err := r.Run(b.script, r)
	return err
}

// test runs a script as a condition of a node.
func (s *semantics) test(x *run.Exec, n tree.NodeID, b *bound) (bool, *script.Error) {
	s.tellEntries(x, n, b)
	r := s.runner(x, b)
	defer r.done()
	return r.Holds(b.script, r)
}

// slot returns where a name has its entry; -1 for none.
func (r *runner) slot(name int) int32 {
	if r.bound.refs == nil {
		return r.s.findNamed(r.x, r.bound.board, r.bound.script.Names()[name])
	}
	return r.s.find(r.x, r.bound.refs[name])
}

// Value is script.Board.
func (r *runner) Value(name int) (v board.Value, ok bool) {
	slot := r.slot(name)
	if slot < 0 {
		return v, false
	}
	return r.s.value(r.x, slot), true
}

// Make is script.Board.
func (r *runner) Make(name int) bool {
	slot := int32(-1)
	if r.bound.refs == nil {
		slot = r.s.makeNamed(r.x, r.bound.board, r.bound.script.Names()[name])
	} else {
		slot = r.s.boards.refs[r.bound.refs[name]].make
	}
	if slot >= 0 {
		r.s.store(r.x, slot, &board.Entry{})
	}
	return slot >= 0
}

// Assign is script.Board.
func (r *runner) Assign(name int, v board.Value) (board.Value, error) {
	slot := r.slot(name)
	en := r.s.entry(r.x, slot)
	err := en.Assign(r.s.enums, v)
	if err == nil {
		r.s.store(r.x, slot, &en)
	}
	return en.Value, err
}

// Text is script.Board.
func (r *runner) Text(b []byte) string {
	if n, ok := r.s.textOf[string(b)]; ok {
		return r.s.texts[n]
	}
	return string(b)
}

// codeOf returns the script of a node: that of the file, or what the text of an entry is now.
func (s *semantics) codeOf(x *run.Exec, n tree.NodeID, u *use) (b *bound, ok bool) {
	info := &s.nodes[n]
	if u.how != keyed {
		return info.code, true
	}
	v, err := s.read(x, u)
	if err != nil {
		s.fail(x, n, "%s: %v", u.name, err)
		return nil, false
	}
	if v.Text() == "" {
		return nil, true
	}
	parsed, fault := parse(v.Text(), s.enums)
	if fault != nil {
		s.fail(x, n, "%s: the entry %s holds no script: %v", u.name, u.text, fault)
		return nil, false
	}
	return &bound{script: parsed, board: info.board, attr: u.attr}, true
}

// at returns the place of an error in a script, as far as that stands in a file.
func (b *bound) at(u *use, err *script.Error) any {
	if u.how == keyed || u.attr == nil {
		return u.at
	}
	return u.attr.At(err.Off)
}
