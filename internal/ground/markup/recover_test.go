package markup_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestAllFaultsOfSyntaxAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, src, want string }{
		{"kinds", "a.xml", "<a>\n<b x=1/>\n<c>\n</d>\n<e>1 & 2</e>\n</a>", `
a.xml:2:6: found "1", wanted the value of the attribute "x" in quotes
a.xml:4:1: found </d>, wanted </c>
	a.xml:3:1: opened here
a.xml:5:6: found "&" alone; write & as &amp;`},
		{"unclosed", "a.xml", "<a>\n<b>\n<c/>\n</a>", "\na.xml:4:1: found </a>, wanted </b>\n\ta.xml:2:1: opened here"},
		{"crossed", "a.xml", "<a>\n<b><c>\n</b></c>\n<d/></a>", "\na.xml:3:1: found </b>, wanted </c>\n\ta.xml:2:4: opened here"},
		{"no first tag", "a.xml", "<a>\n<b/>\n</c>\n<b/>\n</a>", "\na.xml:3:1: found </c>, wanted </a>\n\ta.xml:1:1: opened here"},
		{"open quote", "a.xml", "<a>\n<b x=\"1/>\n<c>\n</c>\n<d x=\"1>\n<e/>\n</d>\n</a>", `
a.xml:3:1: found "<" in the value of the attribute "x"; write < as &lt;
	a.xml:2:6: the value begins here
a.xml:6:1: found "<" in the value of the attribute "x"; write < as &lt;
	a.xml:5:6: the value begins here`},
		{"commas", "a.json", "{\"a\": [1 2,],\n \"b\": {\"c\": 1,}\n \"d\": }", `
a.json:1:10: found "2", wanted "," or "]"
a.json:1:12: found "]", wanted a value
a.json:2:15: found "}", wanted a key in double quotes
a.json:3:2: found a double quote, wanted "," or "}"
a.json:3:7: found "}", wanted a value`},
		{"kinds", "a.yaml", "a: [1, 2\nb: 1\nc: \"x\nd:\n  - e: 1\n   f: 2\n  - e: 3\n", `
a.yaml:2:2: found ":", wanted "," or "]"
	a.yaml:1:4: opened here
a.yaml:3:4: string that does not end, wanted a closing quote
a.yaml:6:4: found "f", wanted an item of the list; see that the indentation is right`},
		{"a quote that ends elsewhere", "a.yaml", "a: \"x\nb: 1\nc: \"y\"\nd: 1\n", "\na.yaml:3:5: found \"y\", wanted a key; see that the indentation and quotes are right"},
		{"an anchor that was taken out", "a.yaml", "a: &x {b: 1\nc: *x\nd: *y\n", `
a.yaml:2:5: found "x", wanted "," or "}"
	a.yaml:1:7: opened here
a.yaml:3:4: unknown anchor *y, wanted one that stands before it`},
	} {
		t.Run(c.name+" "+c.file, func(t *testing.T) {
			err := parseAny(c.file, []byte(c.src))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), err.Error()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func parseAny(file string, src []byte) error {
	switch filepath.Ext(file) {
	case ".yaml":
		_, err := markup.ParseYAML(file, src, markup.Limits{})
		return err
	case ".json":
		_, err := markup.ParseJSON(file, src, markup.Limits{})
		return err
	}
	_, err := markup.ParseXML(file, src, markup.Limits{})
	return err
}

// A loader that goes on tells its own faults, and none that come of what could not be read.
func TestDoneLeavesOutWhatFollowsFromGaps(t *testing.T) {
	t.Parallel()
	var l syntax.List
	doc, done := markup.Document("a.yaml", []byte("bots:\n  - id: \"a\n    speed: fast\n  - speed: slow\n    min: 1\n  - id: b\n    speed: fast\n"), markup.Limits{}, &l)
	for _, n := range doc.Get("bots").Items {
		o := n.Object(&l, "a bot")
		o.RequiredStr("id")
		o.Number("speed", 1)
		o.Done()
	}
	done()
	want := `a.yaml:2:9: string that does not end, wanted a closing quote
a.yaml:3:12: speed: wanted a number, found "fast"
a.yaml:4:5: a bot has no key "id", wanted a string
a.yaml:4:12: speed: wanted a number, found "slow"
a.yaml:5:5: unknown key "min" in a bot; wanted id or speed
a.yaml:7:12: speed: wanted a number, found "fast"`
	if diff := cmp.Diff(want, l.Err().Error()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	for file, src := range map[string]string{
		"a.xml":  "<a>" + strings.Repeat("<b x=1/>\n", 100_000) + "</a>",
		"b.xml":  "<a>" + strings.Repeat("</b>\n", 100_000) + "</a>",
		"a.json": "[" + strings.Repeat("1 ", 100_000) + "]",
		"a.yaml": strings.Repeat("a: b: c\n", 30_000),
	} {
		err := parseAny(file, []byte(src))
		var list syntax.ErrorList
		if !errors.As(err, &list) || len(list) > 22 {
			t.Fatalf("%s: %d errors", file, len(list))
		}
		if last := list[len(list)-1]; filepath.Ext(file) == ".xml" && !strings.Contains(last.Msg, "more than 20 faults") {
			t.Errorf("%s: %v", file, last)
		}
	}
}

// A slip in a file is told once, or nearly.
func TestOneSlipIsFewErrors(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it parses hundreds of files")
	}
	const slips, most = 200, 4
	for _, kind := range []string{"*.xml", "*.yaml"} {
		counts := map[int]int{}
		slip(t, kind, slips, func(file string, src []byte) {
			err := parseAny(file, src)
			var list syntax.ErrorList
			errors.As(err, &list)
			if counts[len(list)]++; len(list) > most {
				t.Errorf("%d errors of one slip: %v\n%s", len(list), err, src)
			}
		})
		t.Log(kind, counts)
	}
}

// slip damages shipped files: characters are left out, put in or doubled.
func slip(t *testing.T, kind string, n int, use func(file string, src []byte)) {
	t.Helper()
	files, err := filepath.Glob("../../scenes/shipped/" + kind)
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob("../../scenes/shipped/trees/" + kind)
	files = append(files, more...)
	slices.Sort(files)
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		file := files[r.IntN(len(files))]
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := r.IntN(len(src))
		var damaged []byte
		switch r.IntN(3) {
		case 0:
			damaged = slices.Concat(src[:at], src[min(at+1+r.IntN(6), len(src)):])
		case 1:
			damaged = slices.Concat(src[:at], []byte{`"'<>/[]{}:-& `[r.IntN(13)]}, src[at:])
		default:
			end := at + strings.IndexByte(string(src[at:])+"\n", '\n')
			damaged = slices.Concat(src[:at], src[min(end, len(src)):])
		}
		use(filepath.Base(file), damaged)
	}
}
