package thicket_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/thicket-sim/thicket/"

// short returns the path of a package without the module's, which is "thicket" for
// the package at its root.
func short(path string) (pkg string, own bool) {
	if path+"/" == module {
		return "thicket", true
	}
	return strings.CutPrefix(path, module)
}

// packages gives the imports, direct and indirect, of every package of the
// module, by package and without the module's path.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg, _ := short(fields[0])
		all[pkg] = fields[1:]
	}
	if len(all) < 10 {
		t.Fatalf("go list found %d packages, wanted all of the module", len(all))
	}
	return all
}

func in(pkg string, trees ...string) bool {
	for _, tree := range trees {
		if pkg == tree || strings.HasPrefix(pkg, tree+"/") {
			return true
		}
	}
	return false
}

// floors returns the trees of packages that share one, as the picture on the
// design page has them, from the top down.
func floors(t *testing.T) map[string]int {
	t.Helper()
	page, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(page), "```text\n")
	picture, _, ok := strings.Cut(picture, "```")
	if !ok {
		t.Fatal("the design page has no picture of floors")
	}
	all := map[string]int{}
	for line := range strings.Lines(picture) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), "  ")
		floor, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("a floor without a number: %q", line)
		}
		trees, _, _ := strings.Cut(rest, "  ")
		for _, tree := range strings.Fields(trees) {
			all[tree] = floor
		}
	}
	return all
}

// floorOf returns the floor of the longest tree that has the package.
func floorOf(floors map[string]int, pkg string) (floor int, ok bool) {
	longest := -1
	for tree, f := range floors {
		if in(pkg, tree) && len(tree) > longest {
			longest, floor = len(tree), f
		}
	}
	return floor, longest >= 0
}

func TestImportsPointOneWay(t *testing.T) {
	house, all := floors(t), packages(t)
	for tree := range house {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(pkg string) bool { return in(pkg, tree) }) {
			t.Errorf("docs/design.md has a floor for %s, which has no package", tree)
		}
	}
	for pkg, deps := range all {
		from, ok := floorOf(house, pkg)
		if !ok {
			t.Errorf("package %s stands on no floor of docs/design.md", pkg)
			continue
		}
		for _, dep := range deps {
			own, isOwn := short(dep)
			if !isOwn {
				continue
			}
			if to, ok := floorOf(house, own); ok && to > from {
				t.Errorf("%s imports %s, which is above it", pkg, own)
			}
		}
	}
}

// TestTheWindowNeedsNoServer wants the program with the window without what only the command has: the
// bus of messages between processes, and in a browser, where each byte is sent, Go's HTTP.
func TestTheWindowNeedsNoServer(t *testing.T) {
	for system, without := range map[string][]string{"": {"github.com/nats-io"}, "js": {"github.com/nats-io", "net/http", "crypto/tls"}} {
		list := exec.Command("go", "list", "-deps", module+"cmd/thicket-view")
		if system != "" {
			list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=wasm")
		}
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for _, dep := range strings.Fields(string(out)) {
			if in(dep, without...) {
				t.Errorf("cmd/thicket-view on %q imports %s", system, dep)
			}
		}
	}
}

// TestPublicPackages holds the list of packages that a game can import, in two tiers. One
// for games is a promise for years: internal folders are the rule. One of the engine says
// in the first sentence of its doc comment that it may change. Each has an example.
func TestPublicPackages(t *testing.T) {
	tiers := map[string]bool{} // of the engine
	for _, pkg := range slices.Concat(forGames, shown) {
		tiers[pkg] = false
	}
	for _, pkg := range engine {
		tiers[pkg] = true
	}
	out, err := exec.Command("go", "list", "-f", "{{.Name}}\t{{.ImportPath}}\t{{.Doc}}\t{{.Dir}}\t{{join .TestGoFiles \" \"}} {{join .XTestGoFiles \" \"}}", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		pkg, _ := short(fields[1])
		if fields[0] == "main" || strings.Contains("/"+pkg+"/", "/internal/") {
			continue
		}
		got = append(got, pkg)
		if fields[2] == "" {
			t.Errorf("package %s has no doc comment", pkg)
		}
		if says := strings.Contains(fields[2], "may change with any release"); says != tiers[pkg] {
			t.Errorf("package %s says in its first sentence that it may change with any release: %v, wanted %v", pkg, says, tiers[pkg])
		}
		if !slices.ContainsFunc(strings.Fields(fields[4]), func(file string) bool { return hasExample(t, filepath.Join(fields[3], file)) }) {
			t.Errorf("package %s has no example", pkg)
		}
	}
	if want := slices.Sorted(maps.Keys(tiers)); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("public packages are\n%v\nwanted\n%v", got, want)
	}
}

