package thicket_test

import (
	"bytes"
	"embed"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

//go:embed files_test.go
var embedded embed.FS

const bog = `tickRate: 10
world: { width: 100, height: 100 }
bots: [{ id: frog, name: Frog, count: 3, speedMps: 2, behavior: { file: trees/frog.yaml } }]
`

func bogFiles() fstest.MapFS {
	return fstest.MapFS{
		"data/pond.yaml":       {Data: []byte(bog)},
		"data/trees/frog.yaml": {Data: []byte("kind: action\nname: stand\n")},
		"data/trees/run.yaml":  {Data: []byte("kind: action\nname: roam\n")},
	}
}

func quiet(o thicket.Options) thicket.Options {
	o.OnNotice, o.OnFault = func(string) {}, func(thicket.Fault) {}
	return o
}

// moves reports whether the first frog goes somewhere.
func moves(s *thicket.Session) bool {
	at := *s.World().Position.Of(1)
	play(s, 5)
	return *s.World().Position.Of(1) != at
}

// A scene in a file system finds its trees there, from the beginning, by commands, after edits
// and in whatever is made of the session.
func TestFiles(t *testing.T) {
	files := bogFiles()
	o := quiet(thicket.Options{Files: files, History: thicket.History{Seconds: 60}})
	for name, open := range map[string]func() (*thicket.Session, error){
		"Open":  func() (*thicket.Session, error) { return thicket.Open("data/pond.yaml", o) },
		"Start": func() (*thicket.Session, error) { return thicket.Start("data/pond.yaml", []byte(bog), o) },
	} {
		files["data/trees/frog.yaml"] = bogFiles()["data/trees/frog.yaml"]
		s, err := open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer s.Close()
		if moves(s) {
			t.Fatalf("%s: a frog that stands moves", name)
		}
		saved, fork := branches(t, s)
		if err := s.Do(&session.Switch{Class: "frog", File: "trees/run.yaml"}); err != nil || !moves(s) {
			t.Errorf("%s: another tree: %v", name, err)
		}
		files["data/trees/frog.yaml"] = &fstest.MapFile{Data: []byte("kind: action\nname: roam\n")}
		if err := fork.Do(&session.Reload{}); err != nil || !moves(fork) {
			t.Errorf("%s: a fork of which a file was edited: %v", name, err)
		}
		again, err := thicket.Restore(bytes.NewReader(saved), o)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if moves(again) {
			t.Errorf("%s: a restored session has not the tree of the save", name)
		}
		if err := again.Do(&session.Reload{}); err != nil || !moves(again) {
			t.Errorf("%s: a restored session of which a file was edited: %v", name, err)
		}
		alone := o
		alone.Files = nil
		sealed, err := thicket.Restore(bytes.NewReader(saved), alone)
		if err != nil {
			t.Fatal(err)
		}
		defer sealed.Close()
		if err := sealed.Do(&session.Reload{}); err == nil || !strings.Contains(err.Error(), "Options.Files") {
			t.Errorf("%s: a session without files reloads: %v", name, err)
		}
		if moves(sealed) {
			t.Errorf("%s: a session without files", name)
		}
	}
}

// A save of a scene on the disk reads a file system in the place of the scene's root.
func TestFilesInPlaceOfARoot(t *testing.T) {
	dir := t.TempDir()
	for name, f := range bogFiles() {
		name = dir + "/" + strings.TrimPrefix(name, "data/")
		if err := os.MkdirAll(name[:strings.LastIndex(name, "/")], 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := thicket.Open(dir+"/pond.yaml", quiet(thicket.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	below, err := fs.Sub(bogFiles(), "data")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	again, err := thicket.Restore(&saved, quiet(thicket.Options{Files: below}))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Do(&session.Switch{Class: "frog", File: "trees/run.yaml"}); err != nil || !moves(again) {
		t.Errorf("a tree of the file system: %v", err)
	}
}

// What a file system lacks is an error with its place, and files that are part of the program
// are not read again.
func TestFilesThatAreNotThere(t *testing.T) {
	o := quiet(thicket.Options{Files: bogFiles()})
	if _, err := thicket.Open("data/pnd.yaml", o); err == nil || !strings.Contains(err.Error(), "data/pnd.yaml:1:1: no such file") {
		t.Errorf("no scene: %v", err)
	}
	if _, err := thicket.Start("data/pond.yaml", []byte(strings.ReplaceAll(bog, "frog.yaml", "frg.yaml")), o); err == nil || !strings.Contains(err.Error(), `data/pond.yaml:3:73: no file "trees/frg.yaml" beside this one or in the root "data"`) {
		t.Errorf("no tree: %v", err)
	}
	if _, err := thicket.Start("data/pond.yaml", []byte(strings.ReplaceAll(bog, "trees/", "../../")), o); err == nil {
		t.Error("a tree outside")
	}
	if s, err := thicket.Open("tag", o); err != nil {
		t.Errorf("a shipped scene: %v", err)
	} else {
		s.Close()
	}
	o.Root = "dta"
	if _, err := thicket.Open("data/pond.yaml", o); err == nil || !strings.Contains(err.Error(), `no folder "dta"`) {
		t.Errorf("no root: %v", err)
	}
	s, err := thicket.Start("own.yaml", []byte("bots: [{ id: hen, name: Hen, count: 1, behavior: { kind: wander } }]"), quiet(thicket.Options{Files: embedded}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Do(&session.Reload{}); err == nil || !strings.Contains(err.Error(), "embedded in the program, so that they cannot change: os.DirFS in Options.Files reads them from the disk") {
		t.Errorf("files of the program are read again: %v", err)
	}
}
