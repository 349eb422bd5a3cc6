package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// result is what --json prints.
type result struct {
	Scene        string           `json:"scene"`
	Seed         int64            `json:"seed"`
	Workers      int              `json:"workers"`
	Bots         int              `json:"bots"`  // at the start
	Ticks        int64            `json:"ticks"` // played
	WallS        float64          `json:"wall_s"`
	TicksPerS    float64          `json:"ticks_per_s"`
	NsPerBotTick float64          `json:"ns_per_bot_tick"`
	Digest       string           `json:"digest"`
	Actions      map[string]int64 `json:"actions"`
	Events       map[string]int64 `json:"events"`
	Replies      []reply          `json:"replies"`
	Reloads      []reloaded       `json:"reloads,omitempty"`
	Match        string           `json:"match,omitempty"` // how it ended, or how it stands
	Inspect      *inspection      `json:"inspect,omitempty"`
}

func (p *play) result() *result {
	g := p.session.Game()
	r := &result{
		Scene: p.name, Seed: int64(g.Setup.Seed), Workers: g.World.Workers().Count(), Bots: p.bots,
		Ticks: g.World.Clock().Tick, WallS: p.took.Seconds(),
		Digest:  fmt.Sprintf("%016x", g.Digest()),
		Actions: g.ActionCounts(), Events: g.EventCounts(), Replies: p.orders.replies, Match: p.standing(),
	}
	if r.WallS > 0 {
		r.TicksPerS = float64(r.Ticks) / r.WallS
	}
	if p.botTicks > 0 {
		r.NsPerBotTick = float64(p.took) / float64(p.botTicks)
	}
	if p.reload != nil {
		r.Reloads = p.reload.done
	}
	if p.inspect != nil {
		r.Inspect = p.inspect.now()
	}
	if r.Replies == nil {
		r.Replies = []reply{}
	}
	return r
}

// standing is how a match ended or how it stands, empty without one.
func (p *play) standing() string {
	s := p.snapshot()
	if s.Result != "" || len(s.Sides) == 0 {
		return s.Result
	}
	var scores []string
	for _, side := range s.Sides {
		scores = append(scores, fmt.Sprintf("%s %.4g", side.Team, side.Score))
	}
	return strings.Join(scores, ", ")
}

func (r *result) print(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// summary is what a person reads at the end of a run.
func (p *play) summary(color bool) string {
	r := p.result()
	s := sheet{style: style{on: color}}
	g, clock := p.session.Game(), p.session.World().Clock()
	s.head("%s", g.Setup.Name)
	s.row("bots", "%s, seed %d, a field of %.4g x %.4g m", thousands(int64(r.Bots)), r.Seed, g.Setup.Width, g.Setup.Height)
	if now := g.World.Len(); now != r.Bots {
		s.row("", "%s at the end, players included", thousands(int64(now)))
	}
	s.row("time", "%.1f s simulated, %s", clock.Time(), count(r.Ticks, "tick"))
	if p.cut {
		s.row("", "stopped early, after tick %d of %d", p.done, p.ticks)
	}
	if r.WallS > 0 {
		s.row("speed", "%.3g s on %s: %s ticks/s, %s x real time, %s ns per bot", r.WallS, count(int64(r.Workers), "worker"),
			number(r.TicksPerS), number(clock.Time()/r.WallS), number(r.NsPerBotTick))
	}
	if r.Match != "" {
		s.row("match", "%s", r.Match)
	}
	p.tally.report(&s)
	s.actions(r.Actions)
	if len(r.Replies) > 0 {
		s.head("Commands")
		for i := range r.Replies {
			s.line(r.Replies[i].String())
		}
	}
	if r.Inspect != nil {
		s.head("Inspected")
		for _, line := range r.Inspect.lines(s.style) {
			s.line(line)
		}
	}
	s.head("Result")
	s.row("digest", "%s", r.Digest)
	for _, o := range p.outputs() {
		if o.file != nil {
			s.row("wrote", "%s (%s, %s)", o.path, o.what, size(o.bytes))
		}
	}
	return s.String()
}

// sheet is a text of rows with a label each.
type sheet struct {
	strings.Builder
	style style
}

const labelWidth = 18

func (s *sheet) head(format string, args ...any) {
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	s.WriteString(s.style.bold(fmt.Sprintf(format, args...)))
	s.WriteByte('\n')
}

func (s *sheet) row(label, format string, args ...any) {
	s.line(s.style.dim(fmt.Sprintf("%-*s", labelWidth, label)) + fmt.Sprintf(format, args...))
}

func (s *sheet) line(text string) { fmt.Fprintf(s, "  %s\n", text) }

// actions shows the share of each action in all that was done.
func (s *sheet) actions(counts map[string]int64) {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return
	}
	s.head("Actions")
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		share := float64(counts[name]) / float64(total)
		s.row(name, "%5.1f %%  %s", 100*share, meter(share, 30))
	}
}

// report writes down contacts and who was marked.
func (t *tally) report(s *sheet) {
	rules := t.game.Setup.Rules
	if len(rules) == 0 {
		return
	}
	name, past := t.words()
	first, size := utf8.DecodeRuneInString(name)
	s.head("%c%ss", unicode.ToUpper(first), name[size:])
	s.row("in all", "%s", thousands(t.total))
	if len(rules) > 1 {
		for i := range rules {
			s.row(fmt.Sprintf("  by rule %d", i+1), "%s  %s", thousands(t.rules[i]), t.rule(&rules[i]))
		}
	}
	t.champions(s, past+" most", t.made)
	t.champions(s, "was "+past+" most", t.met)
	if longest := t.held.longest; longest.id != 0 {
		s.row("longest "+printable(t.mark.Key), "%s, for %.1f s", t.name(longest.id), float64(longest.ticks)/t.game.Setup.TickRate)
		s.row("at the end", "%s", t.who())
	}
}

func (t *tally) champions(s *sheet, label string, counts map[components.ID]int64) {
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
		text += fmt.Sprintf(" and %s more", thousands(int64(more)))
	}
	if len(ids)+more > 1 {
		s.row(label, "%s: %s each", text, count(n, "time"))
	} else {
		s.row(label, "%s: %s", text, count(n, "time"))
	}
}

// rule is a contact rule in short: side: red -> side: blue, free: true.
func (t *tally) rule(r *systems.Rule) string {
	return t.condition(&r.From) + " -> " + t.condition(&r.To)
}

func (t *tally) condition(c *systems.Condition) string {
	if !c.Plain {
		return "a condition"
	}
	reg := t.game.Setup.Registry
	var tests []string
	for _, f := range c.Tests {
		value := reg.Value(f.Value)
		text := value.String()
		if plain := value.Text(); plain != "" {
			text = plain
		}
		tests = append(tests, reg.KeyNames()[f.Key]+": "+text)
	}
	if len(tests) == 0 {
		return "anybody"
	}
	return strings.Join(tests, ", ")
}

// caption is how a run stands, in a line.
func (t *tally) caption() string {
	name, _ := t.words()
	s := fmt.Sprintf("%ss so far: %s", name, thousands(t.total))
	if who := t.who(); who != "" {
		s += "    " + who
	}
	return s
}
