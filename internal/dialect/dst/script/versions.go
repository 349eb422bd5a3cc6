package script

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"weak"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Versions are the files of a project, each as it was compiled from every text that it has
// had: scripts keep functions of a file when somebody edits it, and these are saved, too.
type Versions struct {
	All    map[FileKey][]*machine.Chunk // nil for one that was let go, so that the others keep their numbers
	Places map[*machine.Chunk]versionPlace
	round  int // 1 while files are as they were read first, and one more for each time that they are read anew
	fileNames
}

// fileNames are the two names that each file has: one for people, as they named the scene,
// and one from the root, which scripts and saves have, so that a game is the same however its
// scene is named.
type fileNames struct {
	Files *sourcefile.Files // nil where both are the same
	inner map[string]string // the name from the root, by that for people
	shown map[string]string // and back
}

// innerName is the name from the root of a file of the user's.
func (n *fileNames) innerName(shown string) string {
	if n.Files == nil {
		return shown
	}
	name := n.Files.FromRoot(shown)
	n.inner[shown], n.shown[name] = name, shown
	return name
}

// shownName is the name for people of a file of the user's.
func (n *fileNames) shownName(inner string) string {
	if n.Files == nil {
		return inner
	}
	if name, ok := n.shown[inner]; ok {
		return name
	}
	return n.Files.InRoot(inner)
}

// InnerAt is a position as scripts have it.
func (n *fileNames) InnerAt(at syntax.Pos) syntax.Pos {
	if name, ok := n.inner[at.File]; ok {
		at.File = name
	}
	return at
}

// ShownAt is a position for people.
func (n *fileNames) ShownAt(at syntax.Pos) syntax.Pos {
	if name, ok := n.shown[at.File]; ok {
		at.File = name
	}
	return at
}

// FileKey is a file, by its name from the root. One that is a brain and is required as well is compiled twice.
type FileKey struct {
	Name    string
	isBrain bool
	isMod   bool // it has its globals in the environment of a mod
}

// as is a word for what the file is, in the names of versions.
func (f FileKey) as() string {
	if f.isMod {
		return "mod"
	}
	return strconv.FormatBool(f.isBrain)
}

// versionPlace is what a piece of code is: a file, and its number among the versions of that.
type versionPlace struct {
	File    FileKey
	Version int
}

func newVersions() Versions {
	return Versions{
		All: map[FileKey][]*machine.Chunk{}, Places: map[*machine.Chunk]versionPlace{},
		fileNames: fileNames{inner: map[string]string{}, shown: map[string]string{}},
	}
}

// compile compiles a text of a file, which has a name for people, once.
func (v *Versions) compile(file FileKey, shown, src string, lim machine.Limits) (*machine.Chunk, error) {
	if n := v.versionOf(file, src); n >= 0 {
		return v.All[file][n], nil
	}
	var params []string
	switch {
	case file.isBrain:
		params = []string{"inst"}
	case file.isMod:
		params = []string{source.Environment}
	}
	c, err := machine.CompileAs(file.Name, syntax.Pos{File: shown}, src, lim, params...)
	if err != nil {
		return nil, err
	}
	v.Places[c] = versionPlace{file, len(v.All[file])}
	v.All[file] = append(v.All[file], c)
	return c, nil
}

// versionOf is the version of a file with a text; -1 if there is none.
func (v *Versions) versionOf(file FileKey, src string) int {
	return slices.IndexFunc(v.All[file], func(c *machine.Chunk) bool { return c != nil && c.Source() == src })
}

// plain is the version of a file that a save means which names none; nil if there is none yet.
func (v *Versions) plain(file FileKey) *machine.Chunk {
	all := v.All[file]
	if text, ok := v.only(file.Name); ok {
		if n := v.versionOf(file, text); n >= 0 {
			return all[n]
		}
		return nil
	}
	if len(all) == 0 {
		return nil
	}
	return all[0] // there was no other then
}

