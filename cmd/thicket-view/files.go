package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/window"
	"github.com/thicket-sim/thicket/session"
)

// viewer keeps a window up to date with files: those of its scene, and those
// that are dropped on it.
type viewer struct {
	options  *options
	session  *live.Session
	reloader *playback.Reloader            // nil where files are not followed
	again    func() (*live.Session, error) // opens what is played from its files
	dropped  []string                      // temporary folders with dropped files
	opening  bool                          // what is odd about files is told of the game to come
	notices  []string                      // of that game, for the window
	shown    bool                          // the window has opened
	ended    <-chan struct{}               // closed by Ctrl-C
	drops    func() fs.FS                  // what was dropped since the update before; nil for nothing
}

// Limits of what may be dropped at once.
const (
	dropFiles = 200
	dropBytes = 32 << 20
)

// follow watches the files that the session is made from. There are none in a
// browser.
func (v *viewer) follow() (err error) {
	switch {
	case runtime.GOOS == "js":
	case v.reloader == nil:
		v.reloader, err = playback.NewReloader(v.session)
	default:
		err = v.reloader.Follow(v.session)
	}
	return err
}

// close ends watching and removes what was dropped.
func (v *viewer) close() {
	if v.reloader != nil {
		v.reloader.Stop()
	}
	for _, dir := range v.dropped {
		_ = os.RemoveAll(dir) // a temporary folder
	}
}

// update is called by the window before each of its updates.
func (v *viewer) update(g *window.Game) error {
	v.shown = true
	select {
	case <-v.ended:
		return ebiten.Termination
	default:
	}
	if v.reloader != nil && !g.Past() { // what changes in the meantime is taken up in the present
		v.reload(g)
	}
	if files := v.drops(); files != nil {
		told, err := v.drop(g, files)
		for _, line := range told {
			g.Log("%s", line)
		}
		if err != nil {
			g.Fail(err)
		}
	}
	return nil
}

// reload takes up changes of the scene's files. When they have errors, the game goes
// on unchanged. The window tells of either.
func (v *viewer) reload(g *window.Game) {
	did, err := v.reloader.Poll(v.session, v.session.World().Clock().Tick)
	if err != nil {
		g.Fail(err)
	}
	if did != nil && did.OK {
		g.Refresh()
	}
}

// drop plays what was dropped: a scene, with the files that it refers to beside
// it; or trees, with the files that they refer to, for the class of whoever is
// selected, else for all classes. It returns what it did.
func (v *viewer) drop(g *window.Game, files fs.FS) (told []string, err error) {
	names, err := list(files)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if isScene(files, name, v.options.limits) {
			if err := v.play(g, files, names, name); err != nil {
				return nil, err
			}
			return []string{"playing " + name}, nil
		}
	}
	if len(names) == 0 {
		return nil, errors.New("dropped a folder without files")
	}
	return v.plant(g, files, names)
}

// list lists the dropped files, including those in folders.
func list(files fs.FS) ([]string, error) {
	var names []string
	var size int64
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		names = append(names, name)
		if size += info.Size(); size > dropBytes || len(names) > dropFiles {
			return fmt.Errorf("dropped more than %d files or %d MB", dropFiles, dropBytes>>20)
		}
		return nil
	})
	return names, err
}

// isScene reports whether a file has bots: one without may be a tree.
func isScene(files fs.FS, name string, limits limit.Values) bool {
	if !check.HasSceneExt(name) {
		return false
	}
	src, err := fs.ReadFile(files, name)
	if err != nil {
		return false
	}
	doc, err := markup.Parse(name, src, markup.LimitsOf(limits))
	return err != nil || doc.Get("bots") != nil // loading it as a scene reports the error
}

