package unvanquished

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// field is a world for tests: it draws numbers, lets bots die and spawn, and
// writes down what leaves did.
type field struct {
	dead   map[int32]bool
	queue  map[int32]int32 // who waits to spawn, and as what they can
	log    []string
	silent bool
}

func (f *field) logf(format string, args ...any) {
	if !f.silent {
		f.log = append(f.log, fmt.Sprintf(format, args...))
	}
}

func (f *field) Alive(body int32) bool               { return !f.dead[body] }
func (f *field) Spawn(body, choice int32) bool       { return f.queue[body] == choice && choice != 0 }
func (f *field) ID(body int32) host.BotID            { return host.BotID(body + 1) }
func (f *field) Position(int32) (x, y float32)       { return 0, 0 }
func (f *field) Heading(int32) (x, y float32)        { return 0, 0 }
func (f *field) Delta(int32, int32) (dx, dy float64) { return 0, 0 }
func (f *field) State(int32, host.Key) host.Sym      { return host.Missing }
func (f *field) StateColumn(host.Key) []uint32       { return nil }
func (*field) Part(any) any                          { return nil }
func (f *field) Nearest(int32, host.FacetID) int32   { return -1 }
func (f *field) Fault(fault host.Fault)              { f.logf("%v", fault) }
func (f *field) Decide(body int32, a *host.Action, _ host.Intent) {
	f.logf("%d %s", body, a.Name)
}

func (f *field) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<40 ^ uint64(tick)<<28 ^ uint64(node)<<8 ^ uint64(draw)
	for range 3 {
		h = (h ^ h>>29) * 0x9e3779b97f4a7c15
	}
	return h
}

// plain is a world of which nobody dies and which writes nothing down.
type plain struct{ host.World }

func (plain) Decide(int32, *host.Action, host.Intent) {}

// mustLoad compiles a tree without other files.
func mustLoad(t testing.TB, reg *host.Registry, src string) *run.Program {
	t.Helper()
	var l syntax.List
	p := Load("bots/tree.bt", []byte(src), reg, sourcefile.Disk("bots/tree.bt", ""), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func offerAll(t testing.TB, reg *host.Registry, actions []host.Action, funcs []host.Func) {
	t.Helper()
	for _, a := range actions {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range funcs {
		if err := reg.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
}
