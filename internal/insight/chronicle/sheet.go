package chronicle

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Sheet tells all there is to tell of a bot or player at a moment, for people.
type Sheet struct {
	ID                  components.ID
	Name                string
	Class, Form, Team   string // titles; Class is empty for a player, Form unless it is another, Team for none
	Dead, Hidden, Human bool
	Rows                []Row
	State               []StateRow
	Faults              []Entry // the newest of its own first, at most MaxFaults
}

// MaxFaults is the number of faults a Sheet has.
const MaxFaults = 5

// Row is a number or a word of a Sheet, with its label.
type Row struct {
	Label string
	Value float64       // as it is measured; a share is 0 to 1
	Of    float64       // the most that it can be; 0: there is none
	Unit  string        // such as s, m or m/s; % for a share; empty for a plain number
	Text  string        // all of it in words, such as "12 of 30 shots"
	Who   components.ID // whom it names; 0 for nobody
}

// Bar reports whether a row is a part of a whole, and how much of it, 0 to 1.
func (r *Row) Bar() (share float64, ok bool) {
	if r.Of <= 0 {
		return 0, false
	}
	return min(max(r.Value/r.Of, 0), 1), true
}

// StateRow is a state key of a body and its value.
type StateRow struct {
	Key   string
	Value host.Value
	// Editable says that the command session.SetState can give it another value: one of the
	// same kind, or any number for a number.
	Editable bool
}

// NewSheet returns the sheet of a body in a snapshot of a session, or nil where it is not in the
// world. The snapshot must be of the moment at which the session is; the journal may be nil.
func NewSheet(s *live.Session, snap *session.Snapshot, id components.ID, j *Journal) *Sheet {
	v := snap.Body(id)
	if v == nil {
		return nil
	}
	g := s.Game()
	setup := g.Setup
	sh := &Sheet{ID: id, Name: v.Name, Class: v.Class, Form: Form(setup, v), Dead: v.Dead, Hidden: v.Hidden, Human: v.Class == ""}
	for i := range setup.Classes {
		if c := &setup.Classes[i]; c.ID == v.Class {
			sh.Class = c.Name
		}
	}
	for i := range setup.Teams {
		if t := &setup.Teams[i]; t.ID == v.Team {
			sh.Team = t.Title()
		}
	}
	sh.fill(g, snap, v)
	from, to := s.Remembered()
	present := from == to || snap.Tick == to
	for _, st := range v.State {
		kind := st.Value.Kind()
		sh.State = append(sh.State, StateRow{st.Key, st.Value, present && kind != host.Opaque})
	}
	if j != nil {
		sh.Faults = toldOnce(j.Last(Filter{Kinds: Set(session.Failed), Bot: id}, snap.Tick, 0, manyFaults, nil))
	}
	return sh
}

// manyFaults is up to how many faults of a body are counted.
const manyFaults = 200

// toldOnce lists each of some faults once, the newest first, with how often it came.
func toldOnce(all []Entry) (faults []Entry) {
	times := map[string]int64{}
	for i := range all {
		if times[all[i].Line]++; times[all[i].Line] == 1 && len(faults) < MaxFaults {
			faults = append(faults, all[i])
		}
	}
	for i := range faults {
		if n := times[faults[i].Line]; n > 1 {
			more := fmt.Sprintf(" (%d times)", n)
			if len(all) == manyFaults {
				more = fmt.Sprintf(" (%d times and more)", n)
			}
			faults[i].Line += more
			faults[i].Text += more
		}
	}
	return faults
}

// fill adds the rows.
func (sh *Sheet) fill(g *systems.Game, snap *session.Snapshot, v *session.BodyView) {
	word := func(label, text string, who components.ID) {
		if text != "" {
			sh.Rows = append(sh.Rows, Row{Label: label, Text: text, Who: who})
		}
	}
	number := func(label string, value, of float64, unit string) {
		r := Row{Label: label, Value: value, Of: of, Unit: unit}
		r.Text = r.words()
		sh.Rows = append(sh.Rows, r)
	}
	word("does", v.Action, 0)
	if v.Held {
		word("is", "held: its tree gets no turns", 0)
	}
	if to := snap.Body(v.Target); v.Target != 0 && to != nil {
		number("target", distance(g.Setup, v.X, v.Y, to.X, to.Y), 0, "m")
		last := &sh.Rows[len(sh.Rows)-1]
		last.Who, last.Text = v.Target, to.Name+", "+last.Text
	}
	if v.Goal.Kind != session.NoGoal {
		number("goal", distance(g.Setup, v.X, v.Y, v.Goal.X, v.Goal.Y), 0, "m")
		last := &sh.Rows[len(sh.Rows)-1]
		last.Who, last.Text = v.Goal.ID, bound(snap, &v.Goal)+", "+last.Text
	}
	for _, f := range g.Figures(v.ID, nil) {
		r := Row{Label: f.Name, Value: f.Value, Of: f.Of, Unit: f.Unit, Text: f.Text, Who: f.Who}
		if r.Text == "" {
			r.Text = r.words()
		}
		sh.Rows = append(sh.Rows, r)
	}
	if b := &v.Building; b.Kind != "" {
		word("building", standing(b), 0)
	}
	if v.Tracked {
		number("money", math.Trunc(v.Money), 0, "")
		number("stuck clock", v.Stuck, 0, "s")
	}
	if v.Kills > 0 {
		number("kills", float64(v.Kills), 0, "")
	}
	word("pose", v.Pose, 0)
	if v.Speech != "" {
		word("says", fmt.Sprintf("%q", v.Speech), 0)
	}
	word("at", fmt.Sprintf("%.1f, %.1f m", v.X, v.Y), 0)
}

// distance returns how far a body is from a point, on the field with its edges, in metres.
func distance(s *systems.Setup, x, y, px, py float32) float64 {
	return math.Sqrt(s.Field().Dist2(x, y, px, py))
}

// words returns a number with its unit, and the most that it can be.
func (r *Row) words() string {
	switch {
	case r.Unit == "%":
		return fmt.Sprintf("%.0f%%", 100*r.Value)
	case r.Unit == "m" || r.Unit == "s" || r.Unit == "m/s":
		return fmt.Sprintf("%.1f %s", r.Value, r.Unit)
	}
	text := short(r.Value)
	if r.Of > 0 {
		text += " of " + short(r.Of)
	}
	if r.Unit != "" {
		text += " " + r.Unit
	}
	return text
}

// short returns a number with at most one decimal.
func short(v float64) string {
	if v == math.Trunc(v) {
		return humanize.Thousands(int64(v))
	}
	return fmt.Sprintf("%.1f", v)
}
