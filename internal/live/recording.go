package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Recording reads what a [Recorder] wrote, entry by entry.
type Recording struct {
	Build   string         // that recorded
	Bundle  *scenes.Bundle // the scene
	Seed    uint64
	Begins  int64    // the tick that it begins with
	Parts   []string // of each [systems.Detail]
	Actions []string // as numbered in it: element i has the number i+1

	limits limit.Values
	own    []string        // the systems that a program had added, where the recording begins with the scene
	start  []systems.Saved // of a game that had begun; else nil
	found  scenes.Tally    // in the scene and in all chunks so far
	from   *sections.Reader
	chunk  *state.Decoder
	cut    error
}

// Entry is one thing that happened in a recorded session. One of Detail, Found, Command,
// Whole and Sums is set.
type Entry struct {
	// Detail is the world after a tick; the first is the world in the beginning.
	Detail *systems.Detail
	// Found lists the files that the session read before the next entry.
	Found []sourcefile.Found
	// Command was carried out, or refused.
	Command session.Command
	Refused bool
	// Whole: the digest of the whole game after a tick, see [Session.Digest].
	Whole  bool
	Tick   int64
	Digest uint64
	// Sums has checksums of a save now and then and at the end, by builds of a source. A recording
	// may have none.
	Sums   []PartSum
	Source string
}

// maxSection says how large a section of a recording may be.
var maxSection = limit.New("recording.chunk", 300<<20, 1<<40, "bytes", "one section of a recording, unpacked", "the recording is refused, or ends there")

// Limits of recordings that follow from what games can have.
const (
	maxParts   = 1000
	maxActions = 1 << 16
	maxBuckets = 1 << 16
)

// ReadRecording reads the beginning of a recording.
func ReadRecording(from io.Reader, limits limit.Values) (*Recording, error) {
	if from == nil {
		return nil, errors.New("no reader: it is nil")
	}
	r := &Recording{limits: limits, found: scenes.Tally{Limits: limits}}
	lim := sections.LimitsOf(limits)
	lim.Section = maxSection.In64(limits)
	var err error
	if r.from, err = sections.NewReader(from, recordFormat, lim); err != nil {
		return nil, err
	}
	about, err := r.from.Section(sectionAbout)
	if err != nil {
		return nil, err
	}
	if err := readSection(sectionAbout, about, func(d *state.Decoder) {
		r.Build, r.Seed = d.String(), d.Uint64()
		rate, every := math.Float64frombits(d.Uint64()), d.Uint64()
		if !(rate > 0) || every == 0 {
			d.Fail("%v ticks a second and a digest every %d ticks", rate, every)
		}
		r.Parts, r.Actions = readTexts(d, maxParts), readTexts(d, maxActions)
	}); err != nil {
		return nil, err
	}
	if err := r.begin(); err != nil {
		return nil, err
	}
	r.found.Add(r.Bundle.Found)
	return r, nil
}

// begin reads the systems of a program and the scene, or the save of a game that had begun.
func (r *Recording) begin() error {
	name, err := r.from.Next()
	if err == io.EOF {
		err = fmt.Errorf("found the end, wanted section %q or %q", sectionScene, sectionSave)
	}
	if err != nil {
		return err
	}
	data, err := r.from.All()
	if err != nil {
		return err
	}
	switch name {
	case systemsSection:
		if r.own != nil {
			return fmt.Errorf("found section %q twice", name)
		}
		if err := readSection(name, data, func(d *state.Decoder) { r.own = readTexts(d, maxParts) }); err != nil {
			return err
		}
		return r.begin()
	case sectionScene:
		return readSection(name, data, func(d *state.Decoder) { r.Bundle = scenes.DecodeBundle(d, r.limits) })
	case sectionSave:
		var h head
		if r.start, err = readSave(bytes.NewReader(data), r.limits); err == nil {
			h, r.Bundle, err = opening(r.start, r.limits)
		}
		if err != nil {
			return fmt.Errorf("section %q: %w", name, err)
		}
		r.Begins = h.Tick
		return nil
	}
	return fmt.Errorf("found section %q, wanted %q or %q", name, sectionScene, sectionSave)
}

// readSection reads all of a section.
func readSection(name string, data []byte, read func(*state.Decoder)) error {
	d := state.NewDecoder(data)
	read(d)
	if err := d.Close(); err != nil {
		return fmt.Errorf("section %q: %w", name, err)
	}
	return nil
}

