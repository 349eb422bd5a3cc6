package mind_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/mind"
)

// hopper is an agent that answers by its number and how often it was asked, in a session and in
// minds alike.
type hopper struct {
	id, asked int
	did       *[]string
}

func (h *hopper) answer(name string, of int) int {
	h.asked++
	n := (h.id*31 + h.asked*h.asked*7 + len(name)) % of
	*h.did = append(*h.did, fmt.Sprintf("%d %s %d", h.id, name, n))
	return n
}

func (h *hopper) Tired() bool      { return h.answer("Tired", 3) == 0 }
func (h *hopper) Nap() mind.Status { return mind.Status(h.answer("Nap", 3)) }

type hop struct{ Metres float64 }

func (h *hopper) Hop(p hop) mind.Status {
	return mind.Status(h.answer(fmt.Sprint("Hop ", p.Metres), 3))
}

// hoppers are the same tree in each dialect; those that can draw random numbers do.
var hoppers = map[string]string{
	"hopper.yaml": `
kind: selector
children:
  - kind: sequence
    children:
      - { kind: condition, name: Tired }
      - { kind: action, name: Nap }
  - { kind: action, name: Hop, args: { metres: 2 } }
`,
	"hopper.bt": `
selector {
	sequence { condition Tired { action Nap() } decorator timer( 300 ) { action Hop( 1 ) } }
	action Hop( 2 )
}
`,
	"hopper.debt": `
<behaviorTree>
  <choice id='root'>
    <action id='.nap' name='Nap'><condition>Tired</condition></action>
    <action id='.hop' name='Hop'><parameter name='metres'>2</parameter></action>
  </choice>
</behaviorTree>
`,
	"hopper.xml": `
<BehaviorTree>
  <Root>
    <Loop>
      <Selector>
        <Sequence><RandomGate opensWithChance="0.5"><Nap/></RandomGate><Wait duration="0.5"/></Sequence>
        <LuaGate code="return entity:Tired()"><Nap/></LuaGate>
        <Hop metres="2"/>
      </Selector>
    </Loop>
  </Root>
</BehaviorTree>
`,
	"ports.xml": `
<root BTCPP_format="4">
  <BehaviorTree ID="Hopper">
    <ReactiveFallback>
      <Sequence><Tired/><Nap/></Sequence>
      <SequenceWithMemory>
        <Script code="far := 2.0"/>
        <Hop metres="{far}"/>
        <Timeout msec="250"><Hop metres="3"/></Timeout>
        <Sleep msec="300"/>
      </SequenceWithMemory>
    </ReactiveFallback>
  </BehaviorTree>
</root>
`,
	"hopper.lua": `
local Hopper = Class(Brain, function(self) Brain._ctor(self) end)

function Hopper:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(Tired, "Tired", HostNode(Nap)),
        SequenceNode({ WaitNode(0.3), HostNode(host("Hop", 2)) }),
        RandomNode({ HostNode(host("Hop", 3)), HostNode(host("Hop", 4)) }),
    }, 0.2))
end

return Hopper
`,
}

const hopperCount, hopperTicks, seed = 7, 120, 5

