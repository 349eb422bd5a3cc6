package live

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// saveFormat is the file that Save writes. docs/save.md describes it.
var saveFormat = sections.Format{Kind: "save", Title: "save", Oldest: 3, Newest: 3, Last: digest.Last("save")}

// The names of its first sections; the others are the parts of the game.
const (
	headSection    = "head"
	bundleSection  = "scene"
	symbolsSection = "names"
	systemsSection = "systems" // those that a program added; missing where it added none
)

// head begins a save.
type head struct {
	Scene  string // as it was named
	Tick   int64
	Bodies int
	Digest uint64
	Seed   uint64 // of the setup
	Paused bool
	Due    float64 // ticks that Advance owes, less than one
}

// Save writes the whole session: the scene with all files that it read, and the game as it
// is now, bit for bit. [Restore] goes on from there, on any machine.
//
// Components that a program registered are saved, and its systems and its mover by their names:
// Options.Prepare adds all of them again. So are extensions that are a [systems.Saver]. Handlers of
// faults and who is watched are not.
//
// Save fails where something cannot be saved, as a value of the program that a script
// keeps, and with the writer's error. A program that is going to save a long game asks
// [Session.CanSave] at its beginning.
func (s *Session) Save(w io.Writer) error {
	if w == nil {
		return errors.New("no writer: it is nil")
	}
	h, err := s.Hold()
	if err != nil {
		return err
	}
	return h.Write(w)
}

// Held is a session as it was at a moment.
type Held struct{ parts []systems.Saved }

// Hold takes the session as it is, to be written while it goes on. Save is Hold and Write;
// most of the time goes into Write, which packs.
func (s *Session) Hold() (*Held, error) {
	s.lock("Hold")
	defer s.mu.Unlock()
	parts, err := s.parts()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be saved: %w", s.scene.File, err)
	}
	return &Held{parts}, nil
}

// Write writes the file that Save would have written at that moment.
func (h *Held) Write(w io.Writer) error { return writeSave(w, h.parts) }

// writeSave writes the file of a session that is in sections.
func writeSave(w io.Writer, parts []systems.Saved) error {
	out, err := sections.NewWriter(w, saveFormat)
	for _, p := range parts {
		if err == nil {
			err = out.Section(p.Name, p.Bytes)
		}
	}
	if err == nil {
		err = out.Close()
	}
	return err
}

// CanSave returns why the session cannot be saved, as far as that is known now, or nil.
func (s *Session) CanSave() error {
	s.lock("CanSave")
	defer s.mu.Unlock()
	if _, err := s.parts(); err != nil {
		return fmt.Errorf("%s cannot be saved: %w", s.scene.File, err)
	}
	return nil
}

// parts returns the session in sections.
func (s *Session) parts() ([]systems.Saved, error) {
	game, err := s.game.Save(s.programs)
	if err != nil {
		return nil, err
	}
	w, setup := s.game.World, &s.scene.Setup
	list := []systems.Saved{
		section(headSection, func(e *state.Encoder) {
			e.Value(&head{s.scene.File, w.Clock().Tick, w.Len(), s.game.Digest(), setup.Seed, s.paused, s.due})
		}),
		section(bundleSection, s.scene.Bundle().Encode),
		section(symbolsSection, func(e *state.Encoder) { host.SaveSymbols(setup.Registry, e) }),
	}
	if own := s.game.Own(); len(own) > 0 {
		list = append(list, section(systemsSection, func(e *state.Encoder) { e.Value(&own) }))
	}
	if s.restarts > 0 {
		list = append(list, section(roundSection, func(e *state.Encoder) { e.Uint32(uint32(s.restarts)) }))
	}
	return append(list, game...), nil
}

func section(name string, fill func(*state.Encoder)) systems.Saved {
	var e state.Encoder
	fill(&e)
	b, _ := e.Bytes() // all of these can be written
	return systems.Saved{Name: name, Bytes: b}
}

