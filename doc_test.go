package thicket_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// A fragment is Go code that a page or the documentation of a package shows.
type fragment struct {
	page string
	line int
	text string
}

// A passage is where an example has a fragment.
type passage struct {
	fragment
	source   *source
	from, to int // lines of the source
}

// A source is a file of an example: of a program in examples, or an example_test.go.
type source struct {
	file  string
	lines []string // without their layout
	fset  *token.FileSet
	ast   *ast.File
}

// TestFragmentsAreRun wants all Go code of every page, and of the documentation of every
// package that a game can import, to be cut from an example; and it runs these. Each function
// of a fragment is called, and so is the one that its first line is in. A fault of a tree is
// a failure, so that what compiles and panics in a session is found.
func TestFragmentsAreRun(t *testing.T) {
	sources := readSources(t)
	fragments := slices.Concat(pageFragments(t), commentFragments(t))
	if len(fragments) < 10 {
		t.Fatalf("%d fragments, wanted some", len(fragments))
	}
	var found []passage
	for _, f := range fragments {
		i := slices.IndexFunc(sources, func(s *source) bool { return s.find(f.text) > 0 })
		if i < 0 {
			t.Errorf("%s:%d: code that is in no example:\n%s", f.page, f.line, f.text)
			continue
		}
		from := sources[i].find(f.text)
		found = append(found, passage{f, sources[i], from, from + len(layoutless(f.text)) - 1})
	}
	if !longtest.On {
		t.Log("they are not run here: that builds every example")
		return
	}
	ran := runExamples(t, found)
	for _, p := range found {
		for _, f := range p.functions() {
			if !ran.entered(p.source, f) {
				t.Errorf("%s:%d: the function of %s:%d is not called:\n%s", p.page, p.line, p.source.file, p.source.line(f), p.text)
			}
		}
	}
}

