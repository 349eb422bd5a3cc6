package sourcefile

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Files finds and reads the files that sources refer to. All loaders share
// this one set of rules: a reference is looked up in the folder of the file
// that refers, then in the root; a leading / means the root. What lies outside
// the root, also by a symbolic link, is refused. A file has one name, however it
// is referred to.
type Files struct {
	root  string // as errors name it
	fixed bool   // the root is the user's choice, and no source names another
	// instead are the full names of the roots that sources named in vain, since the user chose one;
	// shared by all that were made of these files.
	instead *[]string
	Wider
	also  *Files // whose root is searched after this one; or nil
	store store
	note  func(name string, src []byte) // or nil
	kept  map[any]any                   // see Keep; the same for all that Noting returned

	limits markup.Limits
}

// Wider are folders beside the root in which files are found too. All names are as errors have
// them.
type Wider struct {
	// Mods are the folders of mods, in the order in which they are loaded. Their folders scripts
	// go before the root, that of the last one first.
	Mods []string
	// Later are roots that are searched after the root, in their order.
	Later []string
}

// Widened returns the same files with wider roots, of the user's choice.
func (f *Files) Widened(w Wider) *Files {
	wider := *f
	for _, name := range w.Mods {
		wider.Mods = append(slices.Clip(wider.Mods), filepath.ToSlash(filepath.Clean(name)))
	}
	for _, name := range w.Later {
		wider.Later = append(slices.Clip(wider.Later), filepath.ToSlash(filepath.Clean(name)))
	}
	return &wider
}

// InOrder returns the same files with their mods in another order.
func (f *Files) InOrder(mods []string) *Files {
	if slices.Equal(f.Mods, mods) {
		return f
	}
	ordered := f.Keep(rooted("order "+strings.Join(mods, "\n")), func() any {
		other := *f
		other.Mods, other.note, other.kept = mods, nil, map[any]any{}
		return &other
	}).(*Files)
	return ordered.Noting(f.note)
}

// Exists reports whether there is a file or a folder of a name that sources have.
func (f *Files) Exists(name string) bool { return f.store.exists(f.store.abs(name)) }

// OfMod reports whether a file, by the name that sources have, is one that a mod runs as the game
// begins: it is in the folder of a mod, and not below its folder scripts.
func (f *Files) OfMod(name string) bool {
	return slices.ContainsFunc(f.Mods, func(mod string) bool {
		return strings.HasPrefix(name, mod+"/") && !strings.HasPrefix(name, mod+"/scripts/")
	})
}

// roots are the full names of the roots, in the order in which they are searched.
func (f *Files) roots() (all []string) {
	for _, mod := range slices.Backward(f.Mods) {
		if scripts := path.Join(f.store.abs(mod), "scripts"); f.store.exists(scripts) {
			all = append(all, scripts)
		}
	}
	for _, root := range append([]string{f.root}, f.Later...) {
		all = append(all, f.store.abs(root))
	}
	return all
}

// searched says where roots are looked in.
func (f *Files) searched() string {
	if len(f.Mods)+len(f.Later) == 0 {
		return fmt.Sprintf("the root %q", f.root)
	}
	var names []string
	for _, root := range f.roots() {
		names = append(names, strconv.Quote(f.store.short(root)))
	}
	return "the roots " + strings.Join(names, ", ")
}

// store says where files are. Names that it takes and gives are slash-separated
// and clean.
type store interface {
	// abs returns the full name of a file that a source names.
	abs(name string) string
	// short returns a full name as sources and errors have it.
	short(abs string) string
	exists(abs string) bool
	// real resolves symbolic links.
	real(abs string) (string, error)
	read(abs string, lim markup.Limits) ([]byte, error)
	// searched says where files are looked for; empty where they are where they were.
	searched() string
}

// DiskFiles reads from disk on behalf of a file. An empty root is the file's
// folder, or that folder's parent where it is called bots, brains or prefabs.
func Disk(file, root string) *Files {
	fixed := root != ""
	d := disk{absolute: filepath.IsAbs(file)}
	d.folder, _ = filepath.Abs(".") // fails with no working directory, and then nothing is found
	if root == "" {
		root = filepath.Dir(file)
		if IsPart(d.abs(root)) {
			root = d.short(path.Dir(d.abs(root)))
		}
	}
	return &Files{root: filepath.ToSlash(filepath.Clean(root)), fixed: fixed, instead: new([]string), store: d, kept: map[any]any{}}
}

// IsPart reports whether a folder is one of a game's by its name, so that the files in it name
// others from the folder above.
func IsPart(folder string) bool {
	base := path.Base(folder)
	return base == "bots" || base == "brains" || base == "prefabs"
}

