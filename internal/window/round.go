package window

import (
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// rounds says when the match that is shown was over.
type rounds struct{ over int64 } // 0: it goes on

// nextRound begins the next round in the same session; a person who plays stays.
func (g *Game) nextRound() {
	if !g.present(g.nextRound) {
		return
	}
	g.capture(g.session)
	seat := slices.IndexFunc(g.snap.Players, func(b session.BodyView) bool { return b.ID == g.player.id })
	c := &session.Restart{}
	if err := g.session.Do(c); err != nil {
		return // and the journal tells
	}
	g.Play(g.session)
	if seat >= 0 {
		g.player = player{id: c.IDs[seat]}
	}
	g.Log("%s", c.Note)
}

// goOn begins the next round when the scene says so.
func (g *Game) goOn() {
	again := g.session.Scene().Again
	switch now := g.snap.Tick; {
	case g.snap.Result == "" || g.Past():
		g.rounds.over = 0
	case g.rounds.over == 0:
		g.rounds.over = max(now, 1)
	case again > 0 && float64(now-g.rounds.over) >= again*g.rate():
		g.nextRound()
	}
}

// actsEvery is the number of updates from one deed to the next while the action key is held.
const actsEvery = 6

// act has the person who plays do what is at hand while the action key is held, and says over the field
// what that is.
func (p *player) act(g *Game, id components.ID) {
	o := g.session.Game().Offer(id)
	g.banner.hand = ""
	if o.Verb == "" {
		return
	}
	what := o.What
	if o.Who != 0 {
		what = g.session.Game().NameOf(o.Who)
	}
	g.banner.hand = strings.TrimSpace("E: " + o.Verb + " " + what)
	if g.controls.held(ebiten.KeyE) && !g.panel.typing() && g.updates%actsEvery == 0 {
		g.do(&session.Act{Player: session.Who{ID: id}})
	}
}