func readTexts(d *state.Decoder, most int) (all []string) {
	n := d.Length(1)
	if n > most {
		d.Fail("%d texts, wanted at most %d", n, most)
	}
	for i := 0; i < n && d.Err() == nil; i++ {
		all = append(all, d.String())
	}
	return all
}

// Open starts the session that was recorded, from what is in the recording alone. Of the
// options Root and FS are not used; if they have no Limits, those count with which it is read.
func (r *Recording) Open(o Options) (*Session, error) {
	if o.Root, o.FS = "", nil; o.Limits.IsZero() {
		o.Limits = r.limits
	}
	if r.start != nil {
		return reopen(r.start, o)
	}
	scene, err := r.Bundle.Load(o.loading())
	if err != nil {
		return nil, err
	}
	scene.Setup.Seed = r.Seed
	s, err := New(scene, o)
	if err != nil {
		return nil, err
	}
	if err := requires(s, "recording", r.own); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Cut tells that the tail of the recording is missing, as after a crash of the program that
// recorded: it is nil until Next has come to where it ends.
func (r *Recording) Cut() error { return r.cut }

// Next returns the next entry; io.EOF after the last one that is whole. It is good until the
// next call.
func (r *Recording) Next() (*Entry, error) {
	for r.chunk == nil || r.chunk.Done() {
		name, err := r.from.Next()
		var data []byte
		if err == nil {
			data, err = r.from.All()
		}
		var e *sections.Error
		switch {
		case errors.As(err, &e) && e.Cut:
			r.cut = err
			return nil, io.EOF
		case err != nil:
			return nil, err
		case name != sectionChunk:
			return nil, fmt.Errorf("found section %q, wanted %q", name, sectionChunk)
		}
		r.chunk = state.NewDecoder(data)
	}
	e := r.entry(r.chunk)
	if err := r.chunk.Err(); err != nil {
		return nil, fmt.Errorf("section %q: %w", sectionChunk, err)
	}
	return e, nil
}

func (r *Recording) entry(d *state.Decoder) *Entry {
	e := &Entry{}
	switch kind := d.Uint8(); kind {
	case entryTick:
		e.Detail = r.detail(d)
	case entryFiles:
		e.Found = r.found.DecodeFound(d)
	case entryCommand:
		e.Command, e.Refused = decodeCommand(d), d.Bool()
	case entryDigest:
		e.Whole, e.Tick, e.Digest = true, int64(d.Uint64()), d.Uint64()
	case entrySums:
		e.Source = d.String()
		n := d.Length(9)
		if n > maxSections.In(r.limits) {
			d.Refuse("%d parts of a save, wanted at most %d", n, maxSections.In(r.limits))
		}
		for i := 0; i < n && d.Err() == nil; i++ {
			e.Sums = append(e.Sums, PartSum{d.String(), d.Uint64()})
		}
	default:
		d.Fail("an entry of the unknown kind %d", kind)
	}
	return e
}

func (r *Recording) detail(d *state.Decoder) *systems.Detail {
	t := &systems.Detail{Tick: int64(d.Uint64()), Digest: d.Uint64()}
	if n := d.Length(4); n != len(r.Parts) {
		d.Fail("%d parts of a digest, wanted %d", n, len(r.Parts))
	}
	for range r.Parts {
		t.Parts = append(t.Parts, d.Uint32())
	}
	n := d.Length(12)
	if n > systems.MaxDetailed {
		d.Fail("%d bodies, wanted at most %d", n, systems.MaxDetailed)
	}
	if d.Err() != nil {
		return t
	}
	t.Bodies = make([]systems.BodyDetail, n)
	for i := range t.Bodies {
		t.Bodies[i].ID = components.ID(d.Uint32())
	}
	for i := range t.Bodies {
		t.Bodies[i].Class = int16(d.Uint16())
	}
	for i := range t.Bodies {
		t.Bodies[i].Action = d.Uint16()
	}
	for i := range t.Bodies {
		t.Bodies[i].Memory = d.Uint16()
	}
	for i := range t.Bodies {
		t.Bodies[i].Body = d.Uint16()
	}
	n = d.Length(4)
	if n > maxBuckets {
		d.Fail("%d buckets, wanted at most %d", n, maxBuckets)
	}
	for i := 0; i < n && d.Err() == nil; i++ {
		t.Buckets = append(t.Buckets, d.Uint32())
	}
	return t
}
