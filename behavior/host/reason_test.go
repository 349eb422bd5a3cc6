package host_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

func nameOf(id host.BotID) string { return [...]string{"", "Ann", "Bob"}[id] }

// The text is what is true, with as many digits as it takes to see that.
func TestReasonsAsText(t *testing.T) {
	text, number := host.StringValue, host.NumberValue
	of := func(what string) *host.Reason { return &host.Reason{What: what} }
	for _, test := range []struct {
		reason *host.Reason
		want   string
		holds  bool
	}{
		{(&host.Reason{What: "distance to", Whom: 1}).Is(5.8, host.Below, 6, "m"), "distance to Ann: 5.8 < 6 m", true},
		{(&host.Reason{What: "distance to", Whom: 1}).Is(6, host.Below, 6, "m"), "distance to Ann: 6 >= 6 m", false},
		{of("distance to").About("base").Is(5.99999, host.Below, 6, "m"), "distance to base: 5.99999 < 6 m", true},
		{of("x").Is(1.0/3, host.AtMost, 0.3333, ""), "x: 0.33333 > 0.3333", false},
		{of("x").Is(1234.5678, host.Above, 5, ""), "x: 1235 > 5", true},
		{of("x").Is(-0.0001, host.AtLeast, 0, ""), "x: -0.0001 < 0", false},
		{of("left").Is(math.Inf(1), host.AtMost, 1, "m"), "left: infinity > 1 m", false},
		{of("left").Is(1, host.Above, math.Inf(-1), "m"), "left: 1 > -infinity m", true},
		{of("time left").Is(-1.25, host.AtMost, 0, "s"), "time left: none, over for 1.25 s", true},
		{of("time left of").About("nap").Is(-1.2, host.Above, 0, "s"), "time left of nap: none, over for 1.2 s", false},
		{of("time left").Is(0, host.AtMost, 0, "s"), "time left: 0 <= 0 s", true},
		{of("x").Is(math.NaN(), host.Below, 6, ""), "x: .nan not < 6", false},
		{of("x").Is(host.Endless, host.Below, 7, "m"), "x: 10^9 >= 7 m", false},
		{of("it").IsValue(host.BoolValue(false), host.Equal, host.BoolValue(true)), "it: false != true", false},
		{of("team").IsValue(text("red"), host.Differs, text("blue")), `team: "red" != "blue"`, true},
		{of("team").IsValue(text("red"), host.Below, number(3)), `team: "red" not < 3`, false},
		{of("carries").Is(2, host.Below, 3, "").Against("room for"), "carries: 2 < room for 3", true},
		{of("purse").Has(7, ""), "purse: 7", false},
		{of("no enemy in sight"), "no enemy in sight", false},
		{of("list").IsValue(host.OpaqueValue("[1]"), host.Equal, host.OpaqueValue("[1]")), "list: [1] != [1]", false},
	} {
		if got := test.reason.Text(nameOf); got != test.want || test.reason.Holds != test.holds {
			t.Errorf("%q holds %v, wanted %q %v", got, test.reason.Holds, test.want, test.holds)
		}
	}
}

// recorder is Orders of a bot at which somebody looks.
type recorder struct {
	host.Orders
	list []host.Reason
}

func (r *recorder) Reason(uint16) *host.Reason {
	r.list = append(make([]host.Reason, 0, 9), append(r.list, host.Reason{})...)
	return &r.list[len(r.list)-1]
}

func (r *recorder) Reasons(uint16) []host.Reason { return r.list }

// A function tells its value, and what compares it completes that.
func TestComparisonsCompleteWhatFunctionsSay(t *testing.T) {
	r := &host.Registry{}
	for _, f := range []host.Func{
		{Name: "fuel", Result: host.Number, Unit: "l", Eval: func(c *host.Call) host.Value {
			c.Because("fuel in").About("tank").Has(3, "")
			return host.NumberValue(3)
		}},
		{Name: "dry_time", Result: host.Number, Unit: "s", Eval: func(*host.Call) host.Value { return host.NumberValue(4) }},
	} {
		if err := r.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"fuel_below": "fuel in tank: 3 >= 2.5 l", "fuel_at_least": "fuel in tank: 3 >= 2.5 l", "dry_time_below": "dry time: 4 >= 2.5 s",
	} {
		to := &recorder{}
		c := &host.Call{Args: []host.Value{host.NumberValue(2.5)}, Watched: true}
		host.RuntimeOf(c).Orders = to
		r.Func(name).Eval(c)
		if len(to.list) != 1 || to.list[0].Text(nameOf) != want {
			t.Errorf("%s says %v, wanted %q", name, to.list, want)
		}
	}
}

// While nobody looks, a reason costs nothing and is nowhere.
func TestReasonsThatNobodyWants(t *testing.T) {
	to := &recorder{}
	var c host.Call
	host.RuntimeOf(&c).Orders = to
	if n := testing.AllocsPerRun(100, func() {
		c.Because("distance to", 3).About("base").Is(5, host.Below, 6, "m").Against("limit")
	}); n != 0 || len(to.list) != 0 {
		t.Errorf("%v allocations, %d reasons", n, len(to.list))
	}
}
