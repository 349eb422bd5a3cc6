package dst

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// over is in the error of a script that goes on and on.
const over = "the script was stopped"

// plainLimits let the plain rules run: they keep what they tell.
var plainLimits = machine.Limits{Memory: 1 << 30, Text: 1 << 24}

// plainRules is testdata/plain.lua.
var plainRules = sync.OnceValue(func() *machine.Chunk {
	const file = "testdata/plain.lua"
	src, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	chunk, err := machine.Compile(syntax.Pos{File: file}, string(src), plainLimits)
	if err != nil {
		panic(err)
	}
	return chunk
})

// plainly runs a case by testdata/plain.lua, which says the rules a second
// time. The message is that of the error that ended the run.
func plainly(t testing.TB, line []byte) (ticks []map[string]any, message string) {
	t.Helper()
	var c map[string]any
	if err := json.Unmarshal(line, &c); err != nil {
		t.Fatal(err)
	}
	s := machine.NewState(machine.Options{Limits: plainLimits})
	budget := machine.Budget{Steps: 3_000_000}
	if _, err := s.Run(budget, s.Function(plainRules())); err != nil {
		t.Fatal(err)
	}
	s.AddToLibrary("math", "random", s.Global("random"))
	of, err := machine.Compile(syntax.Pos{File: "case.lua"}, c["source"].(string), plainLimits, "inst")
	if err != nil {
		t.Fatal(err)
	}
	told, fault := s.Run(budget, s.Global("run").Function(), fromPlain(s, c), s.Function(of).V())
	if fault != nil {
		return nil, fault.Error()
	}
	for _, v := range toPlain(told).([]any) {
		tick := v.(map[string]any)
		if _, ok := tick["visits"].([]any); !ok {
			tick["visits"] = []any{}
		}
		if tick["sleep"] == false {
			tick["sleep"] = nil
		}
		if m, ok := tick["message"].(string); ok {
			message = m
			delete(tick, "message")
		}
		ticks = append(ticks, tick)
	}
	return ticks, message
}

func fromPlain(s *machine.State, v any) machine.Value {
	switch v := v.(type) {
	case nil:
		return machine.Bool(false) // a hole would end the list
	case bool:
		return machine.Bool(v)
	case float64:
		return machine.Number(v)
	case string:
		return machine.String(v)
	case []any:
		t := s.NewTable()
		for i, e := range v {
			s.SetAt(t, i+1, fromPlain(s, e))
		}
		return t.V()
	case map[string]any:
		t := s.NewTable()
		for _, k := range script.SortedKeys(v) {
			s.SetField(t, k, fromPlain(s, v[k]))
		}
		return t.V()
	}
	panic(v)
}

func toPlain(v machine.Value) any {
	switch v.Kind() {
	case machine.KindBool:
		return v.Truth()
	case machine.KindNumber:
		f, _ := v.Number()
		return f
	case machine.KindText:
		return machine.Show(v)
	case machine.KindTable:
		t := v.Table()
		if t.Len() > 0 || t.Field("status").IsNil() {
			list := make([]any, t.Len())
			for i := range list {
				list[i] = toPlain(t.At(i + 1))
			}
			return list
		}
		m := map[string]any{}
		for k, e := range t.Pairs {
			m[machine.Show(k)] = toPlain(e)
		}
		return m
	}
	return nil
}

// againstPlain runs a case both ways and tells how they differ, and what error
// ended them.
func againstPlain(t testing.TB, line []byte) (difference, message string) {
	t.Helper()
	want, message := plainly(t, line)
	c, err := dryrun.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	r := Trace(c)
	b, err := json.Marshal(r.Ticks)
	if err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if r.Error != "" && strings.Contains(message, over) { // both run away
		return "", message
	}
	diff := firstDifference(want, got)
	if diff == "" && (message == "") == (r.Error == "") {
		return "", message
	}
	return fmt.Sprintf("(-plain +native)\n%s\nplain: %s\nnative: %s\n%s\n%s", diff, message, r.Error,
		c.Source[max(0, strings.LastIndex(c.Source, "local root")):], line[:bytes.Index(line, []byte(`"source"`))]), message
}

// firstDifference is where two runs part.
func firstDifference(want, got []map[string]any) string {
	for i := range min(len(want), len(got)) {
		if diff := cmp.Diff(want[i], got[i]); diff != "" {
			return fmt.Sprintf("tick %d:\n%s", i, diff)
		}
	}
	if len(want) != len(got) {
		return fmt.Sprintf("%d and %d ticks", len(want), len(got))
	}
	return ""
}

// Cases that were recorded from the original hold the plain rules to it, and our
// own cases are held to them.
func TestPlainRulesAreTheOriginals(t *testing.T) {
	const recorded = "../../../../shared/conformance/dst/"
	for _, file := range []string{recorded + "named.jsonl", recorded + "random.jsonl", "testdata/cases.jsonl"} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Logf("no recorded cases beside the module: %v", err)
			continue
		}
		for line := range strings.Lines(string(src)) {
			var c struct {
				Name   string
				Expect []map[string]any
			}
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			if c.Name == "dst-host-node" { // the original has no such node
				continue
			}
			got, message := plainly(t, []byte(line))
			if diff := cmp.Diff(c.Expect, got); diff != "" {
				t.Errorf("%s: (-case +plain)\n%s%s", c.Name, diff, message)
			}
		}
	}
}
