package thicket_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("api", false, "write docs/api.txt")

// forGames are the packages of the tier for games: the first ones whole, of the others what these
// show. engine are the others that a program can import.
var (
	forGames = []string{"thicket", "mind", "render", "render/panel", "server", "session", "thickettest", "tool"}
	shown    = []string{"behavior/host", "components"}
	engine   = []string{"behavior", "behavior/run", "behavior/syntax", "behavior/tree"}
)

// mostForGames and mostInAll bound what is promised: types, functions and methods, without those
// of interfaces. A later part that adds to them says so in CHANGELOG.md.
const (
	mostForGames = 371
	mostInAll    = 705
)

// excuses are exported names that show what a program cannot name, or change, with the reason.
var excuses = map[string]string{
	"components.ID":       "a number; trees know no world, and both name bodies by it",
	"behavior/host.BotID": "as components.ID",

	// The engine says that it may change with any release; these have no place of their own yet.
	"behavior/host.Symbols.passing": "its methods are those of Symbols",
	"behavior/host.SaveSymbols":     "saves, by the encoder that all of them have",
	"behavior/host.RestoreSymbols":  "as SaveSymbols",
	"behavior/host.SaveNumbers":     "as SaveSymbols",
	"behavior/host.RestoreNumbers":  "as SaveSymbols",
	"behavior/host.LimitsOf":        "for loaders; SetLimits is for programs",
	"behavior/host.NullValue":       "a value without fields that can be changed",
	"behavior/run.Pool.SaveRows":    "as SaveSymbols",
	"behavior/run.Pool.SumUp":       "as SaveSymbols",
	"behavior/run.Pool.RestoreRows": "as SaveSymbols",
}

// A promise is an exported name of a package.
type promise struct {
	pkg, name string // of a method or a field T.Name
	text      string // its declaration in a line
	counts    bool   // a type, a function or a method
	refs      []ref  // what its declaration shows
	wrong     string // what no program can use, or change, in it
}

// A ref is a type of some package.
type ref struct{ pkg, name string }

// promises lists what a package exports, by its files.
func promises(t *testing.T, pkg string) (all []promise) {
	t.Helper()
	dir := pkg
	if pkg == "thicket" {
		dir = "."
	}
	fset := token.NewFileSet()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		imports := map[string]string{}
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			name := path[strings.LastIndex(path, "/")+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			imports[name] = path
		}
		d := declarer{t: t, fset: fset, pkg: pkg, imports: imports}
		for _, decl := range file.Decls {
			d.declare(decl)
		}
		all = append(all, d.all...)
	}
	return all
}

type declarer struct {
	t       *testing.T
	fset    *token.FileSet
	pkg     string
	imports map[string]string
	all     []promise
}

// add notes a name, declared by prefix and an expression; own are its type parameters.
func (d *declarer) add(name, prefix string, e ast.Node, counts bool, own ...string) *promise {
	var b bytes.Buffer
	if e != nil {
		if err := printer.Fprint(&b, d.fset, e); err != nil {
			d.t.Fatal(err)
		}
	}
	line := strings.Join(strings.Fields(b.String()), " ")
	if !strings.HasSuffix(prefix, " ") { // a name, and its parameters follow
		line = strings.TrimPrefix(line, "func")
	}
	p := promise{pkg: d.pkg, name: name, text: d.pkg + ": " + prefix + line, counts: counts}
	if e != nil {
		d.look(&p, e, own)
	}
	d.all = append(d.all, p)
	return &d.all[len(d.all)-1]
}

// look notes the types that a declaration shows.
func (d *declarer) look(p *promise, n ast.Node, own []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			d.look(p, n.Type, own) // without its names
			return false
		case *ast.SelectorExpr:
			path := d.imports[n.X.(*ast.Ident).Name]
			if pkg, isOwn := short(path); isOwn {
				p.refs = append(p.refs, ref{pkg, n.Sel.Name})
				if strings.Contains("/"+pkg+"/", "/internal/") {
					p.wrong = "shows a type of " + pkg
				}
			}
			return false
		case *ast.Ident:
			switch {
			case slices.Contains(own, n.Name):
			case ast.IsExported(n.Name):
				p.refs = append(p.refs, ref{d.pkg, n.Name})
			case !builtin[n.Name]:
				p.wrong = "shows " + n.Name + ", which has no name outside"
			}
		}
		return true
	})
}

