package filewatch

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	quiet = 100 * time.Millisecond // without an event, and a change is over
	late  = time.Second            // a change is told no later than this
)

// MaxFolders is how many folders a watcher takes.
const MaxFolders = 1000

// Watcher tells when files may have changed.
type Watcher struct {
	fs      *fsnotify.Watcher
	changed chan struct{}
	begun   chan struct{} // a folder is new to the watcher
	done    chan struct{}

	mu    sync.Mutex
	files map[string]bool // full names
	above map[string]bool // of the folders that lead to them
}

// New makes a watcher of no files.
func New() (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	w := &Watcher{fs: fs, changed: make(chan struct{}, 1), begun: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w, nil
}

// Close ends the watcher. Nothing is told any more.
func (w *Watcher) Close() error {
	err := w.fs.Close()
	<-w.done
	return err
}

// Changed has a value when something may have changed since the last one was
// taken.
func (w *Watcher) Changed() <-chan struct{} { return w.changed }

// Watch makes the watcher one of other files; they need not be there yet. What
// happened to them before is not known: where a folder was not watched so far,
// that counts as a change. Call it again after each change, as folders that were
// replaced are lost.
func (w *Watcher) Watch(files []string) error {
	folders := map[string]bool{}
	names, above := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		name, err := filepath.Abs(file)
		if err != nil {
			return fmt.Errorf("watch %s: %w", file, err)
		}
		all := []string{name}
		if real, err := filepath.EvalSymlinks(name); err == nil && real != name {
			all = append(all, real)
		}
		for _, name := range all {
			names[name] = true
			folders[existing(filepath.Dir(name))] = true
			for dir := filepath.Dir(name); !above[dir]; dir = filepath.Dir(dir) {
				above[dir] = true
			}
		}
	}
	if len(folders) > MaxFolders {
		return fmt.Errorf("watch files in %d folders, wanted at most %d", len(folders), MaxFolders)
	}
	w.mu.Lock()
	w.files, w.above = names, above
	w.mu.Unlock()
	return w.turnTo(folders)
}

// turnTo makes the folders those that are watched.
func (w *Watcher) turnTo(folders map[string]bool) error {
	watched := map[string]bool{}
	for _, dir := range w.fs.WatchList() {
		if watched[dir] = folders[dir]; !folders[dir] {
			_ = w.fs.Remove(dir) // fails when the folder is gone, and is then as good
		}
	}
	for dir := range folders {
		if watched[dir] {
			continue
		}
		if err := w.fs.Add(dir); err != nil {
			return fmt.Errorf("watch folder %s: %w", dir, err)
		}
		select {
		case w.begun <- struct{}{}:
		default:
		}
	}
	return nil
}

// existing is a folder, or the nearest above it that is there.
func existing(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}

// run gathers events until the watcher is closed.
func (w *Watcher) run() {
	defer close(w.done)
	timer := time.NewTimer(0)
	<-timer.C
	var since time.Time // when the change began; zero: there is none
	note := func() {
		if since.IsZero() {
			since = time.Now()
		}
		timer.Reset(max(0, min(quiet, late-time.Since(since))))
	}
	for {
		select {
		case e, ok := <-w.fs.Events:
			if !ok {
				return
			}
			if w.matters(e) {
				note()
			}
		case _, ok := <-w.fs.Errors:
			if !ok {
				return
			}
			note() // events may have been lost
		case <-w.begun:
			note()
		case <-timer.C:
			since = time.Time{}
			select {
			case w.changed <- struct{}{}:
			default:
			}
		}
	}
}

// matters reports whether an event may mean that a file has changed: a file, or
// a folder on the way to one that comes or goes.
func (w *Watcher) matters(e fsnotify.Event) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	moved := e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	return w.files[e.Name] && (moved || e.Has(fsnotify.Write)) || w.above[e.Name] && moved
}
