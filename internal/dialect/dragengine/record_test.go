package dragengine_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

type strides struct {
	Left  bool
	Count uint8
	Way   float64
}

// A game's action has a struct for its memory, its own text in views, and warnings of its
// own about a use.
func TestActionsWithRecords(t *testing.T) {
	g := newGame(t)
	record, err := host.NewRecord[strides]()
	if err != nil {
		t.Fatal(err)
	}
	g.action(host.Action{
		Name: "stride", Bits: record.Bits(), Params: []host.Param{{Name: "metres", Kind: host.Number}},
		Enter: func(c *host.Call) { record.Store(c, strides{}) },
		Tick: func(c *host.Call) host.Status {
			s := record.Load(c)
			s.Left, s.Count, s.Way = !s.Left, s.Count+1, s.Way+c.Args[0].Number()
			record.Store(c, s)
			if s.Count == 3 && s.Left && s.Way == 1.5 {
				return host.Success
			}
			return host.Running
		},
		Describe: func(c *host.Call) string { return strings.Repeat("|", int(record.Load(c).Count)) },
		Warn: func(s *host.Site, tell func(string)) {
			if s.Args[0].Number() < 1 {
				tell("short strides")
			}
		},
	})
	const rule = `<sequence id="r"><action name="stride"><parameter name="metres">0.5</parameter></action></sequence>`
	g.load(rule)
	for range 2 {
		g.want(host.Running, "")
		g.want(host.Running, "")
		if nodes := g.inspect().Nodes; nodes[len(nodes)-1].Text != "action stride without id  ||" {
			t.Errorf("inspected %+v", nodes)
		}
		g.want(host.Success, "")
	}
	var l syntax.List
	dragengine.Load("f.debt", []byte("<behaviorTree>"+rule+"</behaviorTree>"), g.reg, sourcefile.Memory(nil), &l)
	if told := l.SortedNotices().Error(); !strings.Contains(told, `f.debt:1:46: stride: short strides`) {
		t.Error(told)
	}
}

// Memory that is no fixed words is refused when the action is offered, before any tree is
// loaded, also where the game does not look at the error of the record.
func TestActionsWithOtherRecords(t *testing.T) {
	record, err := host.NewRecord[struct{ Names []string }]()
	if err == nil || !strings.Contains(err.Error(), "Names is a []string") {
		t.Error(err)
	}
	err = (&host.Registry{}).AddAction(host.Action{Name: "stride", Bits: record.Bits(), Tick: func(*host.Call) host.Status { return host.Success }})
	if want := `action "stride" has a record for its memory that was refused: see the error of NewRecord`; err == nil || err.Error() != want {
		t.Errorf("%v, wanted %s", err, want)
	}
}
