package scenes

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Bundle is all that a scene was made of: the scene again, on a machine that has none of
// its files.
type Bundle struct {
	File    string // of the scene, as it was named
	Shipped bool
	// Text is the scene where it was shipped or in memory. A scene that stands in a file
	// is the first that was found.
	Text    []byte
	Lenient bool
	Wishes  []Wish

	// Folder, Absolute, Root and Fixed are those of the [syntax.Archive].
	Folder   string
	Absolute bool
	Root     string
	Fixed    bool
	Wider    sourcefile.Wider
	// Found lists the files that were read or looked for on behalf of the scene, up to now. First is
	// how much of it was found when the scene was loaded.
	Found []sourcefile.Found
	First int
	// Steps lists what was loaded since then, in its order.
	Steps []Step
	// Limits lists the limits that differ from their default, as NAME=VALUE.
	Limits []string
	// Late are the files that trees have read while they ran.
	Late []trees.Late
}

// Step is something that a running game loaded.
type Step struct {
	Found int // of the bundle, when that was done
	// Tree names the tree for which [Scene.Tree], or [Scene.TreeOf], was asked; empty for a
	// revision that was adopted.
	Tree string
	// Kept are, of a revision, the trees of commands that some bot ran, by their ids. Of
	// TreeOf they are the text, and then a name and a text of each other file.
	Kept []string
}

// Limits of bundles that are read.
var (
	maxFound      = limit.New("bundle.files", 100_000, 1<<30, "files", "files in a save or a recording", limit.Refused)
	maxFoundBytes = limit.New("bundle.bytes", 256<<20, 1<<40, "bytes", "their size together", limit.Refused)
	maxSteps      = limit.New("bundle.steps", 100_000, 1<<30, "reloads", "reloads, and trees that commands loaded, in a save or a recording", limit.Refused)
)

// Bundle describes the scene as it is now.
func (s *Scene) Bundle() *Bundle {
	a := s.archive
	b := &Bundle{
		File: s.File, Shipped: s.from.shipped, Text: s.from.text, Lenient: s.Lenient(), Wishes: slices.Clone(s.wishes),
		Folder: a.Folder, Absolute: a.Absolute, Root: a.Root, Fixed: a.Fixed, Wider: a.Wider,
		Found: a.Found(0), First: s.first, Steps: slices.Clone(s.steps), Limits: s.Limits().Changed(),
		Late: s.loader.Late(),
	}
	return b
}

// Found returns what was found for the scene since the first n things, see [syntax.Archive].
func (s *Scene) Found(n int) []sourcefile.Found { return s.archive.Found(n) }

// ErrLenient refuses a bundle with stand-ins where nobody asks for them.
var ErrLenient = errors.New("its trees have stand-ins for what the game does not offer, wanted --lenient")

