package filewatch

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

const (
	quiet = 100 * time.Millisecond // without events end a change
	late  = time.Second            // after its first event a change is told, quiet or not
)

// maxFolders is the number of folders a watcher takes.
var maxFolders = limit.New("reload.folders", 1000, 1<<30, "folders", "folders that --reload watches", "the run is refused")

// Watcher tells when files may have changed.
type Watcher struct {
	fs      *fsnotify.Watcher
	most    int // folders
	changed chan struct{}
	begun   chan struct{} // has a value when a folder was added
	done    chan struct{}

	mu    sync.Mutex
	files map[string]bool // by full name
	above map[string]bool // the folders that lead to them, by full name
}

// New makes a watcher of no files.
func New(limits limit.Values) (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	w := &Watcher{fs: fs, most: maxFolders.In(limits), changed: make(chan struct{}, 1), begun: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w, nil
}

// Close ends the watcher. Nothing is sent after it.
func (w *Watcher) Close() error {
	err := w.fs.Close()
	<-w.done
	return err
}

// Changed returns a channel that has a value when something may have changed since the
// last value was taken.
func (w *Watcher) Changed() <-chan struct{} { return w.changed }

// Watch replaces the files that are watched; they need not exist yet. A folder that
// was not watched before counts as a change, because its files may have changed
// since they were read. Call Watch again after each change, as folders that were
// replaced are lost. It fails for files in more folders than the limit reload.folders.
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
	if len(folders) > w.most {
		return fmt.Errorf("watch files in %d folders, wanted at most %d", len(folders), w.most)
	}
	w.mu.Lock()
	w.files, w.above = names, above
	w.mu.Unlock()
	return w.turnTo(folders)
}

// turnTo watches these folders and no others.
func (w *Watcher) turnTo(folders map[string]bool) error {
	watched := map[string]bool{}
	for _, dir := range w.fs.WatchList() {
		if watched[dir] = folders[dir]; !folders[dir] {
			_ = w.fs.Remove(dir) // fails when the folder is gone, which is as good
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

// existing gives a folder, or the nearest one above it that exists.
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
	var since time.Time // of the first event of a change; zero between changes
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

// matters reports whether an event may mean a change: it is about one of the files, or
// about a folder on the way to one that was made or removed.
func (w *Watcher) matters(e fsnotify.Event) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	moved := e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	return w.files[e.Name] && (moved || e.Has(fsnotify.Write)) || w.above[e.Name] && moved
}