var builtin = map[string]bool{
	"any": true, "bool": true, "byte": true, "comparable": true, "error": true, "float32": true, "float64": true, "int": true, "int8": true, "int16": true,
	"int32": true, "int64": true, "rune": true, "string": true, "uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true,
}

func (d *declarer) declare(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if !decl.Name.IsExported() {
			return
		}
		name, own := decl.Name.Name, names(decl.Type.TypeParams)
		if decl.Recv != nil {
			base, params := receiver(decl.Recv.List[0].Type)
			if !ast.IsExported(base) {
				return
			}
			name, own = base+"."+name, params
		}
		d.add(name, "func "+name, decl.Type, true, own...)
	case *ast.GenDecl:
		kind := "" // of the constants of a group that repeat an expression
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				if spec.Type != nil {
					kind = text(d, spec.Type)
				}
				for i, id := range spec.Names {
					if !id.IsExported() {
						continue
					}
					of := kind
					if spec.Type == nil && len(spec.Values) > i {
						of = ""
						if call, ok := spec.Values[i].(*ast.CallExpr); ok {
							of = text(d, call.Fun)
						}
					}
					p := d.add(id.Name, strings.TrimSpace(decl.Tok.String()+" "+id.Name+" "+of), nil, false)
					p.refs = append(p.refs, ref{d.pkg, of})
					if decl.Tok == token.VAR {
						p.wrong = "can be changed by anybody"
					}
				}
			case *ast.TypeSpec:
				d.declareType(spec)
			}
		}
	}
}

func (d *declarer) declareType(spec *ast.TypeSpec) {
	if !spec.Name.IsExported() {
		return
	}
	name, own := spec.Name.Name, names(spec.TypeParams)
	equals := " "
	if spec.Assign.IsValid() {
		equals = " = "
	}
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		d.add(name, "type "+name+" struct", nil, true)
		for _, f := range typ.Fields.List {
			if len(f.Names) == 0 {
				d.add(name+"."+text(d, f.Type), "field "+name+" embeds ", f.Type, false, own...)
			}
			for _, id := range f.Names {
				if id.IsExported() {
					d.add(name+"."+id.Name, "field "+name+"."+id.Name+" ", f.Type, false, own...)
				}
			}
		}
	case *ast.InterfaceType:
		d.add(name, "type "+name+" interface", nil, true)
		for _, f := range typ.Methods.List {
			if len(f.Names) == 0 {
				d.add(name+"."+text(d, f.Type), "in "+name+" all of ", f.Type, false, own...)
			}
			for _, id := range f.Names {
				if id.IsExported() {
					d.add(name+"."+id.Name, "in "+name+" "+id.Name, f.Type, false, own...)
				}
			}
		}
	default:
		d.add(name, "type "+name+equals, spec.Type, true, own...)
	}
}

func text(d *declarer, e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, d.fset, e); err != nil {
		d.t.Fatal(err)
	}
	return b.String()
}

// names returns the names of the fields of a list, such as of type parameters.
func names(list *ast.FieldList) (all []string) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			all = append(all, id.Name)
		}
	}
	return all
}

// receiver returns the type that a method belongs to, and how it calls its parameters.
func receiver(e ast.Expr) (base string, params []string) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		base, _ = receiver(e.X)
		return base, []string{e.Index.(*ast.Ident).Name}
	case *ast.IndexListExpr:
		base, _ = receiver(e.X)
		for _, x := range e.Indices {
			params = append(params, x.(*ast.Ident).Name)
		}
		return base, params
	case *ast.Ident:
		return e.Name, nil
	}
	return "", nil
}

