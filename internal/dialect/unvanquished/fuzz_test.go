package unvanquished

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// FuzzLoad: a behaviour is refused with places, or it runs; and what can be laid
// out is the same tree then.
func FuzzLoad(f *testing.F) {
	for _, path := range []string{"testdata/errors.txtar", "testdata/lints.txtar"} {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if !strings.HasSuffix(file.Name, ".want") {
				f.Add(file.Data)
			}
		}
	}
	for _, src := range []string{patrol, full, crooked} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		main, lib := library1(src)
		placed(t, lib.errs.Errors)
		placed(t, lib.errs.Notices)
		facttest.Inside(t, "main.bt", src, append(lib.errs.Errors, lib.errs.Notices...))
		if (main == nil) != (len(lib.errs.Errors) > 0) {
			t.Fatalf("a file %v with errors %v", main != nil, lib.errs.Err())
		}
		laidOut := holdFormat(t, src)
		if main == nil {
			return
		}
		printed := main.Print()
		if laidOut != nil {
			if same, lib := library1(laidOut); same == nil || same.Print() != printed {
				t.Fatalf("laid out it is another tree: %v", lib.errs.Err())
			}
		}
		lint(lib, main)
		p := compile(main, lib)
		if p == nil {
			return // too large
		}
		rows, each := newBot(p), newBot(p)
		for tick := range int64(5) {
			rows.step()
			each.pool.TickEach(&each.exec, each.pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		}
		if rows.pool.Status(rows.row) != each.pool.Status(each.row) || rows.pool.Hash(rows.row) != each.pool.Hash(each.row) {
			t.Fatal("a tick by columns is another than one bot's")
		}
	})
}

// library1 reads a file that can mention itself and one other.
func library1(src []byte) (*File, *library) {
	reg := asking()
	for name := 'A'; name <= 'C'; name++ {
		_ = reg.AddAction(host.Action{Name: string(name), Local: true, Params: []host.Param{optional(anyParam(""), "p")}, Tick: func(c *host.Call) host.Status {
			return host.Status(3 * c.Random())
		}})
	}
	c := dryrun.Case{Name: "main.bt", Source: string(src), Files: map[string]string{"x.bt": "sequence { action A action B }"}}
	lib := newLibrary(reg, caseSource{&c}, &syntax.List{})
	return lib.root(mainName, c.Name, src), lib
}

func placed(t *testing.T, list syntax.ErrorList) {
	for _, e := range list {
		if e.Pos.File == "" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
			t.Fatalf("no place or text: %#v", e)
		}
		for _, n := range e.Notes {
			if n.Pos.File == "" || n.Pos.Line < 1 || n.Pos.Col < 1 {
				t.Fatalf("no place: %#v of %v", n, e)
			}
		}
	}
}

