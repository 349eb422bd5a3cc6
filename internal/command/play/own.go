package play

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/terminal"
)

// self is what a server tells a player of its own body; see docs/protocol.md.
type self struct {
	Team   string
	Kit    string
	Health float64 // 0 to 1
	Of     float64 // points
	Dead   bool
	Back   float64 // seconds
	By     string
	Rows   []struct {
		Label     string
		Value, Of float64
		Unit      string
	}
	State            []struct{ Key, Value string }
	Verb, Whom, What string
	Verbs            []string
	Aim              *struct {
		Why, Name string
		X, Y      float64 // metres to the right and down
	}
	Errand *struct {
		Why, What string
		X, Y      float64
	}
}

// verbs are the words for what the action key does, and aims those for whom one is to look for.
var (
	verbs = map[string]string{"mend": "heal", "become": "change kit to"}
	aims  = map[string]string{"flee": "flee from", "deliver": "deliver to", "rest": "rest at"}
)

// winds are the directions from the right, turning down as the screen does.
var winds = [...]string{"→", "↘", "↓", "↙", "←", "↖", "↑", "↗"}

// line tells in a line how a player fares, what its action key does, and whom it is to look for; last what a
// narrow terminal can do without.
func (s *self) line(g client.Game) string {
	var parts []string
	for _, t := range g.Teams {
		if t.ID == s.Team {
			parts = append(parts, t.Name)
		}
	}
	switch {
	case s.Dead:
		dead := "dead"
		if s.By != "" {
			dead = "killed by " + s.By
		}
		if s.Back > 0 {
			dead += fmt.Sprintf(", back in %g s", s.Back)
		}
		return strings.Join(append(parts, dead), " · ")
	case s.Kit != "":
		parts = append(parts, s.Kit)
	}
	if s.Of > 0 {
		parts = append(parts, fmt.Sprintf("health %.0f of %g", math.Round(s.Health*s.Of), s.Of))
	}
	if s.Verb != "" {
		parts = append(parts, strings.TrimRight(fmt.Sprintf("e: %s %s%s", named(verbs, s.Verb), s.Whom, s.What), " "))
	}
	if a := s.Aim; a != nil {
		parts = append(parts, bearing(a.Why, a.Name, a.X, a.Y))
	}
	if e := s.Errand; e != nil {
		parts = append(parts, bearing(e.Why, e.What, e.X, e.Y))
	}
	for _, r := range s.Rows {
		switch {
		case r.Unit == "%":
			parts = append(parts, fmt.Sprintf("%s %.0f %%", r.Label, math.Round(r.Value*100)))
		case r.Of > 0:
			parts = append(parts, fmt.Sprintf("%s %g of %g", r.Label, r.Value, r.Of))
		default:
			parts = append(parts, fmt.Sprintf("%s %g", r.Label, r.Value))
		}
	}
	for _, f := range s.State {
		parts = append(parts, f.Key+": "+f.Value)
	}
	return strings.Join(parts, " · ")
}

// bearing says where somebody or something is, so many metres to the right and down.
func bearing(why, what string, x, y float64) string {
	wind := winds[(int(math.Round(math.Atan2(y, x)/(math.Pi/4)))+len(winds))%len(winds)]
	return fmt.Sprintf("%s %s %s %.0f m", named(aims, why), what, wind, math.Hypot(x, y))
}

// named is a word of the protocol as people say it.
func named(words map[string]string, word string) string {
	if w, ok := words[word]; ok {
		return w
	}
	return word
}

// keys says which keys do something besides walking; s may be nil.
func (s *self) keys() string {
	if s == nil || len(s.Verbs) == 0 {
		return ""
	}
	hint := ", e acts"
	if slices.Contains(s.Verbs, "drop") {
		hint += ", x drops"
	}
	if slices.Contains(s.Verbs, "become") {
		hint += ", c changes kit"
	}
	return hint
}

// table tells how everybody fared in a match that is over.
type table struct {
	Result string
	List   []struct {
		ID                                      uint32
		Name, Team                              string
		Kills, Deaths, Brought, Contacts, Score float64
	}
}

// lines writes the table as people read it, without columns that are all empty.
func (t *table) lines(you uint32, style terminal.Style) []string {
	titles := [...]string{"kills", "deaths", "brought", "contacts", "score"}
	cells := make([][len(titles)]float64, len(t.List))
	var shown [len(titles)]bool
	for i, r := range t.List {
		cells[i] = [...]float64{r.Kills, r.Deaths, r.Brought, r.Contacts, r.Score}
		for k, v := range cells[i] {
			shown[k] = shown[k] || v != 0
		}
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "name")
	for k, title := range titles {
		if shown[k] {
			fmt.Fprint(w, "\t"+title)
		}
	}
	for i, r := range t.List {
		fmt.Fprint(w, "\n"+terminal.Printable(r.Name))
		if r.ID == you {
			fmt.Fprint(w, " (you)")
		}
		for k, v := range cells[i] {
			if shown[k] {
				fmt.Fprintf(w, "\t%g", math.Round(v*10)/10)
			}
		}
	}
	w.Flush()
	return append([]string{style.Bold(terminal.Printable(t.Result)), ""}, strings.Split(b.String(), "\n")...)
}
