package core

import (
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// What is the same for all bots is found once for all rows of a call, also where it fails: then
// no row has a number.
func TestWhatIsCommonIsAskedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range abilities {
		if b := &abilities[i]; b.Common && (len(b.Params) > 0 || b.Is == nil && b.Num == nil || b.Draws) {
			t.Errorf("%s: what depends on arguments or on chance is not the same for all", b.Name)
		}
	}
	for range 200 {
		mask := r.Uint64() & r.Uint64()
		if mask == 0 {
			continue
		}
		asked, fails := 0, r.IntN(3) == 0
		b := Ability{Name: "common", Common: true, Num: func(Turn) float64 {
			if asked++; fails {
				panic("no number")
			}
			return 7
		}}
		rows := host.Rows{World: commonWorld{}, Body: make([]int32, 64), Mask: mask}
		numbers := [64]float64{}
		b.askRows(&rows, &numbers)
		if asked != 1 || rows.Mask != mask || (rows.Null == mask) != fails || !fails && rows.Null != 0 {
			t.Fatalf("rows %x: asked %d times, rows are %x, without a number are %x", mask, asked, rows.Mask, rows.Null)
		}
		for i, v := range numbers {
			if want := float64(7 * (mask >> i & 1)); v != want && !fails {
				t.Fatalf("rows %x: row %d has %v, want %v", mask, i, v, want)
			}
		}
	}
}

// commonWorld is a world with an arena that is awake, of which nothing else is asked.
type commonWorld struct{ host.World }

func (commonWorld) Part(any) any        { return &Arena{bodies: bodies{awake: true}} }
func (commonWorld) ID(int32) host.BotID { return 1 }
func (commonWorld) Fault(host.Fault)    {}
