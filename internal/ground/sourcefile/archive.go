package sourcefile

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Archive lists the things that Files found on their way, in that order: enough to find
// and to read the same without them, on another machine. A file that holds something else
// when it is read again is found once more; so a beginning of the list is what was there at
// an earlier moment.
//
// It may be used by several goroutines.
type Archive struct {
	// Folder is the working folder, from which names are meant; empty for files that have
	// none, such as embedded ones. Absolute says that names are full ones all the same.
	Folder   string
	Absolute bool
	// Root and Fixed are the root as it was named, and whether the user did so.
	Root  string
	Fixed bool
	Wider // that the user chose

	mu    sync.Mutex
	found []Found
	last  map[string]int // the index of the latest by name
	texts map[string]int // the index of the first that was read by name; -1 where a later one held something else
}

// Found is a thing found under a full name at a moment.
type Found struct {
	Name string // slash-separated and clean
	Real string // with symbolic links resolved; empty where that is Name, or was not asked
	Gone bool   // there was something, and now there is nothing
	Read bool   // it was read:
	Text []byte // what it holds; or
	Err  string // why it cannot be read
}

func (f *Found) equal(o *Found) bool {
	return f.Real == o.Real && f.Gone == o.Gone && f.Read == o.Read && f.Err == o.Err && string(f.Text) == string(o.Text)
}

// Archived returns the same files; what they find from now on is noted in the archive.
func (f *Files) Archived() (*Files, *Archive) {
	a := &Archive{Root: f.root, Fixed: f.fixed, Wider: f.Wider}
	below := f.store
	for h, ok := below.(held); ok; h, ok = below.(held) {
		below = h.store
	}
	switch s := below.(type) {
	case disk:
		a.Folder, a.Absolute = filepath.ToSlash(s.folder), s.absolute
	case *source:
		a.Folder, a.Absolute = s.Folder, s.Absolute
	}
	noting := *f
	noting.store = noted{f.store, a}
	return &noting, a
}

// Files reads from the archive alone, until [Files.Follow], [Files.Behind] or
// [Files.ReadFrom] say otherwise.
func (a *Archive) Files() *Files {
	return &Files{root: a.Root, fixed: a.Fixed, instead: new([]string), Wider: a.Wider, store: &source{a, a}, kept: map[any]any{}}
}

// Found lists what was found, from number n on. What is in the list does not change.
func (a *Archive) Found(n int) []Found {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.found[n:])
}

// Len counts the things that were found.
func (a *Archive) Len() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.found)
}

// Add adds what was found elsewhere, as if it had been found now.
func (a *Archive) Add(all []Found) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range all {
		a.add(all[i])
	}
}

func (a *Archive) add(f Found) {
	if a.last == nil {
		a.last, a.texts = map[string]int{}, map[string]int{}
	}
	if i, ok := a.last[f.Name]; ok && a.found[i].equal(&f) {
		return
	}
	a.last[f.Name] = len(a.found)
	if f.Read && f.Err == "" {
		if i, ok := a.texts[f.Name]; !ok {
			a.texts[f.Name] = len(a.found)
		} else if i >= 0 && string(a.found[i].Text) != string(f.Text) {
			a.texts[f.Name] = -1
		}
	}
	a.found = append(a.found, f)
}

// Reset has the archive hold what was found elsewhere, and nothing else.
func (a *Archive) Reset(all []Found) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.found, a.last, a.texts = nil, nil, nil
	for i := range all {
		a.add(all[i])
	}
}

// at returns the file that was found last under a name.
func (a *Archive) at(name string) (Found, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i, ok := a.last[name]
	if !ok {
		return Found{Name: name}, false
	}
	return a.found[i], !a.found[i].Gone
}

// note changes what was found last under a name.
func (a *Archive) note(name string, change func(*Found)) {
	f, _ := a.at(name)
	change(&f)
	a.Add([]Found{f})
}

func (a *Archive) abs(name string) string {
	if a.Folder == "" || isAbs(name) {
		return path.Clean(name)
	}
	return path.Join(a.Folder, name)
}

// isAbs reports whether a slash-separated name is a full one on some system.
func isAbs(name string) bool {
	return path.IsAbs(name) || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

func (a *Archive) short(abs string) string {
	if a.Folder == "" || a.Absolute {
		return abs
	}
	from, to := strings.Split(a.Folder, "/"), strings.Split(abs, "/")
	if from[0] != to[0] { // on another drive
		return abs
	}
	same := 0
	for same < min(len(from), len(to)) && from[same] == to[same] {
		same++
	}
	up := strings.Repeat("../", len(from)-same)
	if a.Folder == "/" {
		up = ""
	}
	return path.Clean(up + strings.Join(to[same:], "/"))
}

func (a *Archive) exists(abs string) bool {
	_, ok := a.at(abs)
	return ok
}

func (a *Archive) real(abs string) (string, error) {
	f, ok := a.at(abs)
	switch {
	case !ok:
		return "", fs.ErrNotExist
	case f.Real != "":
		return f.Real, nil
	}
	return abs, nil
}

func (a *Archive) read(abs string, _ markup.Limits) ([]byte, error) {
	f, ok := a.at(abs)
	switch {
	case !ok || !f.Read:
		return nil, &syntax.Error{Msg: "no such file"}
	case f.Err != "":
		return nil, &syntax.Error{Msg: f.Err}
	}
	return f.Text, nil
}

func (a *Archive) searched() string { return "" }

// noted is a store whose finds are noted.
type noted struct {
	store
	in *Archive
}

func (n noted) exists(abs string) bool {
	is := n.store.exists(abs)
	if _, was := n.in.at(abs); is != was {
		n.in.note(abs, func(f *Found) { *f = Found{Name: abs, Gone: !is} })
	}
	return is
}

func (n noted) real(abs string) (string, error) {
	real, err := n.store.real(abs)
	if err == nil {
		n.in.note(abs, func(f *Found) {
			if f.Gone = false; real != abs {
				f.Real = real
			} else {
				f.Real = ""
			}
		})
	}
	return real, err
}

func (n noted) read(abs string, lim markup.Limits) ([]byte, error) {
	src, err := n.store.read(abs, lim)
	n.in.note(abs, func(f *Found) {
		f.Gone, f.Read, f.Text, f.Err = false, true, src, ""
		if err != nil {
			f.Text, f.Err = nil, faultText(err)
		}
	})
	return src, err
}

// FullName returns the full name of a file that a source names.
func (a *Archive) FullName(name string) string { return a.abs(name) }

// Text returns the text that was read last in a file that a source names.
func (a *Archive) Text(name string) (text []byte, ok bool) {
	f, ok := a.at(a.abs(name))
	return f.Text, ok && f.Read && f.Err == ""
}

// Only returns the text of a file that a source names if that has held nothing else whenever it was
// read; not ok where it has, or was not read.
func (a *Archive) Only(name string) (text []byte, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i, ok := a.texts[a.abs(name)]
	if !ok || i < 0 {
		return nil, false
	}
	return a.found[i].Text, true
}

// Archive returns the archive of what the files find, or nil where it is not noted.
func (f *Files) Archive() *Archive {
	store := f.store
	if h, ok := store.(held); ok {
		store = h.store
	}
	if n, ok := store.(noted); ok {
		return n.in
	}
	return nil
}
