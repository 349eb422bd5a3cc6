package why_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/why"
)

// fall has a guard that kills a cook, whose tree succeeds also while it is dead.
const fall = `
tickRate: 10
seed: 3
world: { width: 10, height: 10 }
weapons: [ { id: sword, damage: 10, range: 20, cooldown: 0.5s } ]
bots:
  - { id: guard, name: Guard, count: 1, speedMps: 1, foes: [cook], weapons: [sword], sight: { radius: 30, angle: 360 }, behavior: { kind: action, name: fight, args: { who: enemy } } }
  - { id: cook, name: Cook, count: 1, speedMps: 1, health: 50, respawn: 2s, behavior: { kind: wander } }
`

func TestTheDeadDoNothing(t *testing.T) {
	open := opener(fall, 0)
	var died, back int64
	for tick := int64(1); tick < 90 && back == 0; tick++ {
		r := explain(t, open, why.Question{Bot: "Cook 1", At: moment(t, fmt.Sprint(tick))})
		switch {
		case r.Idle == nil && died != 0:
			back = tick
			if r.Since.Tick != tick || r.Since.After == nil || r.Since.After.Since != died || r.Change != nil {
				t.Errorf("back at tick %d, it does so since %+v", tick, r.Since)
			}
		case r.Idle != nil && died == 0:
			died = tick
		}
		if r.Idle == nil {
			continue
		}
		var b bytes.Buffer
		if err := r.Text(&b); err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(b.String(), "\n")
		if r.Idle.Since != died || r.Idle.Name != "Guard 1" || r.Idle.Weapon != "sword" || r.Moment.Tick > died || strings.Contains(head, "does wander") {
			t.Errorf("tick %d, died in %d: %+v\n%s", tick, died, r.Idle, head)
		}
		for _, q := range []why.Question{{Not: "wander"}, {Instead: "wander"}} {
			q.Bot, q.At = "Cook 1", moment(t, fmt.Sprint(tick))
			if _, err := why.Explain(context.Background(), open, q); err == nil || !strings.Contains(err.Error(), "does nothing") {
				t.Errorf("tick %d: asked %+v: %v", tick, q, err)
			}
		}
	}
	if died == 0 || back != died+20+1 {
		t.Errorf("it died in tick %d and its tree was asked again in %d", died, back)
	}
}
