package machine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// tableProgram gives tables keys and takes them away, by hand and while it goes through them, and
// prints what they hold, in an order of its own. Its tables are the global ts.
func tableProgram(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	b.WriteString("ts = { {}, {}, setmetatable({}, {}), { 1, 2, 3 }, { a = 1, b = 2, c = 3 } } local n = 0\n")
	if seed%4 == 0 {
		b.WriteString("for i = 1, 5000 do local t = {} t['z' .. i] = 1 end\n") // after which there are no more shapes
	}
	for range 300 {
		t := r.IntN(5) + 1
		key := fmt.Sprintf([...]string{"'k%d'", "%d", "%d.5", "-%d", "'x' .. %d"}[r.IntN(5)], r.IntN(16)+1)
		switch r.IntN(9) {
		case 0, 1, 2, 3:
			fmt.Fprintf(&b, "ts[%d][%s] = %d\n", t, key, r.IntN(100))
		case 4, 5, 6:
			fmt.Fprintf(&b, "ts[%d][%s] = nil\n", t, key)
		case 7:
			fmt.Fprintf(&b, "n = n + (ts[%d][%s] or 0)\n", t, key)
		case 8:
			through := [...]string{"pairs(ts[%d])", "next, ts[%d]"}[r.IntN(2)]
			fmt.Fprintf(&b, "for k, v in "+through+" do if v %% 3 == 0 then ts[%d][k] = nil else ts[%d][k] = v + 1 end end\n", t, t, t)
		}
	}
	b.WriteString("local out = {} for i, t in ipairs(ts) do for k, v in pairs(t) do out[#out + 1] = i .. ':' .. tostring(k) .. '=' .. v end end\n")
	b.WriteString("table.sort(out) print(n, table.concat(out, ' '))\n")
	return b.String()
}

// shown is what a table holds, as a text.
func shown(c Contents) string {
	var b strings.Builder
	for _, v := range c.List {
		b.WriteString(Show(v) + " ")
	}
	for i, k := range c.Keys {
		b.WriteString(Show(k) + "=" + Show(c.Values[i]) + " ")
	}
	return b.String()
}

// Tables hold what those of C Lua do, and no contents that a save may not have.
func TestRandomTables(t *testing.T) {
	lua := reference(t)
	var sources []string
	for seed := range uint64(120) {
		sources = append(sources, tableProgram(seed))
	}
	for seed, want := range answers(t, lua, sources) {
		var got strings.Builder
		s := NewState(Options{Print: func(_ syntax.Pos, text string) { got.WriteString(text + "\n") }})
		if _, err := evaluate(s, sources[seed]); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("seed %d: %s\ngot  %swant %s", seed, sources[seed], got.String(), want)
		}
		for _, v := range s.Global("ts").Table().list() {
			var held, again Contents
			held.Of(v.Table())
			held.Check()
			to := s.NewTable()
			held.Fill(s, to)
			if again.Of(to); shown(again) != shown(held) {
				t.Errorf("seed %d: a table that was filled holds %s, wanted %s", seed, shown(again), shown(held))
			}
		}
	}
}