// play replaces the game by a dropped scene.
func (v *viewer) play(g *window.Game, files fs.FS, names []string, scene string) error {
	o := *v.options
	again := o.open
	if runtime.GOOS == "js" {
		src, err := fs.ReadFile(files, scene)
		if err != nil {
			return err
		}
		again = func() (*live.Session, error) {
			return live.Start(scene, src, live.Options{History: past, Limits: o.limits})
		}
	} else {
		dir, err := os.MkdirTemp("", "thicket-view-")
		if err != nil {
			return err
		}
		v.dropped = append(v.dropped, dir)
		for _, name := range names {
			if err := save(files, name, dir); err != nil {
				return err
			}
		}
		o.scene, o.population, o.seeded, o.root = filepath.Join(dir, filepath.FromSlash(scene)), scenes.Population{}, false, ""
	}
	s, err := v.open(again)
	if err != nil {
		return err
	}
	v.again = again
	return v.replace(g, s)
}

// restart plays what is played from its beginning, from its files as they are now.
func (v *viewer) restart(g *window.Game) error {
	s, err := v.open(v.again)
	if err != nil {
		return err
	}
	return v.replace(g, s)
}

// open opens a game and notes what is odd about its files.
func (v *viewer) open(again func() (*live.Session, error)) (*live.Session, error) {
	v.opening, v.notices = true, nil
	defer func() { v.opening = false }()
	return again()
}

// notice takes an oddity of the game that is opened; the window knows those of the one that
// is played.
func (v *viewer) notice(text string) {
	if v.opening {
		v.notices = append(v.notices, text)
	}
}

// replace goes on with another session.
func (v *viewer) replace(g *window.Game, s *live.Session) error {
	old := v.session
	g.Play(s)
	v.session = s
	old.Close()
	ebiten.SetWindowTitle(s.Scene().Setup.Name)
	v.tell(g)
	return v.follow()
}

// tell shows what is odd about the files of the game that was opened.
func (v *viewer) tell(g *window.Game) {
	for _, text := range v.notices {
		g.Log("%s", text)
	}
}

// save writes a dropped file into a folder.
func save(files fs.FS, name, dir string) error {
	src, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return os.WriteFile(to, src, 0o600)
}

// plant gives dropped trees to bots: each that none of the others refers to.
func (v *viewer) plant(g *window.Game, files fs.FS, names []string) (told []string, err error) {
	if g.Past() {
		return nil, fmt.Errorf("%s was dropped in the past: go on from there first, or go back to the present", strings.Join(names, ", "))
	}
	var texts []session.Text
	within := above(names)
	for _, name := range names {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return told, err
		}
		texts = append(texts, session.Text{File: strings.TrimPrefix(name, within), Source: string(src)})
	}
	trees, err := v.session.Together(texts)
	if err != nil {
		return told, err
	}
	if len(trees) > 1 {
		told = append(told, fmt.Sprintf("%d trees that do not refer to one another were dropped: each takes the place of the one before", len(trees)))
	}
	classes, chosen := v.session.Scene().Setup.Classes, -1
	if id := g.Renderer().Selected; id != 0 && v.session.World().Alive(id) {
		chosen = v.session.World().ClassOf(id)
	}
	for _, tree := range trees {
		for class := range classes {
			if chosen >= 0 && class != chosen {
				continue
			}
			c := tree
			c.Class = classes[class].ID
			if err := v.session.Do(&c); err != nil {
				return told, err
			}
			if c.Note != "" {
				told = append(told, c.Note)
			}
			told = append(told, fmt.Sprintf("%s think with %s", classes[class].Name, planted(&c)))
		}
	}
	return told, nil
}

// planted names a tree with the files that came with it.
func planted(c *session.Switch) string {
	var with []string
	for _, t := range c.With {
		with = append(with, t.File)
	}
	if with == nil {
		return c.File
	}
	return c.File + " with " + strings.Join(with, ", ")
}

// above returns the folder, with a slash, that all files are in and that none of them names; empty
// for none.
func above(names []string) string {
	dir := path.Dir(names[0])
	for _, name := range names {
		for dir != "." && !strings.HasPrefix(name, dir+"/") {
			dir = path.Dir(dir)
		}
	}
	if sourcefile.IsPart(dir) {
		dir = path.Dir(dir)
	}
	if dir == "." {
		return ""
	}
	return dir + "/"
}
