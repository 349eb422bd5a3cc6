package unvanquished

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

func TestLabels(t *testing.T) {
	reg := asking()
	offerAll(t, reg, []host.Action{{
		Name: "wave", Params: []host.Param{optional(anyParam(""), "p"), {Name: "both", Kind: host.Bool, Optional: true, Default: host.BoolValue(true)}},
		Tick: func(*host.Call) host.Status { return host.Success },
	}}, nil)
	p := mustLoad(t, reg, `selector
	{
		condition !( team == TEAM_ALIENS || 1 > skill ) && percentHealth( E_SELF ) < 0.5 { action moveTo( E_GOAL, 2.5 ) }
		condition ( skill < 1 ) < random
		decorator mapStatus( 1 7 0 ) { action say( "hi" ) }
		decorator return( STATUS_RUNNING ) { action wave }
		decorator invert() { decorator timer( 50 ) { spawnAs WP_HBUILD } }
		action wave( 3 )
	}`)
	var got []string
	labels, roles := p.Semantics.(run.Describer), p.Semantics.(run.Describer)
	for n := range p.Tree.Nodes[1:] {
		kind, detail := labels.Label(p.Tree, tree.NodeID(n+1))
		got = append(got, roles.Role(p.Tree, tree.NodeID(n+1)).String()+" "+kind+" "+detail)
	}
	want := []string{
		"composite behavior tree",
		"composite selector ",
		"condition condition !( team == TEAM_ALIENS || 1 > skill ) && percentHealth( E_SELF ) < 0.5",
		"action action moveTo( E_GOAL, 2.5 )",
		"condition condition ( skill < 1 ) < random",
		"decorator mapStatus failure: success, success: other, running: failure",
		`action action say( "hi" )`,
		"decorator return running",
		"action action wave( null, true )",
		"decorator invert ",
		"decorator timer 50 ms",
		"action spawnAs 22",
		"action action wave( 3, true )",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
