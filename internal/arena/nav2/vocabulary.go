package nav2

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// leaf is one action or condition of the vocabulary.
type leaf struct {
	name, doc string
	ports     []btcpp.Port
	// instant: it answers in its first call, and is called again whenever its parent calls it.
	instant bool
	// asks: it is a condition.
	asks bool
	// counts: number_recoveries grows by 1 when it starts.
	counts bool
	act    func(turn) host.Status
	stop   func(turn) // it is halted while it runs
}

// leaves lists all that trees can use.
func leaves() []leaf {
	return slices.Concat(planning(), moving(), clearing(), pathTools(), choosing(), conditions())
}

// turn is one call of a leaf, with its ports and what the arena keeps for these trees.
type turn struct {
	core.Turn
	*robots
	btcpp.Ports
}

// robot returns the record of the bot.
func (t turn) robot() *robot { return &t.list[t.Body] }

// The memory of every leaf: the tick in which it started, and words of its own.
const (
	began     = 0
	firstWord = 64
	words     = 12
	bits      = firstWord + 32*words
)

// word and put read and write a word of the leaf's own.
func (t turn) word(i int) uint32   { return t.Load(firstWord+32*i, 32) }
func (t turn) put(i int, v uint32) { t.Store(firstWord+32*i, 32, v) }

// starts reports whether this is the leaf's first call since it was entered.
func (t turn) starts() bool { return t.LoadInt(began) == t.Tick+1 }

// passed returns how many seconds ago the leaf started.
func (t turn) passed() float64 { return float64(t.Tick+1-t.LoadInt(began)) * t.DT }

// turnOf returns the turn of a call, and has the bot stand where nothing moves it.
func turnOf(c *host.Call) (t turn, ok bool) {
	of, ok := core.TurnOf(c)
	if !ok {
		return t, false
	}
	s, _ := core.StateOf[*robots](of.Arena)
	t = turn{of, s, btcpp.PortsOf(c)}
	if r := t.robot(); !r.On {
		r.On = true
		t.Settle()
	}
	return t, true
}

// hostAction makes the action that trees call.
func (l *leaf) hostAction() host.Action {
	ports := l.ports
	if l.counts {
		ports = append(slices.Clone(ports), btcpp.Counted(recoveries))
	}
	payload := btcpp.Leaf(l.instant, described(l.name, ports)...)
	if l.asks {
		payload = btcpp.Asking(described(l.name, ports)...)
	}
	a := host.Action{
		Name: l.name, Doc: l.doc, Bits: bits, Local: true,
		Internals: host.Internals{Needs: Needs, Payload: payload},
		Tick: func(c *host.Call) host.Status {
			t, ok := turnOf(c)
			switch {
			case !ok:
				return host.Failure
			case t.Dead(t.Body):
				t.Because("it is dead")
				return host.Failure
			case l.counts && l.instant:
				t.countRecovery()
			}
			return l.act(t)
		},
	}
	if l.instant {
		return a
	}
	a.Enter = hook(func(t turn) {
		host.ClearMemory(t.Call.Memory)
		t.StoreInt(began, t.Tick+1)
		if l.counts {
			t.countRecovery()
		}
	})
	a.Stop = hook(func(t turn) {
		if l.stop != nil {
			l.stop(t)
		}
		t.Put("error_code_id", board.WholeOf(board.Int, 0))
	})
	return a
}

func hook(f func(turn)) func(*host.Call) {
	return func(c *host.Call) {
		if t, ok := turnOf(c); ok {
			f(t)
		}
	}
}

// recoveries is the entry that counts recoveries.
const recoveries = "number_recoveries"

func (t turn) countRecovery() {
	n, _ := t.Get(recoveries)
	t.Ports.Put(recoveries, board.WholeOf(board.Int, n.Whole()+1))
}

// succeeds ends the work of a server well.
func (t turn) succeeds() host.Status {
	t.Ports.Put("error_code_id", board.WholeOf(board.Int, 0))
	t.Ports.Put("error_msg", board.TextOf(""))
	return host.Success
}

// fails ends it with a code, and says why.
func (t turn) fails(code int64, why string) host.Status {
	t.Because(why)
	t.Ports.Put("error_code_id", board.WholeOf(board.Int, code))
	t.Ports.Put("error_msg", board.TextOf(why))
	return host.Failure
}

// cancelled reports whether the work that the leaf has begun on a server was cancelled since.
func (t turn) cancelled(server int) bool { return t.robot().Cancel[server] > t.LoadInt(began) }

// real reads a port of a number; what is given where it cannot be read.
func (t turn) real(name string, without float64) float64 {
	if v, ok := t.Get(name); ok {
		return v.Real()
	}
	return without
}

func (t turn) whole(name string, without int64) int64 {
	if v, ok := t.Get(name); ok {
		return v.Whole()
	}
	return without
}

func (t turn) truth(name string) bool { return t.whole(name, 0) != 0 }

func (t turn) text(name string) string {
	v, _ := t.Get(name)
	return v.Text()
}

// pose reads a port of one pose.
func (t turn) pose(name string) (p board.Pose, ok bool) {
	v, ok := t.Get(name)
	if !ok || v.PoseCount() != 1 {
		return p, false
	}
	return v.Pose(0), true
}

// poses reads a port of poses; none where it cannot be read.
func (t turn) poses(name string) []board.Pose {
	v, _ := t.Get(name)
	return v.Poses()
}

// here returns where the bot is.
func (t turn) here() components.Position {
	x, y := t.Game.At(t.Body)
	return components.Position{X: x, Y: y}
}

func at(p board.Pose) components.Position {
	return components.Position{X: float32(p.X), Y: float32(p.Y)}
}

// server returns the ports of a leaf that has a server do its work.
func server(ports ...btcpp.Port) []btcpp.Port {
	return append(ports, btcpp.Input("server_name", board.String), btcpp.Input("server_timeout", board.Int),
		btcpp.Output("error_code_id", board.Int), btcpp.Output("error_msg", board.String))
}

// service returns the ports of a leaf that calls a service.
func service(ports ...btcpp.Port) []btcpp.Port {
	return append(ports, btcpp.Input("service_name", board.String), btcpp.Input("server_timeout", board.Int))
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Register: register, NewState: newRobots}
}

func register(r *host.Registry) error {
	var all []host.Action
	for _, l := range leaves() {
		all = append(all, l.hostAction())
	}
	return btcpp.Supply(r, all)
}