// api returns the tier for games: all of its packages, and what these show of others.
func api(t *testing.T) (all []promise) {
	t.Helper()
	others := map[string][]promise{}
	for _, pkg := range slices.Concat(shown, engine) {
		others[pkg] = promises(t, pkg)
	}
	var next []ref
	take := func(p promise) {
		all = append(all, p)
		next = append(next, p.refs...)
	}
	for _, pkg := range forGames {
		for _, p := range promises(t, pkg) {
			take(p)
		}
	}
	seen := map[ref]bool{}
	for len(next) > 0 {
		r := next[0]
		next = next[1:]
		if seen[r] || others[r.pkg] == nil {
			continue
		}
		seen[r] = true
		for _, p := range others[r.pkg] {
			constant := strings.HasPrefix(p.text, p.pkg+": const ")
			if p.name == r.name || strings.HasPrefix(p.name, r.name+".") || constant && slices.Contains(p.refs, r) {
				take(p)
			}
		}
	}
	return all
}

func count(all []promise) (n int) {
	for _, p := range all {
		if p.counts {
			n++
		}
	}
	return n
}

// TestWhatIsPromisedIsCounted bounds the public names of either tier.
func TestWhatIsPromisedIsCounted(t *testing.T) {
	if n := count(api(t)); n > mostForGames {
		t.Errorf("%d types, functions and methods for games, wanted %d at most", n, mostForGames)
	}
	total := 0
	for _, pkg := range slices.Concat(forGames, shown, engine) {
		n := count(promises(t, pkg))
		t.Logf("%-16s %d", pkg, n)
		total += n
	}
	if total > mostInAll {
		t.Errorf("%d types, functions and methods in all, wanted %d at most", total, mostInAll)
	}
}

// TestWhatIsPromisedCanBeUsed finds exported names with a type that no program can name, and
// variables that any program can change under the feet of others.
func TestWhatIsPromisedCanBeUsed(t *testing.T) {
	for _, pkg := range slices.Concat(forGames, shown, engine) {
		for _, p := range promises(t, pkg) {
			_, excused := excuses[pkg+"."+p.name]
			if delete(excuses, pkg+"."+p.name); p.wrong != "" && !excused {
				t.Errorf("%s: %s", p.text, p.wrong)
			} else if p.wrong == "" && excused {
				t.Errorf("%s needs no excuse any more", p.text)
			}
		}
	}
	for name := range excuses {
		t.Errorf("%s is excused, and is not there", name)
	}
}

// TestTheTierForGamesIsListed compares docs/api.txt with the tier for games, and wants its number
// under Unreleased in CHANGELOG.md: who changes the tier comes to that place, and writes a line.
func TestTheTierForGamesIsListed(t *testing.T) {
	var lines []string
	for _, p := range api(t) {
		lines = append(lines, p.text)
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	want := strings.Join(lines, "\n") + "\n"
	if *updateAPI {
		if err := os.WriteFile("docs/api.txt", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("docs/api.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		have := strings.Split(strings.TrimSpace(string(got)), "\n")
		t.Errorf("docs/api.txt is not the tier for games; go test . -run TierForGames -api writes it:\n%s", strings.Join(differing(have, lines), "\n"))
	}
	if mark := fmt.Sprintf("<!-- api %08x -->", crc32.ChecksumIEEE([]byte(want))); !strings.Contains(unreleased(t), mark) {
		t.Errorf("the tier for games has changed: wanted a line that tells of it under Unreleased in CHANGELOG.md, and there %s in place of the one before", mark)
	}
}

// differing lists lines that only one of two sorted lists has: "- " before those of the first.
func differing(a, b []string) (all []string) {
	for _, line := range a {
		if _, ok := slices.BinarySearch(b, line); !ok {
			all = append(all, "- "+line)
		}
	}
	for _, line := range b {
		if _, ok := slices.BinarySearch(a, line); !ok {
			all = append(all, "+ "+line)
		}
	}
	return all
}

// unreleased returns the part of the changelog that the next release will have.
func unreleased(t *testing.T) string {
	t.Helper()
	log, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(log), "## Unreleased\n")
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}