// hasExample reports whether a test file has an example.
func hasExample(t *testing.T, file string) bool {
	t.Helper()
	src, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return len(doc.Examples(src)) > 0
}

func TestWhoMayImportWhat(t *testing.T) {
	// games are the trees of packages in which trees meet a world.
	games := []string{
		"cmd", "examples", "mind", "render", "server", "thicket", "thickettest", "tool", "internal/arena", "internal/backdoor", "internal/command",
		"internal/insight", "internal/live", "internal/scenes", "internal/study", "internal/systems", "internal/window",
	}
	laws := []struct {
		what    string // an import path, or the beginning of one
		allowed []string
		why     string
	}{
		{module + "internal/ecs", append(slices.Clone(games), "internal/ecs"), "behaviour trees know no world"},
		{module + "components", append(slices.Clone(games), "internal/ecs", "components", "session"), "behaviour trees know no world"},
		{module + "behavior", append(slices.Clone(games), "behavior", "session", "internal/trees", "internal/dialect", "internal/ground"), "the world knows no trees"},
		{"github.com/hajimehoshi/ebiten", []string{"render", "internal/window", "internal/ground/windowtest", "cmd/thicket-view", "examples"}, "the rest runs without a window"},
	}
	for pkg, deps := range packages(t) {
		for _, law := range laws {
			for _, dep := range deps {
				if in(dep, law.what) && !in(pkg, law.allowed...) {
					t.Errorf("%s depends on %s: %s", pkg, dep, law.why)
				}
			}
		}
		if in(pkg, "internal/insight/draw", "internal/insight/inspect", "internal/insight/palette", "internal/insight/treedraw", "internal/command", "cmd/thicket") {
			for _, dep := range deps {
				if in(dep, "github.com/hajimehoshi/ebiten") {
					t.Errorf("%s depends on %s: it has no window", pkg, dep)
				}
			}
		}
	}
}

// TestOneImporterOf holds libraries to the packages that wrap them, so that
// another can take their place.
func TestOneImporterOf(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	wrappers := map[string][]string{
		"github.com/coder/websocket":             {"server", "internal/command/client"},
		"github.com/mlange-42/arche":             {"internal/ecs", "internal/insight/reference"},
		"gopkg.in/yaml.v3":                       {"internal/ground/markup"},
		module + "internal/dialect/wage":         {"internal/trees"},
		module + "internal/dialect/unvanquished": {"internal/trees"},
		module + "internal/dialect/dragengine":   {"internal/trees"},
		module + "internal/dialect/dst":          {"internal/trees", "internal/dialect/dst"},
		module + "internal/dialect/mbt":          {"internal/trees"},
		module + "internal/dialect/btcpp":        {"internal/trees", "internal/dialect/btcpp", "internal/arena/nav2"}, // whose leaves have lists in blackboards
		"github.com/fsnotify":                    {"internal/ground/filewatch"},
		"github.com/gofrs/flock":                 {"server", "internal/command/sweeper"},
		"github.com/nats-io":                     {"internal/study/natsnode", "internal/study/sweep/engine", "internal/command/sweeper", "internal/study/strips"},
		"github.com/parquet-go":                  {"internal/study/sweep/results"},
		"gonum.org/v1/gonum":                     {"internal/study/estimate", "internal/study/search"},
		"github.com/klauspost/compress":          {"internal/ground/sections"},
		"github.com/nats-io/nats-server":         {"internal/study/natsnode"},
		"gonum.org/v1/plot":                      {"internal/study/sweepreport"},
		"github.com/google/pprof":                {"internal/dialect/lua/profile/pprof"},
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg, _ := short(fields[0])
		for _, dep := range fields[1:] {
			for lib, allowed := range wrappers {
				if in(dep, lib) && !in(pkg, allowed...) {
					t.Errorf("%s imports %s, wanted only %v to", pkg, dep, allowed)
				}
			}
			const dst = "internal/dialect/dst"
			if in(pkg, dst+"/script", dst+"/nodes", dst+"/stage") && in(dep, module+dst) && dep != module+dst+"/script" {
				t.Errorf("%s imports %s: scripts know neither nodes nor the stage, and these not each other", pkg, dep)
			}
		}
	}
}

