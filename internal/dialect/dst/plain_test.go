package dst

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// patience ends a script after so many instructions.
type patience struct {
	context.Context
	left int
}

var (
	over    = make(chan struct{})
	errOver = errors.New("it goes on and on")
)

func init() { close(over) }

func (p *patience) Done() <-chan struct{} {
	if p.left--; p.left < 0 {
		return over
	}
	return nil
}

func (p *patience) Err() error {
	if p.left < 0 {
		return errOver
	}
	return nil
}

// plainRules is testdata/plain.lua.
var plainRules = sync.OnceValue(func() *glua.FunctionProto {
	const file = "testdata/plain.lua"
	src, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	chunk, err := parse.Parse(bytes.NewReader(src), file)
	if err != nil {
		panic(err)
	}
	proto, err := glua.Compile(chunk, file)
	if err != nil {
		panic(err)
	}
	return proto
})

// plainly runs a case by testdata/plain.lua, which says the rules a second
// time. The message is that of the error that ended the run.
func plainly(t testing.TB, line []byte) (ticks []map[string]any, message string) {
	t.Helper()
	var c map[string]any
	if err := json.Unmarshal(line, &c); err != nil {
		t.Fatal(err)
	}
	L := glua.NewState()
	defer L.Close()
	L.SetContext(&patience{Context: context.Background(), left: 3_000_000})
	L.Push(L.NewFunctionFromProto(plainRules()))
	L.Call(0, 0)
	source, err := L.LoadString("local inst = ... " + c["source"].(string))
	if err != nil {
		t.Fatal(err)
	}
	L.Push(L.GetGlobal("run"))
	L.Push(fromPlain(L, c))
	L.Push(source)
	if err := L.PCall(2, 1, nil); err != nil {
		return nil, err.Error()
	}
	for _, v := range toPlain(L.Get(-1)).([]any) {
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

func fromPlain(L *glua.LState, v any) glua.LValue {
	switch v := v.(type) {
	case nil:
		return glua.LFalse // a hole would end the list
	case bool:
		return glua.LBool(v)
	case float64:
		return glua.LNumber(v)
	case string:
		return glua.LString(v)
	case []any:
		t := L.NewTable()
		for i, e := range v {
			t.RawSetInt(i+1, fromPlain(L, e))
		}
		return t
	case map[string]any:
		t := L.NewTable()
		for k, e := range v {
			t.RawSetString(k, fromPlain(L, e))
		}
		return t
	}
	panic(v)
}

func toPlain(v glua.LValue) any {
	switch v := v.(type) {
	case glua.LBool:
		return bool(v)
	case glua.LNumber:
		return float64(v)
	case glua.LString:
		return string(v)
	case *glua.LTable:
		if v.MaxN() > 0 || v.RawGetString("status") == glua.LNil {
			list := make([]any, v.MaxN())
			for i := range list {
				list[i] = toPlain(v.RawGetInt(i + 1))
			}
			return list
		}
		m := map[string]any{}
		v.ForEach(func(k, e glua.LValue) { m[k.String()] = toPlain(e) })
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
	if r.Error != "" && strings.Contains(message, errOver.Error()) { // both run away
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
