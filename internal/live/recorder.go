package live

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// recordFormat is the container of recordings. docs/recording.md describes what is in it.
var recordFormat = sections.Format{Kind: "record", Title: "recording", Oldest: 4, Newest: 4, Last: digest.Last("recording")}

// The sections of a recording: what made it, the systems that a program added, if it did, the scene or, of a game that had begun, a save,
// and then as many chunks as came.
const (
	sectionAbout = "about"
	sectionScene = "scene"
	sectionSave  = "save"
	sectionChunk = "chunk"
)

// The kinds of what stands in a chunk.
const (
	entryTick = iota + 1
	entryFiles
	entryCommand
	entryDigest
	entrySums
)

const (
	// chunkFor says how long a chunk takes before it is written, in real time.
	chunkFor = 500 * time.Millisecond
	// chunkTicks is the number of ticks it has at most: what a crash may cost of a fast run.
	chunkTicks = 32
	// chunkSize says how large it becomes at most, in bytes, but for one last entry.
	chunkSize = 256 << 10
	// digestEvery is the simulated time from one full digest to the next, in seconds.
	digestEvery = 10
	// sumsEvery is the number of full digests there are for one of the sums of a save, which
	// takes longer.
	sumsEvery = 6
)

// Recorder writes what happens in a session: all that makes it once more, and the digest of
// each tick. It is told of commands and steps of the session; what a program does to the
// game by other ways, see [Session.Game], is in no recording.
type Recorder struct {
	s      *Session
	mu     sync.Mutex
	to     *sections.Writer
	chunk  state.Encoder
	ticks  int // in the chunk
	timer  *time.Timer
	found  int // of the scene, that were written
	every  int64
	detail systems.Detail
	err    error
	ended  bool
}

// Record begins to write a recording of the session. That of one which was played, or got a
// command, begins with a save: it fails where [Session.Save] does. What is written is on its
// way within a second, so that the recording of a program that is killed can be read nearly
// to its end. Close of the recorder ends it.
func (s *Session) Record(to io.Writer) (*Recorder, error) {
	s.lock("Record")
	defer s.mu.Unlock()
	switch {
	case to == nil:
		return nil, errors.New("no writer: it is nil")
	case s.recorder != nil:
		return nil, errors.New("the session is recorded already")
	case s.history.past(s.game.World.Clock().Tick):
		return nil, errors.New("the session is in its past: Branch makes it the present, which can be recorded")
	}
	r := &Recorder{s: s, every: max(1, int64(math.Round(digestEvery*s.scene.Setup.TickRate)))}
	r.to, r.err = sections.NewWriter(to, recordFormat)
	r.begin()
	if r.err != nil {
		return nil, r.err
	}
	s.recorder = r
	return r, nil
}

// begin writes what the recording begins with.
func (r *Recorder) begin() {
	bundle := r.s.scene.Bundle()
	r.found = len(bundle.Found)
	setup, about, scene := r.s.game.Setup, &state.Encoder{}, &state.Encoder{}
	about.String(buildName())
	about.Uint64(setup.Seed)
	about.Uint64(math.Float64bits(setup.TickRate))
	about.Uint64(uint64(r.every))
	texts(about, r.s.game.DetailParts())
	texts(about, host.NumberedActions(setup.Registry))
	r.section(sectionAbout, about)
	if r.s.begun {
		r.save()
	} else {
		if own := r.s.game.Own(); len(own) > 0 {
			systems := &state.Encoder{}
			texts(systems, own)
			r.section(systemsSection, systems)
		}
		bundle.Encode(scene)
		r.section(sectionScene, scene)
	}
	r.tick()
	r.digest()
	r.flush()
}

// save writes the session as it is.
func (r *Recorder) save() {
	parts, err := r.s.parts()
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%s has begun and cannot be recorded: %w", r.s.scene.File, err)
	}
	if r.err == nil {
		r.err = r.to.Begin(sectionSave)
	}
	if r.err == nil {
		_ = writeSave(r.to, parts) // End returns its error
		r.err = r.to.End()
	}
}

func texts(e *state.Encoder, all []string) {
	e.Uvarint(uint64(len(all)))
	for _, text := range all {
		e.String(text)
	}
}

// buildName describes the build that records: its source, and for which machine it is.
func buildName() string {
	return buildWith("vcs.revision", "vcs.modified", "GOARCH", "GOOS", "GOAMD64")
}

// sourceName returns the same for builds of the same source.
func sourceName() string { return buildWith("vcs.revision", "vcs.modified") }

func buildWith(keys ...string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name := info.Main.Version
	for _, s := range info.Settings {
		if slices.Contains(keys, s.Key) && s.Value != "false" {
			name += " " + s.Key + "=" + s.Value
		}
	}
	return name
}

// Err returns the error of the writer that cut the recording off, or nil.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Flush writes what has happened so far, which else is on its way within a second.
func (r *Recorder) Flush() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ended {
		r.flush()
	}
	return r.err
}