// CheckRoot fails for a root that is no folder. The empty root is the default.
func CheckRoot(root string) error {
	info, err := os.Stat(root)
	switch {
	case root == "":
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no folder %q", root)
	case err != nil:
		return fmt.Errorf("root: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%q is no folder", root)
	}
	return nil
}

// disk names files from the working folder, unless absolute.
type disk struct {
	folder   string
	absolute bool
}

func (d disk) abs(name string) string {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.folder, name)
	}
	return filepath.ToSlash(filepath.Clean(name))
}

func (d disk) short(abs string) string {
	if d.absolute {
		return abs
	}
	rel, err := filepath.Rel(d.folder, filepath.FromSlash(abs))
	if err != nil { // on another drive
		return abs
	}
	return filepath.ToSlash(rel)
}

func (d disk) exists(abs string) bool {
	_, err := os.Stat(filepath.FromSlash(abs))
	return err == nil
}

func (d disk) real(abs string) (string, error) {
	name, err := filepath.EvalSymlinks(filepath.FromSlash(abs))
	return filepath.ToSlash(name), err
}

func (disk) searched() string { return "" }

func (d disk) read(abs string, lim markup.Limits) ([]byte, error) {
	return markup.ReadFile(filepath.FromSlash(abs), lim)
}

// In reads from a file system on behalf of a file. The root is as for Disk.
func In(fsys fs.FS, file, root string) *Files {
	fixed := root != ""
	if root == "" {
		if root = path.Dir(path.Clean(file)); IsPart(root) {
			root = path.Dir(root)
		}
	}
	f := Embedded(fsys, root)
	f.fixed, f.instead = fixed, new([]string)
	return f
}

// Embedded reads from a file system, with root as its root.
func Embedded(fsys fs.FS, root string) *Files {
	return &Files{root: path.Clean(root), store: embedded{fsys}, kept: map[any]any{}}
}

type embedded struct{ fsys fs.FS }

func (e embedded) abs(name string) string          { return path.Clean(name) }
func (e embedded) short(abs string) string         { return abs }
func (e embedded) real(abs string) (string, error) { return abs, nil }
func (e embedded) searched() string                { return "" }

func (e embedded) read(abs string, lim markup.Limits) ([]byte, error) {
	at := syntax.Pos{File: abs, Line: 1, Col: 1}
	f, err := e.fsys.Open(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &syntax.Error{Pos: at, Msg: "no such file"}
	}
	if err != nil {
		return nil, &syntax.Error{Pos: at, Msg: err.Error()}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &syntax.Error{Pos: at, Msg: "found a directory, wanted a file"}
	}
	return markup.Read(abs, f, lim)
}

func (e embedded) exists(abs string) bool {
	_, err := fs.Stat(e.fsys, abs)
	return err == nil
}

// Within returns the same files; those of the disk are refused past these limits.
func (f *Files) Within(v limit.Values) *Files {
	within := *f
	within.limits = markup.LimitsOf(v)
	return &within
}

// Noting returns the same files; every one that is read is reported to note.
func (f *Files) Noting(note func(name string, src []byte)) *Files {
	noting := *f
	noting.note = note
	return &noting
}

// Holding returns the same files with other texts in some of them.
func (f *Files) Holding(texts map[string][]byte) *Files {
	holding := *f
	holding.note, holding.store = nil, held{f.store, texts}
	return &holding
}

// Holds reports whether a file has another text by Holding.
func (f *Files) Holds(name string) bool {
	h, ok := f.store.(held)
	return ok && h.texts[name] != nil
}

// Apart is Holding for sources that have nothing in common with those that are read without
// these texts, see Keep: two files of one name may hold different texts. What has the same
// key is the same.
func (f *Files) Apart(key string, texts map[string][]byte) *Files {
	return f.Keep(apart(key), func() any {
		holding := f.Holding(texts)
		holding.kept = map[any]any{}
		return holding
	}).(*Files)
}

// apart is the key under which Apart keeps files.
type apart string

// held is a store some of whose files hold other texts.
type held struct {
	store
	texts map[string][]byte // by the names that sources have
}

func (h held) exists(abs string) bool {
	_, ok := h.texts[h.short(abs)]
	return ok || h.store.exists(abs)
}

func (h held) real(abs string) (string, error) {
	if _, ok := h.texts[h.short(abs)]; ok {
		return abs, nil
	}
	return h.store.real(abs)
}

