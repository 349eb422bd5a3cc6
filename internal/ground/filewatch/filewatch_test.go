package filewatch_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/filewatch"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// desk is a folder of files that are watched.
type desk struct {
	*filewatch.Watcher
	t     *testing.T
	dir   string
	files []string
}

func newDesk(t *testing.T, names ...string) *desk {
	t.Helper()
	w, err := filewatch.New(limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	d := &desk{Watcher: w, t: t, dir: t.TempDir()}
	for _, name := range names {
		d.files = append(d.files, filepath.Join(d.dir, name))
	}
	return d
}

func (d *desk) do(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, name) }

func (d *desk) write(name, text string) {
	d.t.Helper()
	d.do(os.MkdirAll(filepath.Dir(d.path(name)), 0o777))
	d.do(os.WriteFile(d.path(name), []byte(text), 0o666))
}

// watch watches the files anew, as is done after each change.
func (d *desk) watch() {
	d.t.Helper()
	d.do(d.Watch(d.files))
}

func (d *desk) told(what string) {
	d.t.Helper()
	select {
	case <-d.Changed():
	case <-time.After(time.Minute):
		d.t.Fatalf("%s: nothing was told", what)
	}
	for { // on a busy machine a change may look like two
		select {
		case <-d.Changed():
		case <-time.After(200 * time.Millisecond):
			return
		}
	}
}

func (d *desk) silent(what string) {
	d.t.Helper()
	select {
	case <-d.Changed():
		d.t.Fatalf("%s: a change was told", what)
	case <-time.After(300 * time.Millisecond):
	}
}

func TestWhatIsAChange(t *testing.T) {
	d := newDesk(t, "scene.yaml", "trees/a.bt", "later/b.bt")
	d.write("scene.yaml", "1")
	d.write("trees/a.bt", "1")
	d.watch()
	d.told("the beginning")
	d.watch()
	d.silent("the same files again")

	d.write("scene.yaml", "2")
	d.told("a file is written")
	d.write("trees/~a.bt", "2")
	d.write("other.yaml", "2")
	d.do(os.Chmod(d.path("scene.yaml"), 0o600))
	d.silent("files that are not watched, and permissions")
	d.do(os.Rename(d.path("trees/~a.bt"), d.path("trees/a.bt")))
	d.told("a file is replaced by another")
	d.do(os.Remove(d.path("trees/a.bt")))
	d.told("a file is removed")
	d.watch()
	d.write("trees/a.bt", "3")
	d.told("and comes back")
	d.write("later/b.bt", "1")
	d.told("the folder of a file is made")
	d.watch()
	d.told("a folder that is new to the watcher")
	d.write("later/b.bt", "2")
	d.told("a file in it is written")
	d.do(os.Rename(d.path("trees"), d.path("woods")))
	d.told("a folder is renamed")
	d.watch()
	d.do(os.Rename(d.path("woods"), d.path("trees")))
	d.told("and comes back")
	d.watch()
	d.told("a folder that is new again")
	d.write("trees/a.bt", "4")
	d.told("a file in it is written")

	d.files = d.files[:1]
	d.watch()
	d.write("trees/a.bt", "5")
	d.silent("a file that is not watched any more")
}

func TestALinkedFileIsWatchedWhereItIs(t *testing.T) {
	d := newDesk(t, "scene.yaml")
	d.write("far/real.yaml", "1")
	if err := os.Symlink(d.path("far/real.yaml"), d.path("scene.yaml")); err != nil {
		if runtime.GOOS == "windows" { // where links need a right
			t.Skip(err)
		}
		t.Fatal(err)
	}
	d.watch()
	d.told("the beginning")
	d.write("far/real.yaml", "2")
	d.told("the file behind a link is written")
}

// Many writes are one change, and a file that is written all the time is told
// all the same.
func TestChangesAreGathered(t *testing.T) {
	d := newDesk(t, "scene.yaml")
	d.write("scene.yaml", "0")
	d.watch()
	d.told("the beginning")
	for range 20 {
		d.write("scene.yaml", "1")
	}
	d.told("twenty writes")
	d.silent("they were one change")

	begin := time.Now()
	for told := false; !told; {
		d.write("scene.yaml", "2")
		select {
		case <-d.Changed():
			told = true
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("a file that is written all the time was never told")
		}
	}
}

func TestTooManyFolders(t *testing.T) {
	d := newDesk(t)
	for i := range 1001 {
		dir := filepath.Join(d.dir, string(rune('a'+i%26)), string(rune('a'+i/26%26)), string(rune('a'+i/26/26)))
		d.do(os.MkdirAll(dir, 0o777))
		d.files = append(d.files, filepath.Join(dir, "x.yaml"))
	}
	const want = "watch files in 1001 folders, wanted at most 1000"
	if err := d.Watch(d.files); err == nil || err.Error() != want {
		t.Errorf("%v, wanted %s", err, want)
	}
}

func TestClose(t *testing.T) {
	d := newDesk(t, "scene.yaml")
	d.watch()
	d.told("the beginning")
	d.do(d.Close())
	d.write("scene.yaml", "1")
	d.silent("a watcher that is closed")
	if err := d.Watch(d.files); err == nil {
		t.Error("a closed watcher watches")
	}
}
