package host_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// By columns a number, and the conditions that compare it with a limit, say what they say
// bot by bot: of bodies that have a number, of those that have none, and of those whose
// function panics.
func TestLimitsByColumnsAreThoseBotByBot(t *testing.T) {
	var w world
	number := func(c *host.Call) host.Value {
		switch c.Body % 5 {
		case 3:
			return host.NullValue
		case 4:
			c.Args = nil
			panic("no tank")
		}
		return host.NumberValue(float64(c.Body) + c.Args[0].Number())
	}
	var r host.Registry
	err := r.AddFunc(host.Func{
		Name: "fuel", Result: host.Number, Params: []host.Param{{Name: "tank", Kind: host.Number}}, Eval: number,
		Rows: func(r *host.Rows, numbers *[64]float64) {
			r.Call()
			r.Ask(numbers, func(c *host.Call) float64 {
				v := number(c)
				if v.Kind() == host.Null {
					r.Null |= 1 << (c.Body - 100)
				}
				return v.Number()
			})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	body := make([]int32, 64)
	for i := range body {
		body[i] = int32(i) + 100
	}
	for _, name := range []string{"fuel", "fuel_below", "fuel_at_least"} {
		f, args := r.Func(name), []host.Value{host.NumberValue(1), host.NumberValue(131)}[:len(r.Func(name).Params)]
		rows := host.Rows{World: &w, Body: body, Args: args, Mask: 0xfff0_ffff_0fff_fff0}
		host.RuntimeOfRows(&rows).Source = &w
		numbers := [64]float64{1: -7}
		f.Rows(&rows, &numbers)
		wrong := 0
		for i, b := range body {
			want := 0.0
			switch {
			case rows.Mask>>i&1 == 0:
				want = [64]float64{1: -7}[i]
			case b%5 != 4:
				v := f.Eval(&host.Call{World: &w, Body: b, Args: args})
				if want = v.Number(); v.Bool() {
					want = 1
				}
			}
			if numbers[i] != want {
				t.Errorf("%s of body %d by columns is %v, want %v", name, b, numbers[i], want)
			}
			if rows.Mask>>i&1 != 0 && b%5 == 4 {
				wrong++
			}
		}
		if len(w.faults) != wrong {
			t.Errorf("%s: %d faults, want %d", name, len(w.faults), wrong)
		}
		w.faults = nil
	}
}

// An action that does nothing better by columns has a call of its own for each bot.
func TestRunOneByOne(t *testing.T) {
	w := decider{decided: map[int32]host.Intent{}}
	a := host.Action{Name: "a", Tick: func(c *host.Call) host.Status {
		if c.Intent != (host.Intent{}) || host.RuntimeOf(c).Draws != 0 || len(c.Args) != 1 {
			t.Errorf("body %d is called with what the one before left", c.Body)
		}
		c.Args, host.RuntimeOf(c).Draws = nil, 3
		c.Head(1, float64(c.Bot))
		if c.Body == 2 {
			panic("broken")
		}
		return []host.Status{host.Success, host.Running, host.Success, host.Failure, host.Other}[c.Body]
	}}
	r := host.Rows{World: &w, Body: []int32{0, 1, 2, 3, 4}, Args: []host.Value{host.NullValue}, Mask: 31}
	*host.RuntimeOfRows(&r) = host.RowsRuntime{Source: &w, Action: &a}
	r.OneByOne()
	if r.Success != 1 || r.Running != 2 || len(w.decided) != 2 || w.decided[1].Steer != host.SteerHead {
		t.Errorf("success %b, running %b, decided %v", r.Success, r.Running, w.decided)
	}
	if len(w.faults) != 1 {
		t.Errorf("faults %q, want one", w.faults)
	}
}

// decider keeps what bots want.
type decider struct {
	world
	decided map[int32]host.Intent
}

func (d *decider) Decide(body int32, _ *host.Action, in host.Intent) { d.decided[body] = in }
