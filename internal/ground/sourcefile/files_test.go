package sourcefile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// plant makes files, which hold their own names, and links: "link -> target".
func plant(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if isLink {
			if err := os.Symlink(filepath.FromSlash(target), path); err != nil {
				if runtime.GOOS == "windows" { // where links need a right
					t.Skip(err)
				}
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCheckRoot(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, "file")
	for root, want := range map[string]string{
		"": "", dir: "",
		filepath.Join(dir, "nowhere"): `no folder "` + filepath.Join(dir, "nowhere") + `"`,
		filepath.Join(dir, "file"):    `"` + filepath.Join(dir, "file") + `" is no folder`,
	} {
		err := sourcefile.CheckRoot(root)
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %q", root, err, want)
		}
	}
}

func TestNotingTellsWhatIsRead(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, "scene.yaml", "a.yaml")
	files := sourcefile.Disk(filepath.Join(dir, "scene.yaml"), "")
	var told []string
	noting := files.Noting(func(name string, src []byte) { told = append(told, filepath.Base(name)+": "+string(src)) })
	at := syntax.Pos{File: filepath.Join(dir, "scene.yaml"), Line: 1, Col: 1}
	name, findErr := noting.Find(at, "a.yaml")
	if findErr != nil {
		t.Fatal(findErr)
	}
	for _, f := range []*sourcefile.Files{noting, files} {
		if _, err := f.Read(at, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := noting.Read(at, filepath.Join(dir, "nowhere.yaml")); err == nil {
		t.Error("read a file that is not there")
	}
	if len(told) != 1 || told[0] != "a.yaml: a.yaml" {
		t.Errorf("told %q, wanted the one file that was read", told)
	}
}

func TestFindOnDisk(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir,
		"secret.yaml",
		"game/scene.yaml", "game/a.yaml", "game/both.yaml", "game/trees/a.yaml", "game/trees/both.yaml",
		"game/in.yaml -> trees/a.yaml", "game/out.yaml -> ../secret.yaml", "game/outdir -> ..", "game/dangling.yaml -> nowhere",
		"game/bots/b.yaml", "game/brains/b.yaml", "game/other/b.yaml",
		"linked -> game",
	)
	outside := func(ref, root string) string {
		return `at.yaml:3:7: file "` + ref + `" is outside the root "` + root + `"; name a wider root with --root`
	}
	missing := func(ref, root string) string {
		return `at.yaml:3:7: no file "` + ref + `" beside this one or in the root "` + root + `"`
	}
	for _, c := range []struct {
		name             string
		work             string // folder
		file, root, from string // from: the file that refers, if it is not file
		ref, want        string // a file, or an error with at.yaml for the one that refers
	}{
		{"beside", "game", "scene.yaml", "", "", "a.yaml", "a.yaml"},
		{"below", "game", "scene.yaml", "", "", "trees/a.yaml", "trees/a.yaml"},
		{"detour", "game", "scene.yaml", "", "", "trees/../trees/./a.yaml", "trees/a.yaml"},
		{"beside wins", "game", "scene.yaml", "", "trees/a.yaml", "both.yaml", "trees/both.yaml"},
		{"then the root", "game", "scene.yaml", "", "trees/a.yaml", "bots/b.yaml", "bots/b.yaml"},
		{"slash is the root", "game", "scene.yaml", "", "trees/a.yaml", "/both.yaml", "both.yaml"},
		{"slash is only the root", "game", "scene.yaml", "", "trees/both.yaml", "/b.yaml", `at.yaml:3:7: no file "/b.yaml" in the root "."`},
		{"from above", "", "game/scene.yaml", "", "", "trees/a.yaml", "game/trees/a.yaml"},
		{"from below", "game/trees", "../scene.yaml", "", "", "trees/a.yaml", "a.yaml"},
		{"from afar", "game/trees", "../scene.yaml", "", "", "bots/b.yaml", "../bots/b.yaml"},
		{"missing", "game", "scene.yaml", "", "", "x.yaml", missing("x.yaml", ".")},
		{"missing from above", "", "game/scene.yaml", "", "", "x.yaml", missing("x.yaml", "game")},
		{"empty", "game", "scene.yaml", "", "", "", "at.yaml:3:7: an empty file name"},
		{"null byte", "game", "scene.yaml", "", "", "a\x00.yaml", missing(`a\x00.yaml`, ".")},

		{"above the root", "game", "scene.yaml", "", "", "../secret.yaml", outside("../secret.yaml", ".")},
		{"above the root, not there", "game", "scene.yaml", "", "", "../x.yaml", outside("../x.yaml", ".")},
		{"by a detour", "game", "scene.yaml", "", "", "trees/../../secret.yaml", outside("trees/../../secret.yaml", ".")},
		{"by the root", "game", "scene.yaml", "", "", "/../secret.yaml", outside("/../secret.yaml", ".")},
		{"by a root above", "game/trees", "../scene.yaml", "", "", "../../secret.yaml", outside("../../secret.yaml", "..")},
		{"no neighbour of the root", "", "game/scene.yaml", "game/b", "", "bots/b.yaml", outside("bots/b.yaml", "game/b")},
		{"by a link", "game", "scene.yaml", "", "", "out.yaml", outside("out.yaml", ".")},
		{"by a linked folder", "game", "scene.yaml", "", "", "outdir/secret.yaml", outside("outdir/secret.yaml", ".")},
		{"dangling link", "game", "scene.yaml", "", "", "dangling.yaml", missing("dangling.yaml", ".")},
		{"link that stays", "game", "scene.yaml", "", "", "in.yaml", "in.yaml"},
		{"root by a link", "", "linked/scene.yaml", "", "", "trees/a.yaml", "linked/trees/a.yaml"},

		{"folder bots", "game/bots", "b.yaml", "", "", "trees/a.yaml", "../trees/a.yaml"},
		{"folder brains", "", "game/brains/b.yaml", "", "", "bots/b.yaml", "game/bots/b.yaml"},
		{"folder brains, slash", "", "game/brains/b.yaml", "", "", "/bots/b.yaml", "game/bots/b.yaml"},
		{"folder brains, no further", "game", "brains/b.yaml", "", "", "../../secret.yaml", outside("../../secret.yaml", ".")},
		{"any other folder", "game", "other/b.yaml", "", "", "bots/b.yaml", missing("bots/b.yaml", "other")},

		{"root given", "game", "scene.yaml", "..", "", "/secret.yaml", "../secret.yaml"},
		{"root given, beside", "game", "scene.yaml", "..", "", "a.yaml", "a.yaml"},
		{"root given, above", "game", "scene.yaml", "..", "", "../secret.yaml", "../secret.yaml"},
		{"root given, elsewhere", "", "secret.yaml", "game/trees", "", "/a.yaml", "game/trees/a.yaml"},
		{"root absolute", "game", "scene.yaml", "DIR", "", "a.yaml", "a.yaml"},
		{"root absolute, slash", "game", "scene.yaml", "DIR", "", "/game/a.yaml", "a.yaml"},
		{"file absolute", "game", "DIR/game/scene.yaml", "..", "", "a.yaml", "DIR/game/a.yaml"},
		{"file absolute, slash", "game", "DIR/game/scene.yaml", "..", "", "/secret.yaml", "DIR/secret.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(filepath.Join(dir, c.work))
			full := func(s string) string { return strings.ReplaceAll(s, "DIR", filepath.ToSlash(dir)) }
			file, from := full(c.file), full(c.from)
			if from == "" {
				from = file
			}
			files := sourcefile.Disk(file, full(c.root))
			at := syntax.Pos{File: from, Line: 3, Col: 7}
			got, err := files.Find(at, c.ref)
			if err != nil {
				err.Pos.File = "at.yaml"
				got = err.Error()
			}
			if got != full(c.want) {
				t.Fatalf("got %s, wanted %s", got, full(c.want))
			}
			if err != nil {
				return
			}
			if src, err := files.Read(at, got); err != nil || len(src) == 0 {
				t.Errorf("read %q, %v", src, err)
			}
		})
	}
}

