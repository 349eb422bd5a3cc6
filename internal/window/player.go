package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// player is the person at the keyboard, who may join the game.
type player struct {
	id components.ID // 0: not in the game
	hx float32       // the heading that was given last
	hy float32
}

// toggle joins the game or leaves it.
func (p *player) toggle(g *Game) {
	if !g.present(func() { p.toggle(g) }) {
		return
	}
	if p.id != 0 {
		g.do(&session.Leave{Player: session.Who{ID: p.id}})
		g.Log("you left")
		*p = player{}
		return
	}
	join := &session.Join{Name: "You", SpeedMPS: fastest(g)}
	if !g.do(join) {
		return
	}
	*p = player{id: join.IDs[0]}
	g.Log("you joined: steer with WASD, act with E")
}

// fastest gives the speed of the fastest class, in metres a second, as that of the
// player.
func fastest(g *Game) float64 {
	top := 0.0
	for i := range g.session.Scene().Setup.Classes {
		mps, _ := g.session.Game().Tuning.Tuned(i, "speedMps")
		top = max(top, mps)
	}
	return top
}

// steer turns the player by keys or mouse, and stops it when neither is held.
func (p *player) steer(g *Game) {
	v := g.snap.Body(p.id)
	if p.id == 0 || v == nil || g.Past() {
		g.banner.hand = ""
		return
	}
	p.act(g, p.id)
	c := g.controls
	var hx, hy float32
	if !g.panel.typing() {
		for key, way := range map[ebiten.Key][2]float32{
			ebiten.KeyA: {-1, 0}, ebiten.KeyD: {1, 0}, ebiten.KeyW: {0, -1}, ebiten.KeyS: {0, 1},
		} {
			if c.held(key) {
				hx, hy = hx+way[0], hy+way[1]
			}
		}
	}
	if c.button(ebiten.MouseButtonRight) {
		x, y := g.at(c.cursor())
		hx, hy = x-v.X, y-v.Y
		if hx*hx+hy*hy < 0.25 {
			hx, hy = 0, 0 // there
		}
	}
	if hx == p.hx && hy == p.hy {
		return
	}
	p.hx, p.hy = hx, hy
	g.do(&session.Input{Player: session.Who{ID: p.id}, Heading: components.Heading{X: hx, Y: hy}})
}