// only is the text of a file of the user's that has had no other since the game began; not ok
// where it has, or nobody knows.
func (v *Versions) only(name string) (text string, ok bool) {
	a := v.archive()
	if a == nil || strings.HasPrefix(name, OwnFolder) {
		return "", false
	}
	src, ok := a.Only(v.shownName(name))
	return string(src), ok
}

// archive is where it is noted what files are read; nil where it is not.
func (n *fileNames) archive() *sourcefile.Archive {
	if n.Files == nil {
		return nil
	}
	return n.Files.Archive()
}

// isEdited reports whether a file has several versions.
func (v *Versions) isEdited() bool {
	for _, all := range v.All {
		n := 0
		for _, c := range all {
			if c != nil {
				n++
			}
		}
		if n > 1 {
			return true
		}
	}
	return false
}

// letGo forgets the versions that are not in use.
func (v *Versions) letGo(used map[*machine.Chunk]bool) {
	for _, all := range v.All {
		for n, c := range all {
			if c == nil || used[c] {
				continue
			}
			delete(v.Places, c)
			all[n] = nil
		}
	}
}

// holders are what of a project is still there: machines and compiled files.
type holders struct {
	Machines living[Holder]
	programs living[Code]
}

// Holder is who keeps functions of files: a machine. It stays as long as that does.
type Holder struct {
	// Uses notes the versions that it has functions of, and those that it ran last
	Uses func(used map[*machine.Chunk]bool) error
}

// used are the versions that they have functions of; not ok where that cannot be told, as in
// machines that cannot be saved.
func (h *holders) used() (used map[*machine.Chunk]bool, ok bool) {
	used = map[*machine.Chunk]bool{}
	for p := range h.programs.each {
		used[p.Chunk] = true
		if p.Creature != nil {
			used[p.Creature] = true
		}
		for _, c := range p.Users {
			used[c] = true
		}
	}
	for m := range h.Machines.each {
		if m.Uses(used) != nil {
			return nil, false
		}
	}
	return used, true
}

// living are those of what was added that somebody else still has.
type living[T any] []weak.Pointer[T]

func (a *living[T]) Add(v *T) {
	if len(*a) == cap(*a) {
		*a = slices.DeleteFunc(*a, func(p weak.Pointer[T]) bool { return p.Value() == nil })
	}
	*a = append(*a, weak.Make(v))
}

func (a *living[T]) each(yield func(*T) bool) {
	for _, p := range *a {
		if v := p.Value(); v != nil && !yield(v) {
			return
		}
	}
}

// versionMark begins the name of a version of a file that has several.
const versionMark = "\x01"

// versionName is the name of a version in a save. It says nothing of the versions before, which
// a game that was restored does not know.
func versionName(file FileKey, text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%s%s%s%x%s%s", versionMark, file.as(), versionMark, sum[:16], versionMark, file.Name)
}

// parseVersion reads a name that versionName made.
func parseVersion(name string) (file FileKey, ok bool) {
	parts := strings.SplitN(name, versionMark, 4)
	if len(parts) < 4 || parts[0] != "" {
		return FileKey{}, false
	}
	return FileKey{parts[3], parts[1] == "true", parts[1] == "mod"}, true
}

// isPlain reports whether a save need not say which version of a file it means: the file has
// held nothing else since the game began.
func (v *Versions) isPlain(file FileKey, c *machine.Chunk) bool {
	if v.archive() == nil || strings.HasPrefix(file.Name, OwnFolder) { // nobody edits it
		return len(v.All[file]) == 1
	}
	text, ok := v.only(file.Name)
	return ok && text == c.Source()
}

// Used are versions of files that may have several: those that a machine keeps something of.
type Used struct {
	Texts map[string]string         // by the names of the versions
	Names map[*machine.Chunk]string // of all that are saved; of plain ones, that of the file
	// Ran are the names of what the files were when the machine ran them last.
	Ran []string
	// asked are the files that were required since they were read last, and found where they are.
	asked map[reference]string
}

