package trees

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

var (
	registering sync.Mutex
	registered  atomic.Pointer[[]*Dialect] // shipped dialects, then those of games
)

// Dialects lists all dialects that can be loaded, those of this module first. Nobody
// changes the list.
func Dialects() []*Dialect {
	if all := registered.Load(); all != nil {
		return *all
	}
	return shipped
}

// Register adds a dialect of a game for everything that is loaded later. It refuses one
// whose files could not be told from those of another.
func Register(d Dialect) error {
	registering.Lock()
	defer registering.Unlock()
	all := Dialects()
	switch {
	case d.Name == "" || !isName(d.Name):
		return fmt.Errorf("dialect %q: wanted a name of letters, digits and _", d.Name)
	case slices.ContainsFunc(all, func(o *Dialect) bool { return o.Name == d.Name }):
		return fmt.Errorf("dialect %q: there is one of that name already", d.Name)
	case d.Load == nil:
		return fmt.Errorf("dialect %q: wanted Load", d.Name)
	case len(d.Exts) == 0:
		return fmt.Errorf("dialect %q: wanted extensions of its files", d.Name)
	}
	for _, ext := range d.Exts {
		if len(ext) < 2 || ext[0] != '.' || strings.ContainsAny(ext[1:], "./\\") {
			return fmt.Errorf("dialect %q: extension %q, wanted a dot and a word", d.Name, ext)
		}
		for _, o := range all {
			if d.Match == nil && (slices.Contains(o.Exts, ext) || slices.Contains(o.Parts, ext) || ext == xmlExt) {
				return fmt.Errorf("dialect %q: files *%s are of the dialect %s, too; wanted Match, which tells them by their text", d.Name, ext, o.Name)
			}
		}
	}
	d.Exts = slices.Clone(d.Exts)
	next := append(slices.Clip(slices.Clone(all)), &d)
	registered.Store(&next)
	return nil
}

// OfGame reports whether a file is a tree of a dialect that a game has registered, by its text. Its
// extension alone does not tell, where files of others have it, too.
func OfGame(file string, src []byte) bool {
	return slices.ContainsFunc(Dialects()[len(shipped):], func(d *Dialect) bool {
		return d.Match != nil && slices.Contains(d.Exts, path.Ext(file)) && d.Match(src)
	})
}
