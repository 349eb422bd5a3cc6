package mbt_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// wide is a cover query of a scene that reaches across the field.
const wide = `queries: [{ id: any, options: [{ points: { cover_from_attentionTarget_around_puppet: 200 }, weights: { distance_to_puppet: -1 } }] }]`

// toSpot is such a query by a node, and atSpot a Move there.
const (
	toSpot = `<QueryTPS name="any" register="Cover"/>`
	atSpot = `<Move to="Cover" speed="Run"/>`
)

// refPlace is a place that is the reference point.
const refPlace = `{ id: ref, at: [20, 80], radius: 1, tags: [refpoint] },`

// moveFacts are about moving and covers.
var moveFacts = map[string]fact{
	"move-defaults": {hold: func(t *testing.T) {
		loads(t, `<Move/>`, "<Move> without to, so that it is Target", "<Move> without speed, so that it is Run")
		p := stage{tree: went(`<Move/>`)}.open(t)
		p.ends("done", 40, 60) // 20 m at a run of 4 m/s, less the radii
		p.at(one, 39.1, 50, 0.3)
		p.counted("damaged", 0)
		if got := p.Bot(one).Pose; got != "" {
			t.Errorf("pose %q", got)
		}
	}},
	"move-already-there": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Move to="Target" speed="Run" stopWithinDistance="10"/>`)}.open(t)
		p.Put(two, 29, 50, -1, 0)
		p.ends("done", 1, 2)
		p.at(one, 20, 50, 0)
	}},
	"move-chase": {hold: func(t *testing.T) {
		for _, c := range []struct {
			by   float32
			want float32
		}{{0.07, 50}, {0.11, 50.11}} {
			// In the tick of its step the target goes on for half a second more, so that the destination moves 6 times as far.
			q := stage{tree: went(`<Move to="Target" speed="Run"/>`)}.open(t)
			q.Steps(5).Put(two, 40, 50+c.by, -1, 0)
			q.Steps(60)
			if got := q.Bot(one).Y; got < c.want-0.02 || got > c.want+0.02 {
				t.Errorf("the target moved by %v: it ends at y = %v, wanted %v", c.by, got, c.want)
			}
		}
	}},
	"move-target-lead": {hold: func(t *testing.T) {
		// The target walks to the right at 4 m/s: it is led by 2 m, which shows in the stop.
		q := stage{tree: went(`<Sequence><Wait duration="0.3"/><Move to="Target" speed="Run" stopWithinDistance="21.5"/></Sequence>`)}.open(t)
		x := float32(40)
		for range 6 {
			x += 0.4
			q.Put(two, x, 50, 1, 0).Step()
		}
		if q.State(one, "is") == `"done"` {
			t.Error("a target 2 m nearer than where it goes is near enough")
		}
	}},
	"move-no-path": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Move to="RefPoint" speed="Run"/>`), covers: `{ id: ref, at: [80, 80], radius: 1, tags: [refpoint] },`,
			walls: "{ rect: [70, 70, 20, 2] }, { rect: [70, 88, 20, 2] }, { rect: [70, 70, 2, 20] }, { rect: [88, 70, 2, 20] }"}.open(t)
		p.ends("failed", 1, 3)
	}},
	"move-stuck": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Move to="RefPoint" speed="Run"/>`), covers: refPlace}.open(t)
		ticks, is := 0, ""
		for ticks = 1; ticks < 100 && is == ""; ticks++ {
			p.Put(one, 20, 50, 1, 0).Step() // it is held fast
			is = p.State(one, "is")
		}
		if is != `"failed"` || ticks < 60 || ticks > 68 {
			t.Errorf("%s after %d ticks, wanted a failure after about 6 s", is, ticks)
		}
	}},
	"move-dropped-goes-on": {hold: func(t *testing.T) {
		p := stage{tree: dropped(`<Halt/>`), blocks: dropping, covers: refPlace}.open(t)
		p.Steps(10)
		p.drop()
		p.Steps(5).at(one, 20, 56, 3)
		p.Steps(80).at(one, 20, 80, 0.3)
	}},
	"move-dropped-stop": {hold: func(t *testing.T) {
		p := stage{tree: dropped(`<Sequence><StopMovement/>` + note + `</Sequence>`), blocks: dropping, covers: refPlace}.open(t)
		p.Steps(10)
		p.drop()
		p.Steps(2).Is(`"done"`)
		y := p.Bot(one).Y
		p.Steps(20).at(one, 20, y, 0.01)
	}},
	"move-firemode-off": {hold: func(t *testing.T) {
		p := stage{tree: `<Sequence><Move to="RefPoint" speed="Run" fireMode="BurstWhileMoving"/><Halt/></Sequence>`,
			covers: `{ id: ref, at: [24, 50], radius: 1, tags: [refpoint] },`}.open(t)
		p.Steps(15)
		n := p.Events("damaged")
		if n == 0 {
			t.Error("it does not fire on its way")
		}
		p.Steps(20).counted("damaged", n)
	}},
	"move-firemode-kept": {hold: func(t *testing.T) {
		p := stage{tree: `<Parallel><Shoot at="Target" stance="Stand" fireMode="Burst" duration="8"/><Sequence><Move to="RefPoint" speed="Run"/><Halt/></Sequence></Parallel>`,
			covers: `{ id: ref, at: [24, 50], radius: 1, tags: [refpoint] },`}.open(t)
		p.Steps(15)
		n := p.Events("damaged")
		if n < 3 {
			t.Errorf("it strikes %d times on the way", n)
		}
		if p.Steps(15); p.Events("damaged") < n+3 {
			t.Errorf("it strikes %d times after the way", p.Events("damaged")-n)
		}
	}},
	"move-cover-events": {hold: func(t *testing.T) {
		p := stage{tree: went(toSpot + atSpot), more: wide, walls: behind, covers: spotBehind}.open(t)
		p.Steps(4).counted("OnMovingToCover", 1)
		p.counted("OnEnterCover", 0)
		p.ends("done", 1, 60)
		p.Steps(2).counted("OnEnterCover", 1)
		p.at(one, 30, 70, 0.4)
	}},
	"move-leaves-cover": {hold: func(t *testing.T) {
		p := stage{tree: went(toSpot + atSpot + `<Wait duration="1"/><Move to="RefPoint" speed="Run"/>`), more: wide, walls: behind,
			covers: spotBehind + `{ id: ref, at: [20, 90], radius: 1, tags: [refpoint] },`}.open(t)
		p.ends("done", 1, 200)
		p.counted("OnEnterCover", 1)
		p.counted("OnLeaveCover", 1)
	}},
	"refpoint-at-cover-is-no-cover": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Move to="RefPoint" speed="Run"/><ShootFromCover duration="2"/>`), walls: behind,
			covers: `{ id: ref, at: [30, 70], radius: 1, tags: [cover, refpoint] },`}.open(t)
		p.ends("failed", 20, 80)
		p.counted("OnEnterCover", 0)
	}},
	"move-cover-fixed": {hold: func(t *testing.T) {
		// The second query finds the other cover, while the way leads to the first.
		p := stage{tree: `<Sequence>` + toSpot + `<Parallel successMode="any">` + atSpot + `<Sequence><Wait duration="0.5"/>` + toSpot + `<Halt/></Sequence></Parallel>` + note + `</Sequence>`,
			more: wide, walls: behind, covers: spotBehind + `{ id: other, at: [34, 70], radius: 1, tags: [cover] }, `}.open(t)
		p.ends("done", 10, 80)
		p.at(one, 30, 70, 0.4)
	}},
	"move-short-path": {hold: func(t *testing.T) {
		for _, c := range []struct {
			speed string
			far   float32
			want  float32 // metres in the third tick
		}{{"Sprint", 4, 0.4}, {"Sprint", 8, 0.6}, {"Run", 2, 0.2}, {"Run", 4, 0.4}} {
			p := stage{tree: `<Move to="RefPoint" speed="` + c.speed + `"/>`, covers: `{ id: ref, at: [20, 90], radius: 1, tags: [refpoint] },`}.open(t)
			p.Put(one, 20, 90-c.far, 0, 1).Steps(2)
			y := p.Bot(one).Y
			p.Step()
			if got := p.Bot(one).Y - y; got < c.want-0.01 || got > c.want+0.01 {
				t.Errorf("%s over %v m: %v m a tick, wanted %v", c.speed, c.far, got, c.want)
			}
		}
	}},
	"move-eye-distance": {reason: "on a flat field distances are measured flat, as the notes on the original say: stopWithinDistance=1 stops a bot at 1 m"},
	"move-chase-behind-stop": {hold: func(t *testing.T) {
		p := stage{tree: `<Parallel><Move to="Target" speed="Run"/><Shoot at="Target" stance="Stand" fireMode="Aim" duration="30"/></Parallel>`}.open(t)
		stood := 0
		for i := range 20 {
			x := p.Bot(one).X
			if i == 10 {
				p.Put(two, 40, 50.6, -1, 0)
			}
			if p.Step(); i > 3 && p.Bot(one).X-x < 0.01 {
				stood++
			}
		}
		if stood != 1 {
			t.Errorf("it stood in %d ticks, wanted 1", stood)
		}
	}},
	"move-cover-dropped": {hold: func(t *testing.T) {
		p := stage{tree: `<Priority><Case condition="V"><Halt/></Case><Case><Sequence>` + toSpot + atSpot + `<Halt/></Sequence></Case></Priority>`,
			blocks: dropping, more: wide, walls: behind, covers: spotBehind}.open(t)
		p.Steps(8)
		p.drop()
		p.Steps(60).counted("OnEnterCover", 1)
		p.at(one, 30, 70, 0.4)
	}},
	"move-cover-compromised": {hold: func(t *testing.T) {
		p := stage{tree: went(toSpot + atSpot), more: wide, walls: behind, covers: spotBehind}.open(t)
		p.Steps(8).Put(two, 30, 95, 0, -1)
		p.ends("done", 1, 60)
		p.Steps(3).counted("OnCoverCompromised", 1)
		p.counted("OnLeaveCover", 0)
		p.counted("OnEnterCover", 0)
		p.at(one, 30, 70, 0.4)
	}},
}

// A wall with a cover behind it, to which nobody at (40, 50) sees.
const (
	behind     = "{ rect: [25, 62, 12, 2] }"
	spotBehind = "{ id: spot, at: [30, 70], radius: 1, tags: [cover] }, "
)

// dropping is a variable that the event Drop sets, and dropped a tree that walks to the
// reference point until then, and runs a node from then on.
const dropping = `<Variables><Variable name="V"/></Variables><SignalVariables><Signal name="Drop" variable="V" value="true"/></SignalVariables>`

func dropped(node string) string {
	return `<Priority><Case condition="V">` + node + `</Case><Case><Sequence><Move to="RefPoint" speed="Run"/><Halt/></Sequence></Case></Priority>`
}

func (p *staged) drop() {
	p.T.Helper()
	p.send(one, "Drop")
}

func (p *staged) send(id components.ID, event string) {
	p.T.Helper()
	if err := p.Game.Game().Mail.Send(id, event, host.NullValue); err != nil {
		p.T.Fatal(err)
	}
}
