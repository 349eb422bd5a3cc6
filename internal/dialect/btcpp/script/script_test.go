package script_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
)

// plain is a blackboard without bindings.
type plain struct {
	enums   board.Enums
	names   []string
	entries map[string]*board.Entry
}

func (p *plain) entry(name int) *board.Entry {
	return p.entries[strings.TrimPrefix(p.names[name], "@")]
}

func (p *plain) Value(name int) (v board.Value, ok bool) {
	en := p.entry(name)
	if en == nil {
		return v, false
	}
	return en.Value, true
}

func (p *plain) Make(name int) bool {
	p.entries[strings.TrimPrefix(p.names[name], "@")] = &board.Entry{}
	return true
}

func (p *plain) Assign(name int, v board.Value) (board.Value, error) {
	en := p.entry(name)
	err := en.Assign(p.enums, v)
	return en.Value, err
}

func (p *plain) Text(b []byte) string { return string(b) }

// show writes a value as the cases of BehaviorTree.CPP do.
func show(v board.Value) string {
	switch {
	case v.IsEmpty():
		return "-"
	case v.IsWhole():
		return "i:" + strconv.FormatInt(v.Whole(), 10)
	case v.IsReal() && v.Real() != v.Real():
		return "d:nan"
	case v.IsReal():
		return "d:" + strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(v.Real(), 'g', 17, 64), "+"))
	}
	return "s:" + v.Text()
}

func same(got, want string) bool {
	a, real1 := strings.CutPrefix(got, "d:")
	b, real2 := strings.CutPrefix(want, "d:")
	if !real1 || !real2 {
		return got == want
	}
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && (x == y || x != x && y != y)
}

// host returns an entry as a program makes it.
func host(v any) *board.Entry {
	en := &board.Entry{Sequence: 1}
	switch v := v.(type) {
	case bool:
		en.Declared = board.Bool
		en.Value = board.WholeOf(board.Bool, map[bool]int64{true: 1}[v])
	case string:
		en.Value = board.TextOf(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			en.Declared, en.Value = board.Int, board.WholeOf(board.Int, n)
			break
		}
		f, _ := v.Float64()
		en.Declared, en.Value = board.Double, board.RealOf(f)
	}
	return en
}

// TestCases runs the scripts of testdata, and those recorded from the original where these are there.
func TestCases(t *testing.T) {
	files := []string{"testdata/scripts.jsonl", "testdata/refused.jsonl"}
	recorded, _ := filepath.Glob("../../../../../shared/btcpp/script*.jsonl")
	for _, name := range append(files, recorded...) {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c scriptCase
			d := json.NewDecoder(strings.NewReader(lines.Text()))
			d.UseNumber()
			if err := d.Decode(&c); err != nil {
				t.Fatal(name, err)
			}
			t.Run(c.Name, c.run)
		}
		if lines.Err() != nil {
			t.Fatal(lines.Err())
		}
	}
}

type scriptCase struct {
	Name, Script string
	Stage        string
	Init         map[string]any
	Enums        board.Enums
	Expect       []struct {
		Status string
		Board  map[string]string
	}
}

func (c *scriptCase) run(t *testing.T) {
	if c.Script == "" {
		t.Skip("an attribute without a script is none")
	}
	s, fault := script.Parse(c.Script, c.Enums)
	if c.Stage == "load" {
		if fault == nil {
			t.Errorf("%s is read", c.Script)
		}
		return
	}
	if fault != nil {
		t.Fatalf("%s: %d: %v", c.Script, fault.Off, fault)
	}
	b := &plain{c.Enums, s.Names(), map[string]*board.Entry{}}
	for name, v := range c.Init {
		b.entries[name] = host(v)
	}
	source := c.Script
	if _, assigns := c.Expect[0].Board["result"]; assigns { // of "result := (script)"
		s, fault = script.Parse("result := ("+source+")", c.Enums)
		if fault != nil {
			t.Fatal(source, fault)
		}
		b.names = s.Names()
	}
	r := script.Runner{Enums: c.Enums}
	for tick, want := range c.Expect {
		_, fault := r.Run(s, b)
		if (fault != nil) != (want.Status == "error") {
			t.Fatalf("%s: %v, wanted %s", source, fault, want.Status)
		}
		for name, value := range want.Board {
			en := b.entries[name]
			if en == nil {
				t.Errorf("%s: tick %d: there is no %s, wanted %s", source, tick, name, value)
			} else if got := show(en.Value); !same(got, value) {
				t.Errorf("%s: tick %d: %s is %s, wanted %s", source, tick, name, got, value)
			}
		}
	}
}