func (h held) read(abs string, lim markup.Limits) ([]byte, error) {
	if text, ok := h.texts[h.short(abs)]; ok {
		return text, nil
	}
	return h.store.read(abs, lim)
}

// Folder is a folder that a source names at a position, relative to itself.
type Folder struct {
	At   syntax.Pos
	Name string
}

// Under returns the same files with other roots, of which the first that has a file is meant, and
// with mods. What these files have in common, see Keep, is the new roots' own. Roots and mods that
// the user chose stay.
func (f *Files) Under(roots, mods []Folder) (*Files, *syntax.Error) {
	if f.fixed {
		f.replaced(roots)
		roots = nil
	}
	if len(f.Mods) > 0 {
		mods = nil
	}
	under := &Files{root: f.root, fixed: f.fixed, instead: f.instead, Wider: f.Wider, also: f, store: f.store, kept: map[any]any{}, limits: f.limits}
	var key []string
	for _, folder := range roots {
		abs, err := f.folder(folder)
		if err != nil {
			return nil, err
		}
		key = append(key, abs)
	}
	if len(key) > 0 {
		under.root, under.Later = f.store.short(key[0]), nil
		for _, abs := range key[1:] {
			under.Later = append(under.Later, f.store.short(abs))
		}
	}
	for _, folder := range mods {
		abs, err := f.folder(folder)
		if err != nil {
			return nil, err
		}
		key, under.Mods = append(key, "mod "+abs), append(under.Mods, f.store.short(abs))
	}
	if len(key) == 0 || len(key) == 1 && key[0] == f.store.abs(f.root) {
		return f, nil
	}
	under = f.Keep(rooted(strings.Join(key, "\n")), func() any { return under }).(*Files)
	return under.Noting(f.note), nil
}

func (f *Files) folder(named Folder) (abs string, err *syntax.Error) {
	abs = f.beside(named.At, named.Name)
	if !f.store.exists(abs) {
		return "", &syntax.Error{Pos: named.At, Msg: fmt.Sprintf("no folder %q beside this file", named.Name)}
	}
	return abs, nil
}

// rooted is the key under which Under keeps files.
type rooted string

// Keep calls fresh on the first call for a key, and returns what it made from then
// on: what the loaders of these files share. It is not for concurrent use.
func (f *Files) Keep(key any, fresh func() any) any {
	if f.kept == nil {
		f.kept = map[any]any{}
	}
	v, ok := f.kept[key]
	if !ok {
		v = fresh()
		f.kept[key] = v
	}
	return v
}

// Checkpoint returns what makes all that is kept as it is now again: for files that are read
// anew and refused. What is kept may have a Checkpoint of its own.
func (f *Files) Checkpoint() (undo func()) {
	kept := maps.Clone(f.kept)
	var inside []func()
	for _, v := range kept {
		if c, ok := v.(interface{ Checkpoint() func() }); ok {
			inside = append(inside, c.Checkpoint())
		}
	}
	return func() {
		clear(f.kept)
		maps.Copy(f.kept, kept)
		for _, undo := range inside {
			undo()
		}
	}
}

// Find returns the name of the file that a reference at a position means.
func (f *Files) Find(at syntax.Pos, ref string) (string, *syntax.Error) {
	roots := f.roots()
	candidates, searched := make([]string, 0, len(roots)+2), f.searched()
	if strings.HasPrefix(filepath.ToSlash(ref), "/") {
		searched = "in " + searched
	} else {
		searched = "beside this one or in " + searched
		if len(roots) == 1 || !slices.Contains(roots, f.beside(at, ".")) { // else it is one of them, in its turn
			candidates = append(candidates, f.beside(at, ref))
		}
	}
	for _, root := range roots {
		candidates = append(candidates, path.Join(root, filepath.ToSlash(ref)))
	}
	if f.also != nil && !strings.HasPrefix(filepath.ToSlash(ref), "/") {
		candidates = append(candidates, f.also.inRoot(ref))
	}
	return f.find(at, ref, candidates, searched)
}

// FindBeside is Find for sources whose references are never looked up in the
// root, unless they begin with a slash.
func (f *Files) FindBeside(at syntax.Pos, ref string) (string, *syntax.Error) {
	if strings.HasPrefix(filepath.ToSlash(ref), "/") {
		return f.Find(at, ref)
	}
	return f.find(at, ref, []string{f.beside(at, ref)}, "beside this one")
}

// FromRoot returns the name that a file has from the root, whatever folder sources name it from.
func (f *Files) FromRoot(name string) string {
	abs := f.store.abs(name)
	rel, err := filepath.Rel(filepath.FromSlash(f.store.abs(f.root)), filepath.FromSlash(abs))
	if err != nil { // on another drive
		return abs
	}
	return filepath.ToSlash(rel)
}

