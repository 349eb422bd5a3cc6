package dst

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// A saved pool goes on as the one that it was saved from.
func TestASavedPoolGoesOn(t *testing.T) {
	const bots = 20
	src := strings.Replace(source("go"), "WaitNode(1)", "WaitNode(math.random(1, 3))", 1)
	p, _ := loaded(t, src, false)
	fresh := func() *run.Pool {
		pool := run.NewPool(p, &field{})
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i), 0, 1.0/30)
		}
		return pool
	}
	advance := func(pool *run.Pool, from, to int64) (seen []string) {
		x := pool.NewExec()
		boo := p.Semantics.(*semantics).p.reg.Event("attacked")
		for tick := from; tick < to; tick++ {
			if tick%37 == 5 {
				pool.Send(int32(tick%bots), host.Event{ID: boo}, tick, 1.0/30)
			}
			pool.TickRange(&x, pool.Order(), tick, 1.0/30)
			for row := range int32(bots) {
				seen = append(seen, fmt.Sprint(tick, row, pool.Status(row), pool.Hash(row)))
			}
		}
		return seen
	}
	one := fresh()
	advance(one, 0, 100)
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	two := fresh()
	advance(two, 0, 7) // whatever it did before
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(advance(one, 100, 250), advance(two, 100, 250)); diff != "" {
		t.Errorf("(-saved from +loaded)\n%s", diff)
	}
}

func TestScriptsAreNotSaved(t *testing.T) {
	for name, start := range map[string]string{
		"condition": `self.bt = BT(inst, ConditionNode(function() return true end)) do return end`,
		"task":      `inst:DoTaskInTime(1, function() end)`,
		"listener":  `inst:ListenForEvent("e", function() end)`,
	} {
		p, _ := loaded(t, strings.Replace(inBrain(start), "ConditionNode(function() return false end)", "WaitNode(1)", 1), false)
		pool := run.NewPool(p, &field{})
		pool.Add(7, 0, 0, 0.1)
		var b bytes.Buffer
		want := "save tree mob.lua: bot 7: " + errScripts.Error()
		if err := pool.Save(&b); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%s: %v, wanted %s", name, err, want)
		}
	}
}
