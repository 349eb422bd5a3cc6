package chronicle

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Standing says how the game that is played stands at a moment.
type Standing struct {
	Tick  int64
	Time  float64 // seconds of simulated time
	Sides []Side  // in a match, by team
	Goal  float64 // the score that wins; 0: none does
	Left  float64 // seconds until the match ends; -1: it has no such end, or there is no match
	Over  bool    // the match has ended
	// Winner is the title of the team that has won; empty for a draw. Result says it whole,
	// such as "blue won, 33:63".
	Winner, Result string

	Days    bool    // there is a clock of the day
	Hour    float64 // 0 to 24
	Day     int64   // from 1
	Night   bool
	Phase   string // day, dusk or night; empty where there is neither a clock nor nature
	Season  string // empty where the scene says nothing of it, as is Weather
	Weather string

	Bots, Players, Dead int
	// Marked lists the bodies who stand out by the mark of the scene, by id, at most MaxMarked;
	// MarkedAll is how many there are. Mark is the state key, empty for a scene without.
	Mark      string
	Marked    []components.ID
	MarkedAll int

	Contacts, Deaths, Births int64 // so far; 0 without a journal
	ContactName              string

	markAt int // the index of the mark among the state of the last body that has it
}

// Side says how a team stands.
type Side struct {
	Team, Title  string // its id, and what it is called
	Score, Purse float64
	Bodies, Dead int
}

// MaxMarked is the number of marked bodies a Standing names.
const MaxMarked = 20

// NewStanding returns how the game of a scene stands at the moment of a snapshot. The
// journal may be nil.
func NewStanding(scene *scenes.Scene, s *session.Snapshot, j *Journal) *Standing {
	mark := scene.MarkNow()
	st := &Standing{
		Tick: s.Tick, Time: s.Time, Left: -1, Over: s.Result != "", Result: s.Result,
		Days: s.Hour > 0 || s.Night || s.Day > 0 || scene.Arena.Day.Length > 0, Hour: s.Hour, Day: s.Day + 1, Night: s.Night,
		Phase: s.Phase, Season: s.Season, Weather: s.Weather,
		Bots: len(s.Bots), Players: len(s.Players), Mark: mark.Key, ContactName: mark.Name,
	}
	at := map[string]int{}
	for i := range s.Sides {
		team := s.Sides[i].Team
		title := team
		for k := range scene.Setup.Teams {
			if t := &scene.Setup.Teams[k]; t.ID == team {
				title = t.Title()
			}
		}
		at[team] = i
		st.Sides = append(st.Sides, Side{Team: team, Title: title, Score: s.Sides[i].Score, Purse: s.Sides[i].Purse})
		if team == s.Winner {
			st.Winner = title
		}
	}
	if m := &scene.Arena.Match; m.Declared {
		if st.Goal = m.Score; m.Time > 0 {
			st.Left = max(m.Time-s.Time, 0)
		}
	}
	for _, list := range [...][]session.BodyView{s.Bots, s.Players} {
		for i := range list {
			st.take(&list[i], at)
		}
	}
	if j != nil {
		st.Contacts = j.Count(Set(session.Contacted), -1, s.Tick)
		st.Deaths = j.Count(Set(session.Killed, session.Died), -1, s.Tick)
		st.Births = j.Count(Set(session.Born), -1, s.Tick)
	}
	return st
}

// take counts a body.
func (st *Standing) take(v *session.BodyView, at map[string]int) {
	if v.Dead {
		st.Dead++
	}
	if v.Team != "" && len(at) > 0 {
		if i, ok := at[v.Team]; ok {
			st.Sides[i].Bodies++
			if v.Dead {
				st.Sides[i].Dead++
			}
		}
	}
	if st.Mark != "" && st.marks(v) {
		if st.MarkedAll++; len(st.Marked) < MaxMarked {
			st.Marked = append(st.Marked, v.ID)
		}
	}
}

// marks reports whether the mark of the scene is true of a body. The key mostly stands where
// it stood in the body before.
func (st *Standing) marks(v *session.BodyView) bool {
	if at := st.markAt; at < len(v.State) && v.State[at].Key == st.Mark {
		return v.State[at].Value.Bool()
	}
	for i := range v.State {
		if v.State[i].Key == st.Mark {
			st.markAt = i
			return v.State[i].Value.Bool()
		}
	}
	return false
}

// Score returns the score of a match in a line, such as "red 15 : 25 blue" for two teams; empty
// without a match.
func (st *Standing) Score() string {
	if len(st.Sides) == 2 {
		a, b := &st.Sides[0], &st.Sides[1]
		return fmt.Sprintf("%s %s : %s %s", a.Title, humanize.Number(a.Score), humanize.Number(b.Score), b.Title)
	}
	var all []string
	for _, s := range st.Sides {
		all = append(all, s.Title+" "+humanize.Number(s.Score))
	}
	return strings.Join(all, ", ")
}

// Clock returns the time of day in a line, such as "day 2, 21:40, night"; empty where there is
// none.
func (st *Standing) Clock() string {
	var parts []string
	if st.Days {
		minutes := int(st.Hour * 60)
		parts = append(parts, fmt.Sprintf("day %d, %02d:%02d", st.Day, minutes/60, minutes%60))
	}
	for _, word := range [...]string{st.Phase, st.Season, st.Weather} {
		if word != "" {
			parts = append(parts, word)
		}
	}
	return strings.Join(parts, ", ")
}

// Words returns how the game stands in a few words each, the most important first: the
// result or the score, the clock, deaths, contacts.
func (st *Standing) Words() (words []string) {
	if st.Over {
		words = append(words, st.Result)
	} else if score := st.Score(); score != "" {
		if st.Goal > 0 {
			score += " (of " + humanize.Number(st.Goal) + ")"
		}
		words = append(words, score)
	}
	if clock := st.Clock(); clock != "" {
		words = append(words, clock)
	}
	count := func(n int64, what, many string) {
		if n == 1 {
			words = append(words, "1 "+what)
		} else if n > 1 {
			words = append(words, humanize.Thousands(n)+" "+many)
		}
	}
	count(st.Contacts, st.ContactName, st.ContactName+"s")
	count(st.Deaths, "death", "deaths")
	count(st.Births, "arrival", "arrivals")
	return words
}
