package wholefile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
)

func has(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s has %q (%v), wanted %q", filepath.Base(path), got, err, want)
	}
}

// files wants a folder to have so many files: none of those that were begun is left.
func files(t *testing.T, dir string, want int) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != want {
		t.Errorf("the folder has %v (%v), wanted %d files", list, err, want)
	}
}

func TestTheOldFileStaysUntilTheNewOneIsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	has(t, path, "old")
	f.Abort()
	has(t, path, "old")
	files(t, dir, 1)
	if err := wholefile.Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	has(t, path, "new")
	files(t, dir, 1)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v (%v), wanted that of the old file", info.Mode(), err)
	}
}

func TestALinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.txt"), filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := wholefile.Write(link, []byte("through")); err != nil {
		t.Fatal(err)
	}
	has(t, path, "through")
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link goes to %q (%v)", to, err)
	}
}

func TestWhatCannotBeWrittenSaysSo(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "none", "a.txt"), dir} {
		if err := wholefile.Write(path, []byte("x")); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
	files(t, dir, 0)
	locked := filepath.Join(dir, "locked.txt")
	if err := os.WriteFile(locked, []byte("keep"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Write(locked, []byte("x")); err == nil {
		t.Error("a file that is read-only was replaced")
	}
	has(t, locked, "keep")
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	if err := wholefile.Write("/dev/full", []byte("x")); err == nil {
		t.Error("no error from a full device")
	}
}

func TestAnAbortAfterTheEndDoesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	f, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	has(t, path, "")
}

// A file that is placed has its name while it is written, and keeps it.
func TestPlacedFilesKeepTheirName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files get their names when they are closed")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.rec")
	if err := wholefile.Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	for _, end := range []func(*wholefile.File) error{(*wholefile.File).Commit, func(f *wholefile.File) error { f.Abort(); return nil }} {
		f, err := wholefile.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		if _, err := f.Write([]byte("begin")); err != nil {
			t.Fatal(err)
		}
		has(t, path, string(before)) // the old one, until then
		for range 2 {
			if err := f.Place(); err != nil {
				t.Fatal(err)
			}
		}
		has(t, path, "begin")
		if _, err := f.Write([]byte(" and more")); err != nil {
			t.Fatal(err)
		}
		has(t, path, "begin and more")
		if err := end(f); err != nil {
			t.Fatal(err)
		}
		has(t, path, "begin and more")
		files(t, dir, 1)
	}
}

// What a program left that was killed is removed by the next that writes the same file; what
// another one is writing is not, nor is a file of somebody who has given it such a name.
func TestWhatIsLeftIsRemoved(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("without locks nobody knows who is gone")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.rec")
	one, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer one.Abort()
	for _, left := range []string{".x.rec.part-1", ".x.rec.part-3", ".x.rec.part-15"} {
		if err := os.WriteFile(filepath.Join(dir, left), []byte("left"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	theirs := []string{".y.rec.part", ".x.rec.part-notes", ".x.rec.part-16"}
	for _, name := range theirs {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, ".y.rec.part"), filepath.Join(dir, ".x.rec.part-4")); err != nil {
		t.Fatal(err)
	}
	two, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer two.Abort()
	files(t, dir, 2+len(theirs)+1)
	for i, f := range []*wholefile.File{one, two} {
		if _, err := f.Write([]byte{'1' + byte(i)}); err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		has(t, path, string('1'+rune(i)))
	}
	files(t, dir, 1+len(theirs)+1)
}

// Many writers of one file at once do not take each other's for one that was left.
func TestManyWritersOfOneFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.save")
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			for range 40 {
				if err := wholefile.Write(path, bytes.Repeat([]byte{'a' + byte(i)}, 100)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	files(t, dir, 1)
	if got, err := os.ReadFile(path); err != nil || len(got) != 100 || string(got) != strings.Repeat(string(got[:1]), 100) {
		t.Errorf("%q, %v", got, err)
	}
}

// An error names the file that was asked for, and not the one that was being written.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.gif")
	f, err := wholefile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o777); err != nil { // nothing can be renamed to a folder
		t.Fatal(err)
	}
	err = f.Commit()
	if err == nil || !strings.HasPrefix(err.Error(), "rename "+path+": ") || strings.Contains(err.Error(), ".part") {
		t.Error(err)
	}
	files(t, dir, 1)
	if _, err := f.Write([]byte("x")); err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") {
		t.Error(err)
	}
}