// Add notes a version and returns its name; that of the file where it is plain.
func (u *Used) Add(v *Versions, file FileKey, c *machine.Chunk) string {
	if name, ok := u.Names[c]; ok {
		return name
	}
	name := file.Name
	if !v.isPlain(file, c) {
		name = versionName(file, c.Source())
		u.Texts[name] = c.Source()
	}
	u.Names[c] = name
	return name
}

// askedMark begins the name of the text of a file that was required, in the texts of a save.
const askedMark = "\x02"

// AddAsked notes the files that were required since they were read last, and of those that
// were read again since then, by somebody else, what they held.
func (u *Used) AddAsked(p *Project) {
	u.asked = p.found
	a := p.archive()
	for _, name := range p.found {
		if a == nil {
			return
		}
		if now, ok := a.Text(name); !ok || !bytes.Equal(now, p.texts[name]) {
			u.Texts[askedMark+name] = string(p.texts[name])
		}
	}
}

// AddRan notes as what a file was run last.
func (u *Used) AddRan(v *Versions, file FileKey, c *machine.Chunk) {
	if c == nil || !slices.Contains(v.All[file], c) {
		return
	}
	if name := u.Add(v, file, c); name != file.Name {
		u.Ran = append(u.Ran, name)
	}
}

// usedMark is the first byte of a save of a machine that keeps versions; no record of a
// graph begins with it.
const usedMark = 0xff

// Encode writes what is used in front of the save of a machine.
func (u *Used) Encode(scripts []byte) []byte {
	if len(u.Texts)+len(u.asked) == 0 {
		return scripts
	}
	out := []byte{usedMark}
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	out = binary.AppendUvarint(out, uint64(len(u.Texts)))
	for _, name := range SortedKeys(u.Texts) {
		text(name)
		text(u.Texts[name])
	}
	out = binary.AppendUvarint(out, uint64(len(u.Ran)))
	for _, name := range u.Ran {
		text(name)
	}
	out = binary.AppendUvarint(out, uint64(len(u.asked)))
	for _, by := range slices.SortedFunc(maps.Keys(u.asked), reference.compare) {
		text(by.folder)
		text(by.name)
		text(u.asked[by])
	}
	return append(out, scripts...)
}

// DecodeUsed reads what encode wrote, and returns the save of the machine after it.
func DecodeUsed(b []byte) (u Used, scripts []byte, err error) {
	if len(b) == 0 || b[0] != usedMark {
		return u, b, nil
	}
	b = b[1:]
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)) {
			err, b = machine.ErrDamaged, nil
			return 0
		}
		b = b[size:]
		return n
	}
	text := func() string {
		n := number()
		if n > uint64(len(b)) {
			err, b = machine.ErrDamaged, nil
			return ""
		}
		s := string(b[:n])
		b = b[n:]
		return s
	}
	u.Texts = map[string]string{}
	for range number() {
		name := text()
		u.Texts[name] = text()
	}
	for range number() {
		u.Ran = append(u.Ran, text())
	}
	u.asked = map[reference]string{}
	for range number() {
		by := reference{folder: text(), name: text()}
		u.asked[by] = text()
	}
	return u, b, err
}

// Chunk is a version that a save uses; nil if the name means none.
func (u *Used) Chunk(v *Versions, name string, lim machine.Limits) *machine.Chunk {
	src, ok := u.Texts[name]
	file, isVersion := parseVersion(name)
	if !ok || !isVersion {
		return nil
	}
	shown := file.Name
	if !strings.HasPrefix(shown, OwnFolder) {
		shown = v.shownName(shown)
		v.innerName(shown)
	}
	c, err := v.compile(file, shown, src, lim)
	if err != nil {
		return nil
	}
	return c
}