// rooms are the types with more methods, and the packages with more lines, than a reader can
// keep in mind, and why they stay as they are.
var rooms = map[string]string{
	"internal/dialect/mbt.semantics":   "a table: a function for each of the engine's nodes, and one for each question that package run asks",
	"internal/dialect/btcpp.semantics": "the same, and entries of blackboards, which all of them touch",

	"internal/arena/core":           "parts that call each other in one tick, whose columns only their package may write",
	"internal/systems":              "parts of one game in one tick, whose columns only their package may write; herds, ways and indexes are packages of their own",
	"internal/insight/treetest":     "one file a part of a statement, from its text to its verdict: those of a part change together",
	"internal/window":               "one picture, and what a person does with it; what understands a run is elsewhere",
	"internal/dialect/lua/machine":  "is one loop with what it calls, whose parts share registers and tables",
	"internal/dialect/btcpp":        "one file a group of nodes; what needs no tree, scripts and entries, is in packages of its own",
	"internal/dialect/mbt":          "one file a group of nodes, from its text to its effect: the two of a dialect's language change together",
	"internal/command":              "a file or two for each command, with its flags; what they do is in packages of its own",
	"internal/dialect/unvanquished": "the same, and the planes that run the nodes for 64 bots at once",
	"internal/dialect/dragengine":   "the same, and the actions and scripts that the engine brings",
}

// TestNoRoomIsTooLarge holds types to 80 methods and packages to 5,000 lines, without tests.
func TestNoRoomIsTooLarge(t *testing.T) {
	const mostMethods, mostLines = 80, 5000
	methods, lines := map[string]int{}, map[string]int{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == "bench" || path == "web" || strings.HasPrefix(path, ".") && path != ".") {
			return filepath.SkipDir // what is no Go, or a module of its own
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		lines[pkg] += bytes.Count(src, []byte("\n"))
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				name, _ := receiver(f.Recv.List[0].Type)
				methods[pkg+"."+name]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	large := map[string]string{}
	for name, n := range methods {
		if n > mostMethods {
			large[name] = fmt.Sprintf("%d methods, wanted %d or fewer: its parts become types", n, mostMethods)
		}
	}
	for pkg, n := range lines {
		if n > mostLines {
			large[pkg] = fmt.Sprintf("%d lines, wanted %d or fewer", n, mostLines)
		}
	}
	for name, why := range large {
		if rooms[name] == "" {
			t.Errorf("%s has %s, or a reason", name, why)
		}
	}
	for name := range rooms {
		if large[name] == "" {
			t.Errorf("%s is not too large any more: its reason can go", name)
		}
	}
}

// TestNoRegexpIsCompiledAtStart: each start of the program would compile them all, and a page in a browser
// does that slowly.
func TestNoRegexpIsCompiledAtStart(t *testing.T) {
	compiles := regexp.MustCompile(`(?m)^(?:var |\t)\w+ += regexp\.MustCompile\(`)
	for pkg := range packages(t) {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.Contains(file, "dryruntest") || strings.Contains(file, "wordstest") {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if at := compiles.FindIndex(src); at != nil {
				t.Errorf("%s:%d: a regular expression is compiled at each start of the program, wanted lazy.Regexp", file, 1+bytes.Count(src[:at[0]], []byte("\n")))
			}
		}
	}
}
