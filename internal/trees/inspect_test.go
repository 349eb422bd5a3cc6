package trees_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Every dialect whose trees remember where they are can show it.
func TestDialectsShowWhatRuns(t *testing.T) {
	for name, test := range map[string]struct{ file, src, want, values string }{
		"unvanquished": {"t.bt", "sequence { action Done() fallback { action A() } }", "sequence, fallback, action A", ""},
		"dragengine": {
			"t.debt", `<behaviorTree><sequence id="root"><action name="Done"/><choice><action id="a" name="A"/></choice></sequence></behaviorTree>`,
			"sequence #root, choice without id, action A #a", "current = sequence #root > 1: choice without id > 0: action A #a",
		},
		"mbt": {
			"t.xml", `<BehaviorTree><Variables><Variable name="x"/></Variables><Root><Sequence><Done/><A/></Sequence></Root></BehaviorTree>`,
			"1   Sequence, 1   - A", "x = false",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := &diary{}
			p, _, err := trees.LoadSource(test.file, []byte(test.src), diarists(d))
			if err != nil {
				t.Fatal(err)
			}
			pool := run.NewPool(p, d)
			row := pool.Add(host.BotID(1), 0, run.Moment{DT: 0.1})
			x := pool.NewExec()
			for tick := range int64(2) {
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
			}
			before := pool.Hash(row)
			var seen run.Inspection
			pool.Look(row, run.Moment{Tick: 2, DT: 0.1}, func(x *run.Exec) { seen = p.Semantics.(run.Inspector).Inspect(x) })
			var lines, values []string
			for _, n := range seen.Nodes {
				lines = append(lines, strings.TrimSpace(n.Text))
			}
			for _, v := range seen.Values {
				values = append(values, v.Name+" = "+v.Value)
			}
			if diff := cmp.Diff(test.want, strings.Join(lines, ", ")); diff != "" {
				t.Errorf("nodes (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.values, strings.Join(values, ", ")); diff != "" {
				t.Errorf("values (-want +got)\n%s", diff)
			}
			if pool.Hash(row) != before {
				t.Error("looking changed the bot")
			}
		})
	}
}
