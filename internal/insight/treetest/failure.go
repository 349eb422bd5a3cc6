package treetest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Failure is a statement that does not hold, and what led there.
type Failure struct {
	At        syntax.Pos    `json:"-"`
	Place     string        `json:"at"`                  // file:line:col
	Statement string        `json:"statement,omitempty"` // as it is written; empty for a command that was refused
	Why       string        `json:"why"`
	Found     string        `json:"found,omitempty"` // what was so instead
	Seed      int64         `json:"seed"`
	Tick      int64         `json:"tick"`
	Seconds   float64       `json:"seconds"` // of simulated time
	Who       components.ID `json:"bot,omitempty"`
	Name      string        `json:"name,omitempty"`
	Does      string        `json:"does,omitempty"`
	Nodes     []Node        `json:"nodes,omitempty"`   // of its tree that were asked in the tick
	Replay    string        `json:"replay"`            // the command that plays it again
	Explain   string        `json:"explain,omitempty"` // the command that tells why the bot did what it did
}

// Node is a node of a bot's tree, and what it answered.
type Node struct {
	File    string `json:"file"`
	Line    int32  `json:"line"`
	Col     int32  `json:"col"`
	Depth   int    `json:"depth"`
	Text    string `json:"text"`
	Answer  string `json:"answer"`
	Because string `json:"because,omitempty"`
}

// explain says how each failure of a run came about, and writes the recording of the run.
func (r *Runner) explain(t *Test, all []*Failure) error {
	longest := all[0]
	for _, f := range all {
		if f.Tick > longest.Tick {
			longest = f
		}
	}
	for _, f := range all {
		f.Place, f.Replay = f.At.String(), r.replay(t, f)
		scene, err := r.load(t, &f.Seed)
		if err != nil {
			return err
		}
		var to io.Writer
		if f == longest && r.records(t) {
			file, err := os.Create(r.recordName(t, f.Seed))
			if err != nil {
				return fmt.Errorf("--record: %w", err)
			}
			defer file.Close()
			to = file
		}
		if err := r.follow(t, scene, f, to); err != nil {
			return err
		}
		f.Explain = r.why(t, f)
	}
	return nil
}

// follow plays up to a failure again, and follows the bot in the last tick.
func (r *Runner) follow(t *Test, scene *scenes.Scene, f *Failure, to io.Writer) error {
	p, err := r.open(t, scene)
	if err != nil {
		return err
	}
	defer p.session.Close()
	if to != nil {
		rec, err := p.session.Record(to)
		if err != nil {
			return fmt.Errorf("--record: %w", err)
		}
		defer rec.Close()
	}
	g := p.session.Game()
	var follower inspect.Follower
	for tick := int64(0); tick < f.Tick; tick++ {
		if tick == f.Tick-1 && f.Who != 0 {
			follower.Follow(chronicle.Minds(g), f.Who)
			follower.BeginTick()
		}
		if err := p.step(tick); err != nil {
			return err
		}
	}
	if f.Who == 0 || f.Tick == 0 {
		return nil
	}
	if v := p.session.Snapshot().Body(f.Who); v != nil {
		f.Does = v.Action
	}
	for _, n := range follower.Nodes() {
		if s, asked := follower.Answer(n.ID); asked {
			f.Nodes = append(f.Nodes, Node{n.File, n.Line, n.Col, n.Depth, text(&n), s.String(), follower.Why(n.ID)})
		}
	}
	return nil
}

// replay returns the command that shows a failure again: the scene alone where the test gives
// nothing else, or a recording of the test.
func (r *Runner) replay(t *Test, f *Failure) string {
	who := ""
	if f.Name != "" {
		who = " --inspect " + word(f.Name)
	}
	g := &t.given
	if !r.isPlayed() {
		return ""
	}
	agents := r.Vocabulary != nil && !r.Vocabulary.Arena // of a world of their own
	if name, err := t.file.sceneFile(nameOf(g.scene)); err == nil && !agents && len(t.when)+len(g.bodies)+len(g.bots) == 0 && g.with == nil {
		return fmt.Sprintf("%s run %s%s --seed %d --ticks %d%s", r.command(), word(name), r.flags(), f.Seed, f.Tick, who)
	}
	if r.records(t) {
		return fmt.Sprintf("%s replay %s%s", r.command(), word(r.recordName(t, f.Seed)), r.flags())
	}
	again := fmt.Sprintf("%s test %s%s --run %s --seed %d", r.command(), word(t.file.argument()), r.flags(), word("^"+regexp.QuoteMeta(t.Name)+"$"), f.Seed)
	if agents || r.Scripts.in(t) {
		return again
	}
	return again + " --record ."
}

// records reports whether a run of a test is recorded that fails: one with leaves that are scripted is not,
// as nobody could play it again but the test.
func (r *Runner) records(t *Test) bool { return r.Record != "" && !r.Scripts.in(t) }

// isPlayed reports whether the command plays the tests.
func (r *Runner) isPlayed() bool {
	return r.Flags != nil || r.Registry == nil && r.Prepare == nil && r.Worlds == nil
}

// flags are those by which the command knows the game, behind a blank.
func (r *Runner) flags() (text string) {
	for _, f := range r.Flags {
		text += " " + word(f)
	}
	return text
}

// argument returns the file as it is named to a command.
func (f *File) argument() string {
	if f.shipped {
		return strings.TrimSuffix(filepath.Base(f.Name), testfiles.Suffix)
	}
	return f.Name
}

// why returns the command that explains what the bot of a failure did; empty where it has no
// tree that was asked, and for games in Go, which no command plays.
func (r *Runner) why(t *Test, f *Failure) string {
	if len(f.Nodes) == 0 || !r.isPlayed() || t.given.leaves == realLeaves {
		return ""
	}
	return fmt.Sprintf("%s why %s%s --test %s --seed %d --bot %s --at %d", r.command(), word(t.file.argument()), r.flags(), word(t.Name), f.Seed, word(f.Name), f.Tick)
}

func (r *Runner) command() string {
	if r.Command != "" {
		return r.Command
	}
	return "thicket"
}

// recordName returns the file of the recording of a run.
func (r *Runner) recordName(t *Test, seed int64) string {
	base := strings.TrimSuffix(filepath.Base(t.file.Name), testfiles.Suffix)
	return filepath.Join(r.Record, fmt.Sprintf("%s-%d-seed%d.rec", base, t.At.Line, seed))
}

func nameOf(n *markup.Node) string {
	if n == nil {
		return ""
	}
	if n.Kind != markup.String {
		return "\x00" // of no file
	}
	return n.Str
}

// word returns a text as a word of a shell.
func word(s string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || slices.Contains([]rune("-_./=:@%+,"), c) || c > 0x7f
	}
	if s != "" && strings.IndexFunc(s, func(c rune) bool { return !plain(c) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// seconds returns a time as people read it.
func seconds(s float64) string { return strconv.FormatFloat(s, 'f', -1, 64) }
