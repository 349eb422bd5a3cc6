package playback

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/command/faultlist"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Result is the outcome of a run, as --json prints it.
type Result struct {
	Scene        string           `json:"scene"`
	Seed         int64            `json:"seed"`
	Workers      int              `json:"workers"`
	Bots         int              `json:"bots"` // at the start
	Classes      []ClassView      `json:"classes"`
	Teams        []TeamView       `json:"teams"`
	Ticks        int64            `json:"ticks"`       // of the game so far, those before a save that it was restored from included
	TicksPlayed  int64            `json:"ticksPlayed"` // of these, in this run
	TicksWanted  int64            `json:"ticksWanted"` // how many this run was to play, unless a match ends it
	Stopped      bool             `json:"stopped"`     // it was cut off before that
	WallS        float64          `json:"wall_s"`
	TicksPerS    float64          `json:"ticks_per_s"`
	NsPerBotTick float64          `json:"ns_per_bot_tick"`
	Digest       string           `json:"digest"`
	Actions      map[string]int64 `json:"actions"`
	Events       map[string]int64 `json:"events"`
	FaultCount   int64            `json:"faultCount"` // how often what is in Faults came
	Faults       []faultlist.Row  `json:"faults"`
	MoreFaults   int64            `json:"moreFaults,omitempty"` // of the same nodes in other words
	Notices      []string         `json:"notices"`              // of files, of the game and of leaves
	Replies      []Reply          `json:"replies"`
	Reloads      []Reloaded       `json:"reloads,omitempty"`
	Match        string           `json:"match,omitempty"` // how it ended, or how it stands
	Inspect      *Inspection      `json:"inspect,omitempty"`
	Strips       []StripView      `json:"strips,omitempty"`
}

// ClassView is a bot class at the end of a run.
type ClassView struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Bots        int    `json:"bots"`
}

// TeamView is a team; its name is the id where the scene has none.
type TeamView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// classes and teams are those of the scene, in its order.
func (r *Run) classes() []ClassView {
	all := []ClassView{}
	for i := range r.setup().Classes {
		c := &r.setup().Classes[i]
		all = append(all, ClassView{c.ID, c.Name, c.Description, r.Session.World().Count(i)})
	}
	return all
}

func (r *Run) teams() []TeamView {
	all := []TeamView{}
	for i := range r.setup().Teams {
		t := &r.setup().Teams[i]
		all = append(all, TeamView{t.ID, t.Title()})
	}
	return all
}

// reporter is an observer that adds to the result.
type reporter interface {
	Observer
	report(*Result)
}

var (
	_ reporter = (*Script)(nil)
	_ reporter = (*Reloader)(nil)
	_ reporter = (*Inspector)(nil)
)

func (s *Script) report(to *Result)    { to.Replies = append(to.Replies, s.replies...) }
func (r *Reloader) report(to *Result)  { to.Reloads = r.done }
func (n *Inspector) report(to *Result) { to.Inspect = n.now() }

// Result sums up the run so far.
func (r *Run) Result() *Result {
	g := r.Session.Game()
	res := &Result{
		Scene: r.Name, Seed: int64(g.Setup.Seed), Workers: g.World.Workers().Count(), Bots: r.bots,
		Classes: r.classes(), Teams: r.teams(),
		Ticks: g.World.Clock().Tick, TicksPlayed: r.played, TicksWanted: r.Ticks, Stopped: r.cut, WallS: r.took.Seconds(),
		Digest:  fmt.Sprintf("%016x", g.Digest()),
		Actions: g.Counts.ActionCounts(), Events: g.Counts.EventCounts(), Replies: []Reply{}, Match: r.standing(),
		Strips: r.strips(),
	}
	wrong := faultlist.Of(g)
	res.Faults, res.MoreFaults = append([]faultlist.Row{}, wrong.Faults...), wrong.More
	for _, f := range res.Faults {
		res.FaultCount += f.Count
	}
	res.Notices = append([]string{}, r.Session.Notices()...)
	for _, n := range wrong.Notes {
		res.Notices = append(res.Notices, n.At+": "+n.Text)
	}
	if res.WallS > 0 {
		res.TicksPerS = float64(res.TicksPlayed) / res.WallS
	}
	if r.botTicks > 0 {
		res.NsPerBotTick = float64(r.took) / float64(r.botTicks)
	}
	for _, o := range r.Observers {
		if o, ok := o.(reporter); ok {
			o.report(res)
		}
	}
	return res
}