func TestFindEmbedded(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"top.yaml", "shipped/a.yaml", "shipped/trees/b.yaml", "shippedtoo/c.yaml"} {
		fsys[name] = &fstest.MapFile{Data: []byte(name)}
	}
	files := sourcefile.Embedded(fsys, "shipped")
	for _, c := range []struct{ from, ref, want string }{
		{"shipped/a.yaml", "trees/b.yaml", "shipped/trees/b.yaml"},
		{"shipped/trees/b.yaml", "a.yaml", "shipped/a.yaml"},
		{"shipped/trees/b.yaml", "/a.yaml", "shipped/a.yaml"},
		{"shipped/a.yaml", "../top.yaml", `shipped/a.yaml:1: file "../top.yaml" is outside the root "shipped"; name a wider root with --root`},
		{"shipped/a.yaml", "../shippedtoo/c.yaml", `shipped/a.yaml:1: file "../shippedtoo/c.yaml" is outside the root "shipped"; name a wider root with --root`},
		{"shipped/a.yaml", "c.yaml", `shipped/a.yaml:1: no file "c.yaml" beside this one or in the root "shipped"`},
	} {
		at := syntax.Pos{File: c.from, Line: 1}
		got, err := files.Find(at, c.ref)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s from %s: got %s, wanted %s", c.ref, c.from, got, c.want)
		}
		if err == nil {
			if src, err := files.Read(at, got); err != nil || string(src) != c.want {
				t.Errorf("%s: read %q, %v", got, src, err)
			}
		}
	}
	whole := sourcefile.Embedded(fsys, ".")
	if got, err := whole.Find(syntax.Pos{File: "top.yaml"}, "/shipped/a.yaml"); err != nil || got != "shipped/a.yaml" {
		t.Errorf("in the whole file system: %s, %v", got, err)
	}
	if _, err := whole.Find(syntax.Pos{File: "top.yaml"}, "../top.yaml"); err == nil || !strings.Contains(err.Msg, "outside") {
		t.Errorf("above the file system: %v", err)
	}
}