// TestErrorsHaveTheirPlace: an error says what was found and wanted, and where in the script.
func TestErrorsHaveTheirPlace(t *testing.T) {
	for source, want := range map[string]string{
		"a := 1 +":                             `8: found the end, wanted a number, a text, a name or (`,
		"a := (1":                              `7: found the end, wanted ")"`,
		"'abc":                                 `0: found a text that is not closed, wanted ' at its end`,
		"x == 7up":                             `5: found "7u", wanted a number`,
		"a % 2":                                `2: found '%', wanted a number, a text, a name or an operator`,
		strings.Repeat("(", 300):               `100: expressions nested deeper than 100`,
		strings.Repeat("a = ", 200) + "1":      `400: expressions nested deeper than 100`,
		strings.Repeat("a ? 1 : ", 200) + "1":  `796: expressions nested deeper than 100`,
		strings.Repeat("- ", 200) + "1":        `200: expressions nested deeper than 100`,
		"a := " + strings.Repeat(" ", 1<<16+1): `0: a script has 65536 bytes at most`,
	} {
		_, err := script.Parse(source, nil)
		if err == nil {
			t.Errorf("%.40s is read", source)
		} else if got := fmt.Sprintf("%d: %v", err.Off, err); got != want {
			t.Errorf("%.40s: %s, wanted %s", source, got, want)
		}
	}
	for source, want := range map[string]string{
		"a := 1; b = a":             `8: there is no entry "b"; := makes one`,
		"a := 'x' - 1":              `9: found the text "x", wanted a number`,
		"a := 1; a = 'x'":           `10: entry "a": found the text "x", wanted a number, which the entry holds`,
		"2 && 1":                    `2: found 2, wanted a truth value`,
		"1 + 1 := 2":                `6: what stands on the left is assigned to, and is no name`,
		"a := 9007199254740993 + 1": `22: a whole number beyond 2^53 is no real number`,
	} {
		s, err := script.Parse(source, nil)
		if err != nil {
			t.Fatal(source, err)
		}
		_, err = (&script.Runner{}).Run(s, &plain{nil, s.Names(), map[string]*board.Entry{}})
		if err == nil {
			t.Errorf("%s runs", source)
		} else if got := fmt.Sprintf("%d: %v", err.Off, err); got != want {
			t.Errorf("%s: %s, wanted %s", source, got, want)
		}
	}
}

// TestHolds: negative numbers and whole numbers but 0 and 1 are no truth values.
func TestHolds(t *testing.T) {
	for source, want := range map[string]string{"1": "true", "0": "false", "0.5": "true", "0 / 0": "true", "1; 0": "false", "2": "error", "-1": "error", "'1'": "error"} {
		s, err := script.Parse(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		holds, err := (&script.Runner{}).Holds(s, &plain{})
		got := strconv.FormatBool(holds)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", source, got, want)
		}
	}
}

// TestNumbersTakeNoMemory: scripts without texts allocate nothing when they run.
func TestNumbersTakeNoMemory(t *testing.T) {
	s, fault := script.Parse("n += 1; far = n * 2.5 > 10 && RED != 2 ? 1 : 0; text == 'abc'", board.Enums{"RED": 1})
	if fault != nil {
		t.Fatal(fault)
	}
	b := &plain{nil, s.Names(), map[string]*board.Entry{"n": host(json.Number("0")), "far": host(true), "text": host("abc")}}
	r := script.Runner{}
	if n := testing.AllocsPerRun(100, func() {
		if v, err := r.Run(s, b); err != nil || v.Real() != 1 {
			t.Fatal(v, err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if n := b.entries["n"].Whole(); n != 101 || b.entries["far"].Whole() != 1 {
		t.Errorf("n is %d", n)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a := 1 + 2 * b; c", "x < 2 <= y ? 'a' .. 1 : @g", "0x1f & ~3 ^ 1e-3", "'", "1..2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := script.Parse(source, nil)
		if err != nil {
			if err.Off < 0 || err.Off > len(source) {
				t.Fatalf("offset %d of %d", err.Off, len(source))
			}
			return
		}
		_, _ = (&script.Runner{}).Run(s, &plain{nil, s.Names(), map[string]*board.Entry{}})
	})
}