// readSources reads the files that fragments may be cut from.
func readSources(t *testing.T) []*source {
	t.Helper()
	files, err := filepath.Glob("examples/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	eachFile(t, func(file string) {
		// The examples below behavior run trees without a session.
		if filepath.Base(file) == "example_test.go" && !strings.HasPrefix(file, "behavior/") {
			files = append(files, file)
		}
	})
	var list []*source
	for _, file := range files {
		text := read(t, file)
		s := &source{file: file, lines: layoutless(text), fset: token.NewFileSet()}
		if s.ast, err = parser.ParseFile(s.fset, file, text, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// eachFile calls a function for the Go files of the packages that a game can import.
func eachFile(t *testing.T, do func(file string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (slices.Contains([]string{"internal", "cmd", "bench", "testdata", "node_modules"}, d.Name()) || len(path) > 1 && path[0] == '.') {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".go" {
			do(filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var fencedGo = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")

// pageFragments returns the fenced blocks of Go of all pages.
func pageFragments(t *testing.T) []fragment {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []fragment
	for _, page := range append(pages, "README.md") {
		text := read(t, page)
		for _, at := range fencedGo.FindAllStringSubmatchIndex(text, -1) {
			list = append(list, fragment{page, 1 + strings.Count(text[:at[2]], "\n"), text[at[2]:at[3]]})
		}
	}
	return list
}

// commentFragments returns the blocks of code in doc comments that can be read as Go.
func commentFragments(t *testing.T) []fragment {
	t.Helper()
	var list []fragment
	eachFile(t, func(file string) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "examples/") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, b := range new(comment.Parser).Parse(group.Text()).Content {
				if code, ok := b.(*comment.Code); ok && isGo(code.Text) {
					list = append(list, fragment{file, fset.Position(group.Pos()).Line, code.Text})
				}
			}
		}
	})
	return list
}

// isGo reports whether a text is declarations or statements of Go that do something.
func isGo(text string) bool {
	parses := func(src string) bool {
		_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
		return err == nil
	}
	return strings.ContainsAny(text, "(={") && (parses("package p\n"+text) || parses("package p\nfunc _() {\n"+text+"\n}"))
}

// layoutless returns the lines of a text without indentation and alignment.
func layoutless(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// find gives the line at which a text begins in the source, and 0 where it is not there.
func (s *source) find(text string) int {
	wanted := layoutless(text)
	for i := range max(0, len(s.lines)-len(wanted)+1) {
		if slices.Equal(s.lines[i:i+len(wanted)], wanted) {
			return i + 1
		}
	}
	return 0
}

func (s *source) line(n ast.Node) int { return s.fset.Position(n.Pos()).Line }

// functions returns the functions that begin in the passage, and the innermost around its
// first line.
func (p *passage) functions() []ast.Node {
	var list []ast.Node
	var around ast.Node
	ast.Inspect(p.source.ast, func(n ast.Node) bool {
		if body, _ := bodyOf(n); body != nil && len(body.List) > 0 {
			switch line := p.source.line(n); {
			case p.from <= line && line <= p.to:
				list = append(list, n)
			case line < p.from && p.source.fset.Position(n.End()).Line >= p.from:
				around = n
			}
		}
		return true
	})
	if around != nil {
		list = append(list, around)
	}
	return list
}

// bodyOf gives the body of a function and, of one with a name, the name.
func bodyOf(n ast.Node) (body *ast.BlockStmt, name string) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Body, n.Name.Name
	case *ast.FuncLit:
		return n.Body, ""
	}
	return nil, ""
}

// A run tells what was called when the examples ran.
type run struct {
	blocks map[string]bool // by FILE:LINE.COL of the beginning
	tests  map[string]bool // that have passed, by FOLDER NAME
}

// entered reports whether a function was called. Of those in files of tests the tests are
// known, and no others. The function main of a program is called by the test that builds and
// starts it.
func (r *run) entered(s *source, f ast.Node) bool {
	body, name := bodyOf(f)
	file := module + s.file
	if folder, copied := s.copied(); copied {
		file = "pages.example/" + folder + "/examples.go"
	} else if strings.HasSuffix(file, "_test.go") {
		return r.tests[path.Dir(file)+" "+name]
	}
	if name == "main" {
		return starts(path.Dir(s.file))
	}
	for _, pos := range []token.Pos{body.Lbrace, body.Lbrace + 1, body.List[0].Pos()} {
		at := s.fset.Position(pos)
		if r.blocks[fmt.Sprintf("%s:%d.%d", file, at.Line, at.Column)] {
			return true
		}
	}
	return false
}

// starts reports whether a test of a program builds and starts it.
func starts(folder string) bool {
	tests, _ := filepath.Glob(filepath.Join(folder, "*_test.go")) // of a folder of the module
	return slices.ContainsFunc(tests, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && bytes.Contains(text, []byte(`exec.Command("go", "build", "-o", program`)) && bytes.Contains(text, []byte(`exec.Command(program)`))
	})
}

// copied returns the package as which the examples of a package are run: the go command does not
// count what is called in files of tests.
func (s *source) copied() (folder string, ok bool) {
	return strings.CutSuffix(s.ast.Name.Name, "_test")
}

var faulty = regexp.MustCompile(`(?m)^.*\S+:\d+:\d+: .* of tree .*, tick .*$`)

// allExamples is a test that calls examples. What they print, faults that they hand to
// functions of their own among it, is held to what they say by the tests of their package.
const allExamples = `package %s

import (
	"os"
	"testing"
)

func TestAll(t *testing.T) {
	out := os.Stdout
	defer func() { os.Stdout = out }()
	var err error
	if os.Stdout, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	}
%s}
`

// runExamples runs the programs of examples by their tests and, as packages of a module of
// their own, the examples of packages that have passages.
func runExamples(t *testing.T, passages []passage) *run {
	t.Helper()
	dir, root := t.TempDir(), abs(t, ".")
	write := func(file, text string) {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	own := strings.TrimSuffix(module, "/")
	write("go.sum", read(t, "go.sum"))
	write("go.mod", strings.Replace(read(t, "go.mod"), "module "+own+"\n", "module pages.example\n", 1)+
		"\nrequire "+own+" v0.0.0\n\nreplace "+own+" => "+root+"\n")
	for _, p := range passages {
		folder, ok := p.source.copied()
		if !ok {
			continue
		}
		write(folder+"/examples.go", strings.Replace(read(t, p.source.file), "package "+folder+"_test\n", "package "+folder+"\n", 1))
		calls := &strings.Builder{}
		for _, e := range doc.Examples(p.source.ast) {
			if e.Output != "" {
				fmt.Fprintf(calls, "\tExample%s()\n", e.Name)
			}
		}
		write(folder+"/examples_test.go", fmt.Sprintf(allExamples, folder, calls))
	}
	profile := filepath.Join(dir, "profile")
	args := []string{"test", "-json", "-mod=mod", "-vet=off", "-short", "-coverprofile", profile, "./...", module + "examples/..."}
	command := exec.Command("go", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "DISPLAY=", "WAYLAND_DISPLAY=", "VIEW_REQUIRE_GL=") // windows have tests of their own
	out, err := command.CombinedOutput()
	r := &run{blocks: map[string]bool{}, tests: map[string]bool{}}
	said := map[string]string{} // by package
	for line := range strings.Lines(string(out)) {
		var e struct{ Action, Package, Test, Output string }
		if json.Unmarshal([]byte(line), &e) != nil {
			e.Output = line // of the go command
		}
		said[e.Package] += e.Output
		if e.Action == "pass" {
			r.tests[e.Package+" "+e.Test] = true
		}
	}
	failed := ""
	for pkg, text := range said {
		for _, fault := range faulty.FindAllString(text, -1) {
			t.Errorf("%s: a fault: %s", pkg, fault)
		}
		if !r.tests[pkg+" "] {
			failed += text
		}
	}
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, failed)
	}
	lines := bufio.NewScanner(bytes.NewReader([]byte(read(t, profile))))
	for lines.Scan() {
		begin, rest, ok := strings.Cut(lines.Text(), ",")
		if ok && !strings.HasSuffix(rest, " 0") {
			r.blocks[begin] = true
		}
	}
	return r
}

func abs(t *testing.T, file string) string {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