// maxSections is the number of sections a save has at most: one for each class and tree, and
// some more.
var maxSections = limit.New("save.sections", 100_000, 1<<30, "sections", "sections of a save", "the save is refused")

// Restore opens a session where Save wrote one. Options.Workers may be another number; the
// registry must offer the same as then, and is left as it is. Root is that of the
// save, and files that the game comes to read are those of Options.Files. What is damaged, of another kind or of a newer version is refused with what is
// wrong, and so is a save from which this build does not make the same game.
func Restore(r io.Reader, o Options) (*Session, error) {
	parts, err := readSave(r, o.Bounds())
	if err != nil {
		return nil, err
	}
	s, err := reopen(parts, o)
	if err != nil {
		return nil, err
	}
	if o.FS != nil {
		s.scene.ReadIn(o.FS)
		return s, nil
	}
	if err := s.scene.ReadFrom(o.Files); err != nil {
		s.Close()
		return nil, fmt.Errorf("the folder of files: %w", err)
	}
	return s, nil
}

// readSave reads all sections.
func readSave(r io.Reader, limits limit.Values) (parts []systems.Saved, err error) {
	if r == nil {
		return nil, errors.New("no reader: it is nil")
	}
	lim := sections.LimitsOf(limits)
	lim.Sections = maxSections.In(limits)
	in, err := sections.NewReader(r, saveFormat, lim)
	if err != nil {
		return nil, err
	}
	for {
		name, err := in.Next()
		if err == io.EOF {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		b, err := in.All()
		if err != nil {
			return nil, err
		}
		parts = append(parts, systems.Saved{Name: name, Bytes: b})
	}
}

// opening reads what a save begins with: what it says of itself, and the scene.
func opening(parts []systems.Saved, limits limit.Values) (h head, bundle *scenes.Bundle, err error) {
	for i, name := range []string{headSection, bundleSection, symbolsSection} {
		if i >= len(parts) || parts[i].Name != name {
			return h, nil, fmt.Errorf("the save has no section %q in its place", name)
		}
	}
	if err = read(parts[0], func(d *state.Decoder) { d.Value(&h) }); err == nil {
		err = read(parts[1], func(d *state.Decoder) { bundle = scenes.DecodeBundle(d, limits) })
	}
	return h, bundle, err
}

// ground makes the scene of a save, which is to be played with options, and the numbers that
// its names had.
func ground(parts []systems.Saved, o Options) (h head, bundle *scenes.Bundle, scene *scenes.Scene, programs []*run.Program, err error) {
	if h, bundle, err = opening(parts, o.Bounds()); err != nil {
		return h, nil, nil, nil, err
	}
	if o.still {
		bundle.Limits = o.Bounds().Changed()
	}
	reg := arena.NewRegistry
	if o.Registry != nil {
		reg = func() *host.Registry { return host.CloneOf(o.Registry) }
	}
	own := reg()
	var complete func() error
	if err = read(parts[2], func(d *state.Decoder) {
		var err error
		if complete, err = host.RestoreSymbols(own, d); err != nil && d.Err() == nil {
			d.Fail("%v", err)
		}
	}); err != nil {
		return h, nil, nil, nil, err
	}
	if scene, programs, err = unpack(bundle, scenes.Options{Registry: own, Limits: o.Bounds(), Lenient: o.Lenient}); err == nil {
		err = complete()
	}
	if err != nil {
		return h, nil, nil, nil, fmt.Errorf("the scene of the save: %w", err)
	}
	scene.Setup.Workers, scene.Setup.Seed = o.Workers, h.Seed
	return h, bundle, scene, programs, nil
}

// reopen opens the session of a save.
func reopen(parts []systems.Saved, o Options) (*Session, error) {
	s, own, err := restore(parts, o)
	if err == nil {
		err = s.begin(own)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// begin readies a session that was restored, which had these systems of a program. One that
// cannot begin is closed.
func (s *Session) begin(own []string) error {
	err := s.prepare(own)
	if err == nil {
		err = s.beginHistory()
	}
	if err != nil {
		s.Close()
	}
	return err
}

// restore makes the session of a save, which begins once it has what a program adds, own
// systems among it.
func restore(parts []systems.Saved, o Options) (s *Session, own []string, err error) {
	h, bundle, scene, programs, err := ground(parts, o)
	if err != nil {
		return nil, nil, err
	}
	if parts = parts[3:]; len(parts) > 0 && parts[0].Name == systemsSection {
		if err := read(parts[0], func(d *state.Decoder) { d.Value(&own) }); err != nil {
			return nil, nil, err
		}
		parts = parts[1:]
	}
	restarts, parts, err := readRound(parts)
	if err != nil {
		return nil, nil, err
	}
	game, err := systems.Restore(&scene.Setup, programs, parts)
	if err != nil {
		return nil, nil, fmt.Errorf("the save of %s: %w", h.Scene, err)
	}
	if got := game.Digest(); got != h.Digest || game.World.Clock().Tick != h.Tick || !(h.Due >= 0 && h.Due < 1) {
		game.Close()
		return nil, nil, fmt.Errorf("the save of %s at tick %d makes another game here: digest %016x, wanted %016x", h.Scene, h.Tick, got, h.Digest)
	}
	scene.Settle(bundle) // the bots that were made have read files
	s = &Session{scene: scene, game: game, news: newNews(o), options: o, programs: programs, paused: h.Paused, due: h.Due, begun: true, restarts: restarts}
	_, _ = s.news.freshFaults(game), s.news.freshNotices(game) // they were told before the save
	return s, own, nil
}

// read reads one section.
func read(s systems.Saved, fill func(*state.Decoder)) error {
	if err := readSection(s.Name, s.Bytes, fill); err != nil {
		return fmt.Errorf("the save: %w", err)
	}
	return nil
}

// unpack loads the scene of a bundle, makes the steps that it made since, and returns the
// programs that it had along the way.
func unpack(b *scenes.Bundle, o scenes.Options) (*scenes.Scene, []*run.Program, error) {
	scene, err := b.Load(o)
	if err != nil {
		return nil, nil, err
	}
	programs, at := scene.Programs(), b.First
	for i := range b.Steps {
		step := &b.Steps[i]
		r, err := scene.Redo(step, b.Found[at:step.Found])
		if err != nil {
			return nil, nil, err
		}
		at = step.Found
		if r != nil {
			scene.Setup.Revise(&r.Revision)
			scene.Adopt(r)
		}
		programs = withNew(programs, scene)
	}
	scene.Feed(b.Found[at:])
	scene.Settle(b)
	return scene, programs, nil
}

// withNew adds the programs of a scene that are not in a list.
func withNew(list []*run.Program, s *scenes.Scene) []*run.Program {
	for _, p := range s.Programs() {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// notePrograms notes the programs that the scene has now. A program keeps its number for
// good; one that is gone from the scene and that nobody runs is let go.
func (s *Session) notePrograms() {
	s.programs = withNew(s.programs, s.scene)
	have := s.scene.Programs()
	for i, p := range s.programs {
		if p != nil && !slices.Contains(have, p) && !s.game.Pools.Runs(p) {
			s.programs[i] = nil
		}
	}
}

// Fork opens a second session that is the same as this one, with the same options and the
// same past, see [Session.Seek], and goes its own way from now on. It takes as long as Save and Restore in memory.
func (s *Session) Fork() (*Session, error) {
	s.lock("Fork")
	parts, err := s.parts()
	scene, past := s.scene, s.history.copy()
	s.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be forked: %w", scene.File, err)
	}
	fork, err := reopen(parts, s.options)
	if err == nil {
		fork.scene.ReadAs(scene)
		fork.history = past
	}
	return fork, err
}