// InRoot returns the name that sources have for a file that FromRoot names.
func (f *Files) InRoot(name string) string { return f.store.short(f.inRoot(name)) }

func (f *Files) inRoot(ref string) string {
	return path.Join(f.store.abs(f.root), filepath.ToSlash(ref))
}

func (f *Files) beside(at syntax.Pos, ref string) string {
	return path.Join(f.store.abs(path.Dir(filepath.ToSlash(at.File))), filepath.ToSlash(ref))
}

// Named returns the name that positions have for a file of a full name.
func (f *Files) Named(full string) string { return f.store.short(full) }

// Beside returns the name of a file beside the source of a position, whether it is there or not.
func (f *Files) Beside(at syntax.Pos, ref string) string { return f.store.short(f.beside(at, ref)) }

func (f *Files) find(at syntax.Pos, ref string, candidates []string, searched string) (string, *syntax.Error) {
	if ref == "" {
		return "", &syntax.Error{Pos: at, Msg: "an empty file name"}
	}
	ref = filepath.ToSlash(ref)
	outside := false
	for _, name := range candidates {
		switch {
		case !f.covers(name, within):
			outside = true
		case !f.store.exists(name):
		case !f.covers(name, f.reallyWithin):
			outside = true
		default:
			return f.store.short(name), nil
		}
	}
	elsewhere, why := f.store.searched(), f.whyNot(ref)
	switch {
	case outside && why != "":
		return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q is outside the root %q", ref, f.root), Hint: why}
	case outside && elsewhere != "":
		return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q is outside the root %q", ref, f.root)}
	case outside:
		return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q is outside the root %q", ref, f.root), Hint: "name a wider root with --root"}
	case elsewhere != "":
		return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("no file %q %s", ref, elsewhere), Hint: "--files, and Options.Files in Go, name the folder that it is to read"}
	}
	from := f.unnoted()
	for _, name := range candidates {
		_, err := from.real(name)
		if why := unreachable(err); why != "" {
			return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("cannot reach the file %q: %s", ref, why)}
		}
	}
	return "", &syntax.Error{Pos: at, Msg: fmt.Sprintf("no file %q %s", ref, searched), Hint: why}
}

// unreachable says why a name leads to no file, other than that there is none; else empty.
func unreachable(err error) string {
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrPermission):
		return fs.ErrPermission.Error()
	case strings.HasSuffix(err.Error(), "too many links"): // of package filepath, which has no name for it
		return "its symbolic links lead in a circle"
	}
	return ""
}

// covers reports whether a full name is in a root, in the folder of a mod, or in the root that is
// searched after them, by a rule that compares the two.
func (f *Files) covers(name string, in func(root, name string) bool) bool {
	for _, root := range append(append([]string{f.root}, f.Later...), f.Mods...) {
		if in(f.store.abs(root), name) {
			return true
		}
	}
	return f.also != nil && f.also.covers(name, in)
}

// reallyWithin is within for names with all symbolic links resolved.
func (f *Files) reallyWithin(root, name string) bool {
	realRoot, rootErr := f.store.real(root)
	real, err := f.store.real(name)
	return rootErr == nil && err == nil && within(realRoot, real)
}

// Read reads a file that Find found. Errors are at the position that refers.
func (f *Files) Read(at syntax.Pos, name string) ([]byte, *syntax.Error) {
	src, err := f.store.read(f.store.abs(name), f.limits)
	if err == nil {
		f.Note(name, src)
		return src, nil
	}
	return nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q: %s", name, faultText(err))}
}

// Note reports a file that somebody read before and reads no more, as Read does.
func (f *Files) Note(name string, src []byte) {
	if f.note != nil {
		f.note(name, src)
	}
}

// ReadFirst reads the file that refers to others, by the name that the user gave it. Its
// errors are those of [ReadFile].
func (f *Files) ReadFirst(name string) ([]byte, error) {
	src, err := f.store.read(f.store.abs(name), f.limits)
	if err != nil {
		return nil, &syntax.Error{Pos: syntax.Pos{File: name, Line: 1, Col: 1}, Msg: faultText(err)}
	}
	return src, nil
}

// faultText says why a file cannot be read, without its position.
func faultText(err error) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// within reports whether a full name lies in a full root.
func within(root, name string) bool {
	if root == "." { // of a file system
		return name != ".." && !strings.HasPrefix(name, "../")
	}
	return name == root || strings.HasPrefix(name, strings.TrimSuffix(root, "/")+"/")
}
