package dst

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/codedtest"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Each field of what a save is made of is saved, or is known to follow from what
// is.
func TestEveryFieldIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: saved{}, Code: func(of any, c machine.Codec) { of.(*saved).code(c) }},
		{Sample: bot{}, Code: func(of any, c machine.Codec) { of.(*bot).code(c) }},
		{Sample: printout{}, Code: func(of any, c machine.Codec) { (&bot{printed: of.(*printout)}).code(c) }},
		{Sample: brain{}, Code: func(of any, c machine.Codec) { of.(*brain).code(c) }},
	}, Derived: map[string]string{
		"saved.StageState.Skies.telling": "holds within a turn of the world",
		"saved.stubs":                    "is the state of the stubs, in lenient files alone",
		"bot.m":                          "the troupe that reads the save",
		"bot.Actor.Entity":               "the entity says that it has the bot",
		"bot.Actor.File":                 "stays as it is",
		"bot.Actor.Row":                  "stays as the pool has it",
		"bot.Actor.Pool":                 "stays as it is",
		"bot.Actor.Mind":                 "is the bot",
		"bot.Actor.View":                 "is the troupe's",
		"bot.program":                    "stays as it is",
		"bot.due":                        "is gathered anew in each tick",
		"bot.lives":                      "is found anew from the brains at the next turn",
		"bot.works":                      "is found anew in each tick",
		"bot.updated":                    "is of the tick in which somebody looks, and must not depend on that",
		"brain.object":                   "is the record of which this is a part",
		"brain.m":                        "the troupe that reads the save",
		"brain.t":                        "is behind bt",
		"brain.e":                        "is behind inst",
		"brain.owner":                    "the bot that lists the brain",
		"brain.known":                    "plain is found anew",
		"brain.plain":                    "is found anew",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *stage.Entity:
			machine.NewKin[stage.Entity](codedtest.State).Init(o.Object())
		case *printout:
			o.at = int64(n)
		case *brain:
			machine.NewKin[brain](codedtest.State).Init(o.Object())
		case *nodes.BT:
			machine.NewKin[nodes.BT](codedtest.State).Init(o.Object())
		}
	}}
	k.EveryField(t)
}

// Ticks of earlier waits, and when a thing was seen last, are read as they were
// saved.
func TestWaitsAndSightsAreSaved(t *testing.T) {
	one, _, m := playing(t, inBrain(""), 1)
	play(one, 0, 2)
	_, _, n := playing(t, inBrain(""), 1)
	botOf(m.stage.Known[1]).brain().leave([]int64{70, 90})
	m.Tick = 55
	m.stage.ThingEntity(host.Thing{ID: 4, Kind: "berry", X: 3, Y: 5})
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	commit, err := n.decode(b)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	if left := botOf(n.stage.Known[1]).brain().left(); !slices.Equal(left, []int64{70, 90}) {
		t.Errorf("the brain waits for %v besides, wanted 70 and 90", left)
	}
	e := n.stage.ThingsKnown[4]
	if e == nil || e.Seen != 55 || e.What != "berry" || e.At != [2]float64{3, 5} {
		t.Errorf("the thing is %+v", e)
	}
}

// Who got a tag from a script is found by it after loading, too.
func TestGivenTagsAreKnownAfterLoading(t *testing.T) {
	one, _, m := playing(t, inBrain(`inst:AddTag("chosen")`), 1)
	play(one, 0, 2)
	_, _, n := playing(t, inBrain(""), 1)
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	commit, err := n.decode(b)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	if chosen := n.stage.TagNamed("chosen"); !chosen.Given || !n.stage.HasTag(n.stage.Known[1], chosen) {
		t.Error("the tag is not known")
	}
}
