package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/session"
)

// hand has a player do something, and returns how it stands after the tick.
func hand(g *arenatest.Game, who components.ID, verb string) session.BodyView {
	g.T.Helper()
	if err := g.Do(&session.Act{Player: session.Who{ID: who}, Verb: verb}); err != nil {
		g.T.Fatal(err)
	}
	g.Steps(1)
	return g.Snapshot().Players[0]
}

// An alien player evolves by the rules of bots: near no foe, under an overmind, for its credits, and not twice in
// half a second. Who dies begins as a dretch again.
func TestPlayersEvolve(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Team: "aliens", People: "aliens", Buildings: "overmind 3600 3600, egg 3000 3000", Settings: "g_bot_infiniteMomentum: 1"}.Open(t)
	ann := g.Join(110, 110, components.Heading{}, 5)
	g.Steps(1)
	trial.SetCredits(g.Arena, ann, 0)
	if p := hand(g, ann, "become"); p.Form != "alien_level0" && p.Form != "alien_builder0" {
		t.Errorf("without credits a player became %q", p.Form)
	}
	trial.SetCredits(g.Arena, ann, 2000)
	g.Steps(20)
	was := g.Snapshot().Players[0].Form
	one := hand(g, ann, "become")
	if one.Form == was || one.Form == "" {
		t.Fatalf("a player with credits went from %q to %q", was, one.Form)
	}
	if two := hand(g, ann, "become"); two.Form != one.Form {
		t.Errorf("a tick later it became %q, wanted to wait", two.Form)
	}
	g.Steps(20)
	if two := hand(g, ann, "become"); two.Form == one.Form || two.Form == was {
		t.Errorf("a second later it stayed %q", two.Form)
	}
	g.Arena.Life.Hurt(g.Arena.BodyOf(ann), 1000, 0)
	for range 2000 {
		if g.Steps(1); !g.Snapshot().Players[0].Dead {
			break
		}
	}
	if p := g.Snapshot().Players[0]; p.Dead || p.Form != "alien_level0" {
		t.Errorf("after its death it is a %q", p.Form)
	}
}

// A human player buys at an armoury with power what a bot would equip itself with.
func TestPlayersBuyGear(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Buildings: "reactor 600 600, armoury 3300 3200", Settings: "g_bot_infiniteMomentum: 1", More: "match: { purse: 2000 }"}.Open(t)
	ann := g.Join(20, 20, components.Heading{}, 5)
	g.Steps(1)
	was := g.Snapshot().Players[0]
	if p := hand(g, ann, "buy"); p.Weapon != was.Weapon {
		t.Errorf("far from an armoury a player bought a %s", p.Weapon)
	}
	trial.At(g, ann, 3230, 3200)
	g.Steps(1)
	if o := g.Game().Offer(ann); o.Verb != "buy" || o.What != "lucifer_cannon" {
		t.Errorf("at an armoury it is offered %+v", o)
	}
	p := hand(g, ann, "")
	if p.Weapon != "lucifer_cannon" {
		t.Errorf("with 2,000 credits a player has a %s", p.Weapon)
	}
	if o := g.Game().Offer(ann); o.Verb == "buy" {
		t.Errorf("with all that it can have it is offered %+v", o)
	}
}