func TestFindBeside(t *testing.T) {
	files := sourcefile.Memory(map[string]string{"main.xml": "", "dir/one.xml": "", "two.xml": ""})
	at := syntax.Pos{File: "dir/one.xml", Line: 1}
	for ref, want := range map[string]string{
		"one.xml":    "dir/one.xml",
		"../two.xml": "two.xml",
		"/two.xml":   "two.xml",
		"two.xml":    `dir/one.xml:1: no file "two.xml" beside this one`,
		"":           `dir/one.xml:1: an empty file name`,
		"../../two":  `dir/one.xml:1: file "../../two" is outside the root "."; name a wider root with --root`,
	} {
		got, err := files.FindBeside(at, ref)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, wanted %s", ref, got, want)
		}
	}
}

func TestFindInMemory(t *testing.T) {
	files := sourcefile.Memory(map[string]string{"main.xml": "main", "/dir/one.xml": "one", "dir/../two.xml": "two"})
	for _, c := range []struct{ from, ref, want string }{
		{"main.xml", "dir/one.xml", "dir/one.xml"},
		{"dir/one.xml", "../two.xml", "two.xml"},
		{"dir/one.xml", "/dir/one.xml", "dir/one.xml"},
		{"dir/one.xml", "two.xml", "two.xml"},
		{"main.xml", "dir", `main.xml:1: no file "dir" beside this one or in the root "."`},
		{"main.xml", "../main.xml", `main.xml:1: file "../main.xml" is outside the root "."; name a wider root with --root`},
	} {
		at := syntax.Pos{File: c.from, Line: 1}
		got, err := files.Find(at, c.ref)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s from %s: got %s, wanted %s", c.ref, c.from, got, c.want)
		}
		if err == nil {
			if src, err := files.Read(at, got); err != nil || len(src) != 3 {
				t.Errorf("%s: read %q, %v", got, src, err)
			}
		}
	}
	if _, err := files.Read(syntax.Pos{File: "main.xml", Line: 1}, "none"); err == nil || err.Error() != `main.xml:1: file "none": file does not exist` {
		t.Errorf("a file that is not there: %v", err)
	}
}

// A name that leads to no file for another reason than that there is none says so.
func TestFilesThatCannotBeReached(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, "scene.yaml", "file", "a.bt -> b.bt", "b.bt -> a.bt", "dangling.bt -> nowhere")
	files := sourcefile.Disk(filepath.Join(dir, "scene.yaml"), "")
	at := syntax.Pos{File: filepath.Join(dir, "scene.yaml"), Line: 3, Col: 7}
	for ref, want := range map[string]string{
		"a.bt":        `cannot reach the file "a.bt": its symbolic links lead in a circle`,
		"dangling.bt": `no file "dangling.bt" beside this one`,
		"none.bt":     `no file "none.bt" beside this one`,
	} {
		name, err := files.FindBeside(at, ref)
		if err == nil || err.Msg != want || err.Pos != at {
			t.Errorf("%s: %q, %v, wanted %q", ref, name, err, want)
		}
	}
}