// Print writes the result as one JSON object.
func (r *Result) Print(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Summary sums up the run for people, with colours or without.
func (r *Run) Summary(color bool) string {
	res := r.Result()
	s := sheet{terminal.Sheet{Style: terminal.Style{On: color}}}
	g, clock := r.Session.Game(), r.Session.World().Clock()
	s.Head("%s", g.Setup.Name)
	s.Row("bots", "%s, seed %d, a field of %.4g x %.4g m", humanize.Thousands(int64(res.Bots)), res.Seed, g.Setup.Width, g.Setup.Height)
	if now := g.World.Len(); now != res.Bots {
		s.Row("", "%s at the end, players included", humanize.Thousands(int64(now)))
	}
	s.Row("time", "%.1f s simulated, %s", clock.Time(), humanize.Count(res.Ticks, "tick"))
	if res.TicksPlayed != res.Ticks {
		s.Row("", "%s of them in this run", humanize.Count(res.TicksPlayed, "tick"))
	}
	if r.cut && r.Ticks != Endless {
		s.Row("", "stopped early, after tick %d of %d", r.done, r.Ticks)
	}
	if res.WallS > 0 {
		s.Row("speed", "%.3g s on %s: %s ticks/s, %s x real time, %s ns per bot", res.WallS, humanize.Count(int64(res.Workers), "worker"),
			humanize.Number(res.TicksPerS), humanize.Number(res.TicksPerS/g.Setup.TickRate), humanize.Number(res.NsPerBotTick))
	}
	s.strips(res.Strips)
	if res.Match != "" {
		s.Row("match", "%s", res.Match)
	}
	r.Tally.write(&s)
	s.actions(res.Actions, r.Session.Game().Counts.Idle())
	if len(res.Replies) > 0 {
		s.Head("Commands")
		for i := range res.Replies {
			s.Line(res.Replies[i].String())
		}
	}
	if res.Inspect != nil {
		s.Head("Inspected")
		for _, line := range res.Inspect.lines(s.Style) {
			s.Line(line)
		}
	}
	s.Head("Result")
	s.Row("digest", "%s", res.Digest)
	if kinds := len(res.Faults); kinds > 0 {
		s.Row("faults", "%s of %s: see the table", humanize.Thousands(res.FaultCount), humanize.Count(int64(kinds), "kind"))
	}
	for _, w := range r.wrote {
		s.Row("wrote", "%s (%s, %s)", w.Path, w.What, humanize.Size(w.Bytes))
	}
	return s.String()
}

// Verdict returns the last word on a run: the result of the match, or else how the game stands.
func (r *Run) Verdict() string {
	words := chronicle.NewStanding(r.Session.Scene(), r.Snapshot(), nil).Words()
	if len(r.Tally.rules) > 0 {
		words = append(words, r.Tally.caption())
	}
	words = append(words, fmt.Sprintf("after %.1f s", r.Session.World().Clock().Time()))
	return strings.Join(words, ", ")
}

// PrintNotes prints the commands that were never reached and the faults of leaves, which
// do not end the run.
func (r *Run) PrintNotes(w io.Writer) {
	if n := len(r.Script.toCome); n > 0 {
		fmt.Fprintf(w, "note: the run ended before tick %d: %s not reached\n",
			r.Script.toCome[0].Tick, humanize.Count(int64(n), "command"))
	}
	wrong := faultlist.Of(r.Session.Game())
	wrong.Write(w)
}

// Failed reports whether host code has failed in the run.
func (r *Run) Failed() bool { return len(faultlist.Of(r.Session.Game()).Faults) > 0 }

// sheet is the text of a summary.
type sheet struct{ terminal.Sheet }

// actions shows the share of each action in the ticks of all bots, of which so many were without one.
func (s *sheet) actions(counts map[string]int64, idle int64) {
	if len(counts) == 0 {
		return
	}
	total := idle
	for _, n := range counts {
		total += n
	}
	s.Head("Actions")
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		share := float64(counts[name]) / float64(total)
		s.Row(name, "%5.1f %%  %s", 100*share, terminal.Meter(share, 30))
	}
	if share := float64(idle) / float64(total); share >= 0.0005 {
		s.Row("none", "%5.1f %%  %s", 100*share, terminal.Meter(share, 30))
	}
}

// write adds contacts and marked bodies to a summary.
func (t *Tally) write(s *sheet) {
	rules := t.on.Game().Setup.Rules
	if len(rules) == 0 {
		return
	}
	mark := t.scene.MarkNow()
	name, past := mark.Name, mark.Past
	first, size := utf8.DecodeRuneInString(name)
	s.Head("%c%ss", unicode.ToUpper(first), name[size:])
	s.Row("in all", "%s", humanize.Thousands(t.total))
	if len(rules) > 1 {
		for i := range rules {
			s.Row(fmt.Sprintf("  by rule %d", i+1), "%s  %s", humanize.Thousands(t.rules[i]), t.rule(&rules[i]))
		}
	}
	t.champions(s, past+" most", t.made)
	t.champions(s, "was "+past+" most", t.met)
	if longest := t.held.longest(); longest.id != 0 {
		s.Row("longest "+terminal.Printable(t.mark.Key), "%s, for %.1f s", t.name(longest.id), float64(longest.ticks)/t.on.Game().Setup.TickRate)
		s.Row("at the end", "%s", t.who())
	}
}

func (t *Tally) champions(s *sheet, label string, counts map[components.ID]int64) {
	ids, n, more := most(counts, 3)
	if n == 0 {
		return
	}
	var names []string
	for _, id := range ids {
		names = append(names, t.name(id))
	}
	text := strings.Join(names, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %s more", humanize.Thousands(int64(more)))
	}
	if len(ids)+more > 1 {
		s.Row(label, "%s: %s each", text, humanize.Count(n, "time"))
	} else {
		s.Row(label, "%s: %s", text, humanize.Count(n, "time"))
	}
}

// rule writes a contact rule in short: "side: red -> side: blue, free: true".
func (t *Tally) rule(r *systems.Rule) string {
	return t.condition(&r.From) + " -> " + t.condition(&r.To)
}

func (t *Tally) condition(c *systems.Condition) string {
	if !c.Plain {
		return "a condition"
	}
	reg := t.on.Game().Setup.Registry
	var tests []string
	for _, f := range c.Tests {
		value := host.SymbolsOf(reg).Value(f.Value)
		text := value.String()
		if plain := value.Text(); plain != "" {
			text = plain
		}
		tests = append(tests, host.SymbolsOf(reg).KeyNames()[f.Key]+": "+text)
	}
	if len(tests) == 0 {
		return "anybody"
	}
	return strings.Join(tests, ", ")
}

// caption sums up the contacts so far in a line.
func (t *Tally) caption() string {
	name := t.scene.MarkNow().Name
	s := fmt.Sprintf("%ss so far: %s", name, humanize.Thousands(t.total))
	if who := t.who(); who != "" {
		s += "    " + who
	}
	return s
}
