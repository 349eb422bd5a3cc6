package systems_test

import (
	"encoding/json"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// TestModelAgreesOnRandomScenes plays random scenes with commands on the way,
// and holds every bot and tick against the model.
// It takes thousands of scenes to meet the rarest cases: -rapid.checks=4000 plays so many.
func TestModelAgreesOnRandomScenes(t *testing.T) { rapid.Check(t, playAgainstModel) }

func playAgainstModel(r *rapid.T) {
	src := sceneGen(6).Draw(r, "scene")
	s, err := live.Start("scene.json", src, live.Options{
		Workers: rapid.IntRange(1, 3).Draw(r, "workers"),
		OnFault: func(f host.Fault) { r.Log(f) }, OnNotice: func(text string) { r.Log(text) },
	})
	if err != nil {
		r.Fatal(err)
	}
	defer s.Close()
	m := newModel(r, src)
	layOut(r, s)
	var before, after session.Snapshot
	for range 12 {
		if rapid.Bool().Draw(r, "quiet") {
			for _, command := range rapid.SliceOfN(commandGen(16), 1, 3).Draw(r, "commands") {
				m.do(s, command())
			}
		}
		s.SnapshotInto(&before)
		s.Step()
		s.SnapshotInto(&after)
		m.check(r, &before, &after)
	}
}

// layOut puts all bots on one spot, onto a coarse grid, or leaves them.
func layOut(r *rapid.T, s *live.Session) {
	layout := rapid.SampledFrom([]string{"uniform", "grid", "spot"}).Draw(r, "layout")
	if layout == "uniform" {
		return
	}
	u := &s.Scene().Setup
	for _, b := range s.Snapshot().Bots {
		at := session.Point(float64(u.Width)/2, float64(u.Height))
		if layout == "grid" {
			at.X = float64(u.Width) * float64(rapid.IntRange(0, 4).Draw(r, "column")) / 4
			at.Y = float64(u.Height) * float64(rapid.IntRange(0, 4).Draw(r, "row")) / 4
		}
		if err := s.Do(&session.Place{Who: session.Who{ID: b.ID}, At: at}); err != nil {
			r.Fatal(err)
		}
	}
}

// do carries a command out and, if it was not refused, tells the model.
func (m *model) do(s *live.Session, c session.Command) {
	before := s.Snapshot()
	if s.Do(c) != nil {
		return
	}
	switch c := c.(type) {
	case *session.Tune:
		switch {
		case c.Bot != nil:
			m.botSpeed[c.Bot.ID] = c.Value
		case c.Key == "speedMps":
			m.classSpeed[c.Class] = c.Value
		case c.Key == "minCount":
			m.class(c.Class).MinCount = int(c.Value)
		}
	case *session.Untune:
		own := newClassText(s, c.Class)
		switch {
		case c.Bot != nil:
			delete(m.botSpeed, c.Bot.ID)
		case c.Key == "speedMps":
			m.classSpeed[c.Class] = own.SpeedMPS
		case c.Key == "minCount":
			m.class(c.Class).MinCount = own.Min
		}
	case *session.Switch:
		tree := m.scene.Behaviors[c.Behavior]
		if tree == nil {
			tree = &nodeText{Kind: c.Behavior}
		}
		if c.Bot != nil {
			m.botTree[c.Bot.ID] = tree
			return
		}
		m.classTree[c.Class] = tree
		for _, b := range before.Bots {
			if b.Class == c.Class {
				delete(m.botTree, b.ID)
			}
		}
	case *session.Join:
		m.playerSpeed[c.Answer().IDs[0]] = c.SpeedMPS
	}
}

func (m *model) class(id string) *classText {
	for i := range m.scene.Bots {
		if m.scene.Bots[i].ID == id {
			return &m.scene.Bots[i]
		}
	}
	return nil
}

// newClassText returns the text of a class in the scene's file.
func newClassText(s *live.Session, id string) systems.Class {
	for _, c := range s.Scene().Setup.Classes {
		if c.ID == id {
			return c
		}
	}
	return systems.Class{}
}

// TestModelAgreesOnShippedScenes also has players: one who stands still, one
// who runs from corner to corner.
func TestModelAgreesOnShippedScenes(t *testing.T) {
	for _, name := range scenes.Shipped() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scene, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if scene.Arena.On {
				t.Skip("the model knows no arena")
			}
			if scene.Bots() > 200 {
				if err := scene.Scale(200); err != nil {
					t.Fatal(err)
				}
			}
			m := newModel(t, asJSON(t, name))
			m.scene.World.Width, m.scene.World.Height = float64(scene.Setup.Width), float64(scene.Setup.Height)
			s, err := live.New(scene, live.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			still, runner := &session.Join{At: session.Point(10, 10)}, &session.Join{SpeedMPS: 9, Heading: components.Heading{X: 3, Y: 4}}
			m.do(s, still)
			m.do(s, runner)
			ticks, contacts := 120, 0
			if longtest.On {
				ticks = 1500
			}
			var before, after session.Snapshot
			for tick := range ticks {
				if tick%60 == 59 {
					turn := components.Heading{X: float32(tick%7) - 3, Y: float32(tick%5) - 2}
					m.do(s, &session.Input{Player: session.Who{ID: runner.IDs[0]}, Heading: turn})
				}
				s.SnapshotInto(&before)
				s.Step()
				s.SnapshotInto(&after)
				m.check(t, &before, &after)
				contacts += len(after.Contacts)
			}
			if contacts == 0 && longtest.On {
				t.Errorf("no contact in %d ticks", ticks)
			}
		})
	}
}

func asJSON(t *testing.T, name string) []byte {
	t.Helper()
	src, _, ok := scenes.Source(name)
	if !ok {
		t.Fatalf("no shipped scene %q", name)
	}
	var doc any
	if err := yaml.Unmarshal(src, &doc); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