// Load loads the scene as it was in the beginning, without any file. [Scene.Redo] makes the
// steps after it. Of the options only Registry, Limits and Lenient count: the error is
// ErrLenient for a bundle that is so and is not to be.
func (b *Bundle) Load(o Options) (*Scene, error) {
	if b.First > len(b.Found) {
		return nil, fmt.Errorf("%s: the scene is made of %d files, of which %d are there", b.File, b.First, len(b.Found))
	}
	if err := o.limits().Differ(b.Limits); err != nil {
		return nil, fmt.Errorf("%s: %w", b.File, err)
	}
	source := &sourcefile.Archive{Folder: b.Folder, Absolute: b.Absolute, Root: b.Root, Fixed: b.Fixed, Wider: b.Wider}
	source.Add(b.Found[:b.First])
	if b.Lenient && !o.Lenient {
		return nil, fmt.Errorf("%s: %w", b.File, ErrLenient)
	}
	o.Lenient = b.Lenient
	s, err := o.from(b.File, b.Text, source.Files(), b.Shipped)
	if err != nil {
		return nil, err
	}
	s.source = source
	for _, w := range b.Wishes {
		if err := s.wish(w); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Settle has a scene that came from a bundle, and has made its steps, know of its past what the
// bundle says. By itself it knows what was read to make it again, which is no more than that,
// and in another order.
func (s *Scene) Settle(b *Bundle) {
	s.archive.Reset(b.Found)
	s.first, s.steps = b.First, slices.Clone(b.Steps)
	s.loader.SetLate(b.Late)
}

// Feed puts what was found later under the scene of a bundle: it reads that from now on.
func (s *Scene) Feed(found []sourcefile.Found) {
	if s.source != nil {
		s.source.Add(found)
	}
}

// ReadFrom says where a scene that came from a bundle reads files from now on: from a folder
// of the disk, which replaces the scene's root, and otherwise from the bundle. With
// no folder there are those of the bundle alone, and Revise fails. The files of shipped
// scenes come from the program, where the bundle has none.
func (s *Scene) ReadFrom(folder string) error {
	s.files.Seal()
	if s.from.shipped {
		s.files.Behind(sourcefile.Embedded(shipped, "shipped"))
	}
	if s.sealed = folder == ""; s.sealed {
		return nil
	}
	return s.files.ReadFrom(folder)
}

// ReadIn is ReadFrom for a file system, in which files have the names that they had there when
// the scene was loaded from one, or otherwise from the scene's root on.
func (s *Scene) ReadIn(fsys fs.FS) {
	s.files.Seal()
	s.files.ReadIn(fsys)
	s.sealed = false
	_, s.embedded = fsys.(embed.FS)
}

// ReadAs has a scene that came from a bundle read files, from now on, from where another one
// reads them, which is the same scene.
func (s *Scene) ReadAs(o *Scene) {
	s.files.Follow(o.files)
	s.sealed, s.embedded = o.sealed, o.embedded
}

// Redo makes a step of the bundle that the scene came from; found is what the bundle found
// since the step before. A revision is the caller's to put into the game and to adopt.
func (s *Scene) Redo(step *Step, found []sourcefile.Found) (*Revision, error) {
	if s.source == nil {
		return nil, errors.New("a scene that came from no bundle")
	}
	s.Feed(found)
	if step.Tree != "" {
		_, _ = s.commandTree(keptTree(step)) // that of a tree with errors is one to every command that asks for it
		return nil, nil
	}
	return s.Revise(func(p *run.Program) bool {
		return slices.ContainsFunc(s.commandTrees, func(t commandTree) bool { return t.program == p && slices.Contains(step.Kept, t.id()) })
	})
}

// step notes the tree of a command that a running game loaded.
func (s *Scene) step(t *commandTree) {
	s.steps = append(s.steps, Step{Found: s.archive.Len(), Tree: t.ref, Kept: t.kept()})
}

// Encode writes the bundle.
func (b *Bundle) Encode(e *state.Encoder) {
	e.String(b.File)
	e.Bool(b.Shipped)
	e.Bool(b.Text != nil)
	e.Blob(b.Text)
	e.Bool(b.Lenient)
	e.Uvarint(uint64(len(b.Wishes)))
	for _, w := range b.Wishes {
		e.String(w.Class)
		e.Uvarint(uint64(w.Bots))
	}
	e.String(b.Folder)
	e.Bool(b.Absolute)
	e.String(b.roots())
	e.Bool(b.Fixed)
	EncodeFound(e, b.Found)
	e.Uvarint(uint64(b.First))
	e.Uvarint(uint64(len(b.Steps)))
	for _, s := range b.Steps {
		e.Uvarint(uint64(s.Found))
		e.String(s.Tree)
		e.Uvarint(uint64(len(s.Kept)))
		for _, ref := range s.Kept {
			e.String(ref)
		}
	}
	e.Uvarint(uint64(len(b.Limits)))
	for _, setting := range b.Limits {
		e.String(setting)
	}
	if len(b.Late) == 0 { // as in files of builds that did not know of these
		return
	}
	e.Uvarint(uint64(len(b.Late)))
	for _, f := range b.Late {
		e.String(f.Name)
		e.Blob(f.Sum[:])
		e.Uvarint(uint64(len(f.Of)))
		for _, name := range f.Of {
			e.String(name)
		}
	}
}

// The signs before the name of a folder in the roots of a bundle, each on a line of its own.
const (
	signLater = '+'
	signMod   = '*'
)

// roots is the root and what is wider than that as one text; that of the root alone is its name.
func (b *Bundle) roots() string {
	text := b.Root
	for _, name := range b.Wider.Later {
		text += "\n" + string(signLater) + name
	}
	for _, name := range b.Wider.Mods {
		text += "\n" + string(signMod) + name
	}
	return text
}

// setRoots reads what roots returned.
func (b *Bundle) setRoots(text string) {
	lines := strings.Split(text, "\n")
	b.Root = lines[0]
	for _, line := range lines[1:] {
		switch {
		case strings.HasPrefix(line, string(signLater)):
			b.Wider.Later = append(b.Wider.Later, line[1:])
		case strings.HasPrefix(line, string(signMod)):
			b.Wider.Mods = append(b.Wider.Mods, line[1:])
		}
	}
}

// DecodeBundle reads a bundle. What is wrong with it is the decoder's error.
func DecodeBundle(d *state.Decoder, limits limit.Values) *Bundle {
	b := &Bundle{File: d.String(), Shipped: d.Bool()}
	some := d.Bool()
	text := d.Blob()
	if most := min(maxFoundBytes.In64(limits), markup.LimitsOf(limits).Bytes); int64(len(text)) > most {
		d.Refuse("a scene of %d bytes, wanted at most %d", len(text), most)
	}
	if some {
		b.Text = append([]byte{}, text...)
	}
	b.Lenient = d.Bool()
	b.Wishes = decodeList(d, maxSteps.In(limits), "wishes", func() Wish { return Wish{d.String(), int(d.Uvarint())} })
	b.Folder, b.Absolute = d.String(), d.Bool()
	b.setRoots(d.String())
	b.Fixed = d.Bool()
	b.Found = (&Tally{Limits: limits}).DecodeFound(d)
	if b.First = int(d.Uvarint()); b.First < 0 || b.First > len(b.Found) {
		d.Fail("a scene of %d files, of which %d are there", b.First, len(b.Found))
	}
	b.Steps = decodeList(d, maxSteps.In(limits), "steps", func() Step {
		s := Step{Found: int(d.Uvarint()), Tree: d.String()}
		s.Kept = decodeList(d, maxSteps.In(limits), "trees", d.String)
		if n := len(s.Kept); s.Tree != "" && n > 0 && n%2 == 0 {
			d.Fail("the tree %q with a name that no text follows", s.Tree)
		}
		return s
	})
	b.Limits = decodeList(d, 1000, "limits", d.String)
	if !d.Done() {
		b.Late = decodeList(d, maxFound.In(limits), "files that were read late", func() trees.Late {
			f := trees.Late{Name: d.String()}
			sum := d.Blob()
			if len(sum) != len(f.Sum) {
				d.Fail("a sum of %d bytes, wanted %d", len(sum), len(f.Sum))
			}
			copy(f.Sum[:], sum)
			f.Of = decodeList(d, maxFound.In(limits), "trees", d.String)
			return f
		})
	}
	at := b.First
	for _, s := range b.Steps {
		if s.Found < at || s.Found > len(b.Found) {
			d.Fail("a step after %d of %d files, wanted %d or more", s.Found, len(b.Found), at)
			break
		}
		at = s.Found
	}
	return b
}

// EncodeFound writes the things that were found.
func EncodeFound(e *state.Encoder, all []sourcefile.Found) {
	e.Uvarint(uint64(len(all)))
	for i := range all {
		f := &all[i]
		e.String(f.Name)
		e.String(f.Real)
		e.Bool(f.Gone)
		e.Bool(f.Read)
		e.Blob(f.Text)
		e.String(f.Err)
	}
}

// Tally counts what was found in a bundle and after it, which has limits together.
type Tally struct {
	Limits limit.Values
	files  int
	bytes  int64
}

// Add counts things that were found elsewhere.
func (t *Tally) Add(all []sourcefile.Found) {
	for i := range all {
		t.files++
		t.bytes += int64(len(all[i].Text))
	}
}

// DecodeFound reads what EncodeFound wrote.
func (t *Tally) DecodeFound(d *state.Decoder) []sourcefile.Found {
	return decodeList(d, maxFound.In(t.Limits)-t.files, "files", func() sourcefile.Found {
		f := sourcefile.Found{Name: d.String(), Real: d.String(), Gone: d.Bool(), Read: d.Bool(), Text: slices.Clone(d.Blob()), Err: d.String()}
		if t.Add([]sourcefile.Found{f}); t.bytes > maxFoundBytes.In64(t.Limits) {
			d.Refuse("files of more than %d bytes together, wanted at most that (the limit bundle.bytes)", maxFoundBytes.In64(t.Limits))
		}
		if most := markup.LimitsOf(t.Limits).Bytes; int64(len(f.Text)) > most {
			d.Refuse("file %q of %d bytes, wanted at most %d (the limit file.bytes)", f.Name, len(f.Text), most)
		}
		return f
	})
}

// decodeList reads a list of at most so many things.
func decodeList[T any](d *state.Decoder, most int, what string, one func() T) (all []T) {
	n := d.Length(1)
	if n > most {
		d.Refuse("%d %s, wanted at most %d", n, what, max(most, 0))
	}
	for range n {
		if d.Err() != nil {
			return nil
		}
		all = append(all, one())
	}
	return all
}

// StepsMade returns how many steps the scene has made, as in [Bundle.Steps].
func (s *Scene) StepsMade() int { return len(s.steps) }