// What is made to cost much is refused, in a moment.
func TestLimits(t *testing.T) {
	chain := func(n int, body string) string { // macros of which each is the next twice
		var b strings.Builder
		b.WriteString("#define m0 " + body + "\n")
		for i := 1; i <= n; i++ {
			p, q := string(rune('a'+i/26)), string(rune('a'+i%26))
			prev := "m0"
			if i > 1 {
				prev = "m" + string(rune('a'+(i-1)/26)) + string(rune('a'+(i-1)%26))
			}
			b.WriteString("#define m" + p + q + " " + prev + " " + prev + "\n")
		}
		return b.String() + "sequence { m" + string(rune('a'+n/26)) + string(rune('a'+n%26)) + " }"
	}
	twice := fstest.MapFS{}
	for i := range 40 {
		next := "x" + strings.Repeat("i", i+1)
		src := "sequence { behavior " + next + " behavior " + next + " }"
		if i == 39 {
			src = "action jump()"
		}
		twice["bots/x"+strings.Repeat("i", i)+".bt"] = &fstest.MapFile{Data: []byte(src)}
	}
	flood := fstest.MapFS{"bots/f.inc": {Data: []byte(strings.Repeat("#include \"bots/g.inc\"\n", 2000))}, "bots/g.inc": {}}
	blank := fstest.MapFS{"bots/blank.inc": {Data: bytes.Repeat([]byte(" "), 1<<20)}}
	names := &fstest.MapFile{Data: []byte("sequence { " + strings.Repeat("a ", 200_000) + "}")}
	many := fstest.MapFS{"bots/much.bt": names, "bots/more.bt": names, "bots/most.bt": names}
	deep := strings.Repeat("sequence { ", 300) + strings.Repeat("} ", 300)
	for name, c := range map[string]struct {
		src   string
		files fstest.MapFS
		want  string
	}{
		"macro bomb":         {chain(40, "action jump"), nil, "more than 300000 tokens"},
		"macros in a circle": {"#define a b\n#define b a\nsequence { a }", nil, "within more than 100 others"},
		"depth":              {deep, nil, "deeper than 200 nodes"},
		"depth of not":       {"condition " + strings.Repeat("!", 300) + "1 { action jump }", nil, "deeper than 200 operands"},
		"depth of groups":    {"condition " + strings.Repeat("( ", 300) + "1 { action jump }", nil, "deeper than 200 operands"},
		"operands in a row":  {"condition 1" + strings.Repeat(" && 1", 300) + " { action jump }", nil, "deeper than 200 operands"},
		"depth of #if":       {strings.Repeat("#if 1\n", 300), nil, "deeper than 200"},
		"value of #if":       {"#if " + strings.Repeat("(", 300) + "1\n#endif", nil, "deeper than 200"},
		"text":               {strings.Repeat("#include \"bots/blank.inc\"\n", 20), blank, "more than 16 MB"},
		"tokens of many":     {"sequence { behavior much behavior more behavior most }", many, "more than 300000 tokens"},
		"faults and errors":  {"sequence {\n" + strings.Repeat("@\naction nosuch\n", 20_000), nil, "starts no token"},
		"string of a macro":  {"#define text( a ) #a\naction say( text( " + strings.Repeat("a ", 2000) + ") )", nil, "# makes a string of more than 1021 bytes"},
		"open parentheses":   {"sequence { " + strings.Repeat("action jump( ", 20_000) + "}", nil, "20000 children"},
		"includes":           {"#include \"bots/f.inc\"", flood, "more than 1000 files included"},
		"unfolded":           {"behavior x", twice, "more than 1000000 nodes"},
		"size":               {strings.Repeat(" ", maxBytes.In(limit.Values{})+1), nil, "more than 4 MB"},
		"name":               {"action " + strings.Repeat("a", 2000) + "()", nil, "a name of 2000 bytes"},
		"string":             {`action say( "` + strings.Repeat("a", 2000) + `" )`, nil, "a string of 2000 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.files == nil {
				c.files = fstest.MapFS{}
			}
			var l syntax.List
			p := Load("bots/main.bt", []byte(c.src), asking(), sourcefile.Embedded(c.files, "."), &l)
			if err := l.Err(); p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %.300v\nwanted ...%s...", err, c.want)
			}
		})
	}
}

// Trees that fit the limits load.
func TestWithinLimits(t *testing.T) {
	for name, src := range map[string]string{
		"depth":             strings.Repeat("sequence { ", 200) + strings.Repeat("} ", 200),
		"operands in a row": "condition 1" + strings.Repeat(" && 1", 200) + " { action jump }",
		"many nodes":        "sequence {" + strings.Repeat("sequence { "+strings.Repeat("sequence { } ", 20)+"} ", 20) + "}",
	} {
		var l syntax.List
		p := Load("bots/main.bt", []byte(src), asking(), sourcefile.Embedded(fstest.MapFS{}, "."), &l)
		if p == nil {
			t.Errorf("%s: %v", name, l.Err())
		}
	}
	for name, src := range map[string][]byte{"8 MB": bytes.Repeat([]byte("x "), maxBytes.In(limit.Values{})), "10,000 braces": bytes.Repeat([]byte("{"), 10_000)} {
		if _, err := Format("f.bt", src, limit.Values{}); err == nil {
			t.Errorf("a file of %s is laid out", name)
		}
	}
}