// Close ends the recording, with a full digest. It does not close the writer.
func (r *Recorder) Close() error {
	r.s.lock("Record (Close)")
	defer r.s.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return r.err
	}
	r.ended, r.s.recorder = true, nil
	r.digest()
	r.sums()
	r.flush()
	if r.err == nil {
		r.err = r.to.Close()
	}
	return r.err
}

func (r *Recorder) section(name string, e *state.Encoder) {
	data, err := e.Bytes()
	if r.err == nil {
		r.err = err
	}
	if r.err == nil {
		r.err = r.to.Section(name, data)
	}
}

// flush writes the chunk.
func (r *Recorder) flush() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if data, _ := r.chunk.Bytes(); len(data) > 0 {
		r.section(sectionChunk, &r.chunk)
		r.chunk = *state.NewEncoder(data)
		r.ticks = 0
	}
}

// filed is called after each entry.
func (r *Recorder) filed() {
	data, _ := r.chunk.Bytes()
	switch {
	case len(data) > chunkSize || r.ticks >= chunkTicks:
		r.flush()
	case r.timer == nil:
		r.timer = time.AfterFunc(chunkFor, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.flush()
		})
	}
}

// did notes a command that was carried out or refused. A reload that has no files to read is
// no part of a run: a replay reads those of the recording.
func (r *Recorder) did(c session.Command, refused error) {
	if errors.Is(refused, scenes.ErrNoFolder) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files()
	r.chunk.Uint8(entryCommand)
	encodeCommand(&r.chunk, c)
	r.chunk.Bool(refused != nil)
	r.filed()
}

// stepped notes a tick that was played.
func (r *Recorder) stepped() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files()
	r.tick()
	r.ticks++
	if tick := r.s.game.World.Clock().Tick; tick%r.every == 0 {
		r.digest()
		if tick%(r.every*sumsEvery) == 0 {
			r.sums()
		}
	}
	r.filed()
}

// files notes what was read since the last entry.
func (r *Recorder) files() {
	if found := r.s.scene.Found(r.found); len(found) > 0 {
		r.found += len(found)
		r.chunk.Uint8(entryFiles)
		scenes.EncodeFound(&r.chunk, found)
	}
}

// digest notes a digest of all that the game is.
func (r *Recorder) digest() {
	r.chunk.Uint8(entryDigest)
	r.chunk.Uint64(uint64(r.s.game.World.Clock().Tick))
	r.chunk.Uint64(r.s.game.Digest())
}

// sums notes those of a save, for builds of the same source: a save of another one may differ
// where the game does not. Of a session that cannot be saved there are none.
func (r *Recorder) sums() {
	if sums, err := r.s.sums(); err == nil {
		r.chunk.Uint8(entrySums)
		r.chunk.String(sourceName())
		r.chunk.Uvarint(uint64(len(sums)))
		for _, p := range sums {
			r.chunk.String(p.Name)
			r.chunk.Uint64(p.Sum)
		}
	}
}

// PartSum is a part of a save, and a checksum of it.
type PartSum struct {
	Name string
	Sum  uint64
}

// Sums are checksums of the parts of the game, as a save has them, without what trees say: they
// differ where what there is does.
func (s *Session) Sums() ([]PartSum, error) {
	s.lock("Sums")
	defer s.mu.Unlock()
	return s.sums()
}

func (s *Session) sums() ([]PartSum, error) {
	parts, err := s.game.SaveState(s.programs)
	if err != nil {
		return nil, err
	}
	all := make([]PartSum, len(parts))
	for i, p := range parts {
		all[i] = PartSum{p.Name, crc64.Checksum(p.Bytes, crcTable)}
	}
	return all, nil
}

var crcTable = crc64.MakeTable(crc64.ECMA)

// tick notes the tick that was played last. Bodies are written by columns: those pack best.
func (r *Recorder) tick() {
	d, e := &r.detail, &r.chunk
	r.s.game.Detail(d)
	slices.SortFunc(d.Bodies, func(a, b systems.BodyDetail) int { return cmp.Compare(a.ID, b.ID) })
	e.Uint8(entryTick)
	e.Uint64(uint64(d.Tick))
	e.Uint64(d.Digest)
	e.Uvarint(uint64(len(d.Parts)))
	for _, p := range d.Parts {
		e.Uint32(p)
	}
	e.Uvarint(uint64(len(d.Bodies)))
	for i := range d.Bodies {
		e.Uint32(uint32(d.Bodies[i].ID))
	}
	for i := range d.Bodies {
		e.Uint16(uint16(d.Bodies[i].Class))
	}
	for i := range d.Bodies {
		e.Uint16(d.Bodies[i].Action)
	}
	for i := range d.Bodies {
		e.Uint16(d.Bodies[i].Memory)
	}
	for i := range d.Bodies {
		e.Uint16(d.Bodies[i].Body)
	}
	e.Uvarint(uint64(len(d.Buckets)))
	for _, b := range d.Buckets {
		e.Uint32(b)
	}
}