// inSession is what hoppers do in a session.
func inSession(t *testing.T, file string) []string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		file:         hoppers[file],
		"scene.yaml": fmt.Sprintf("name: hoppers\nseed: %d\ntickRate: 10\nbots:\n  - { id: hopper, name: Hopper, count: %d, behavior: { file: %s } }\n", seed, hopperCount, file),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var did []string
	all := map[thicket.ID]*hopper{}
	of := func(c *thicket.Call) *hopper {
		if all[c.Bot] == nil {
			all[c.Bot] = &hopper{id: int(c.Bot), did: &did}
		}
		return all[c.Bot]
	}
	reg := thicket.NewRegistry()
	for _, err := range []error{
		reg.AddFunc(thicket.Func{Name: "Tired", Result: thicket.Bool, Eval: func(c *thicket.Call) thicket.Value { return thicket.BoolValue(of(c).Tired()) }}),
		reg.AddAction(thicket.Action{Name: "Nap", Tick: func(c *thicket.Call) thicket.Status { return of(c).Nap() }}),
		reg.AddAction(thicket.Action{Name: "Hop", Params: []thicket.Param{{Name: "metres", Kind: thicket.Number}},
			Tick: func(c *thicket.Call) thicket.Status { return of(c).Hop(hop{c.Args[0].Number()}) }}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := thicket.Open(filepath.Join(dir, "scene.yaml"), thicket.Options{Registry: reg})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range hopperTicks {
		did = append(did, "tick")
		s.Step()
	}
	counted, n := s.Faults()
	var faults []mind.Fault
	for _, f := range counted {
		faults = append(faults, f.Fault)
	}
	return append(did, fmt.Sprintf("faults: %d", n), firstTexts(faults))
}

// firstTexts are those of faults, such as of a root that has failed.
func firstTexts(faults []mind.Fault) string {
	var all []string
	for _, f := range faults {
		all = append(all, f.Text)
	}
	return strings.Join(all, "; ")
}

// byBot sorts what was done in each tick by the bots: WAGE asks a node of all bots of a session
// before the next node.
func byBot(did []string) []string {
	did = slices.Clone(did)
	for from := 0; from < len(did); from++ {
		to := from
		for to < len(did) && did[to] != "" && did[to][0] >= '1' && did[to][0] <= '9' {
			to++
		}
		slices.SortStableFunc(did[from:to], func(a, b string) int { return strings.Compare(a[:2], b[:2]) })
		from = to
	}
	return did
}

// inMinds is what they do without one, by one call for all or one for each.
func inMinds(t *testing.T, file string, each bool) []string {
	var did []string
	m, err := mind.New(mind.Options[*hopper]{
		Files: files{file: hoppers[file]}.fs(), Methods: true, Seed: seed, Step: 0.1,
		Leaves:  []mind.Leaf[*hopper]{{Name: "Hop", Do: mind.With((*hopper).Hop)}},
		OnFault: func(*hopper, mind.Fault) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []*mind.Mind[*hopper]
	for i := range hopperCount {
		b, err := m.Add(&hopper{id: i + 1, did: &did}, file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for range hopperTicks {
		did = append(did, "tick")
		if m.Tick(0.1); !each {
			m.ThinkAll(1)
			continue
		}
		for _, b := range all {
			b.Think()
		}
	}
	faults, n := m.Faults()
	return append(did, fmt.Sprintf("faults: %d", n), firstTexts(faults))
}

// TestMindsDecideAsInASession plays one tree of each dialect with the same leaves in a session
// and in minds, a turn in each tick: the same leaves are asked in the same order.
func TestMindsDecideAsInASession(t *testing.T) {
	for file := range hoppers {
		t.Run(filepath.Ext(file), func(t *testing.T) {
			want := inSession(t, file)
			asked := map[string]int{}
			for _, line := range want {
				if f := strings.Fields(line); len(f) > 1 {
					asked[f[1]]++
				}
			}
			if asked["Tired"]+asked["Nap"] < 20 || asked["Nap"] < 10 || asked["Hop"] < 20 {
				t.Fatalf("leaves were asked %v times", asked)
			}
			for _, each := range []bool{false, true} {
				got := inMinds(t, file, each)
				if filepath.Ext(file) == ".yaml" {
					got, want = byBot(got), byBot(want)
				}
				if !slices.Equal(got, want) {
					for i := range want {
						if i == len(got) || got[i] != want[i] {
							t.Fatalf("one by one %t: call %d is %q, in a session %q", each, i, append(got, "")[i], want[i])
						}
					}
					t.Fatalf("one by one %t: %d calls, in a session %d", each, len(got), len(want))
				}
			}
		})
	}
}
