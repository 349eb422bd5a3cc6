package live_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func sameValue(a, b host.Value) bool { return a == b }

// lines are a script with every command in every form, and what it reads as.
var lines = []struct {
	text string
	want session.Command
}{
	{`{"do":"add","class":"c"}`, &session.Add{Class: "c", Count: 1}},
	{`{"do":"add","class":"c","count":10,"at":"base"}`, &session.Add{Class: "c", Count: 10, At: &session.Spot{Place: "base"}}},
	{`{"do":"add","class":"c","at":[1,2.5]}`, &session.Add{Class: "c", Count: 1, At: session.Point(1, 2.5)}},
	{`{"do":"remove","class":"c","count":2}`, &session.Remove{Class: "c", Count: 2}},
	{`{"do":"remove","class":"c"}`, &session.Remove{Class: "c", Count: 1}},
	{`{"do":"remove","bot":7}`, &session.Remove{Bot: &session.Who{ID: 7}}},
	{`{"do":"remove","bot":"C 7"}`, &session.Remove{Bot: &session.Who{Name: "C 7"}}},
	{`{"do":"place","id":7,"at":[0,0],"heading":[-1,0]}`, &session.Place{Who: session.Who{ID: 7}, At: session.Point(0, 0), Heading: &components.Heading{X: -1}}},
	{`{"do":"place","id":"Ann"}`, &session.Place{Who: session.Who{Name: "Ann"}}},
	{`{"do":"event","name":"e","all":true}`, &session.Event{Name: "e", All: true}},
	{`{"do":"event","name":"e","class":"c","data":3}`, &session.Event{Name: "e", Class: "c", Data: host.NumberValue(3)}},
	{`{"do":"event","name":"e","bot":1,"data":{"a":[1]}}`, &session.Event{Name: "e", Bot: &session.Who{ID: 1}, Data: host.OpaqueValue(`{"a":[1]}`)}},
	{`{"do":"tree","class":"c","file":"x.yaml"}`, &session.Switch{Class: "c", File: "x.yaml"}},
	{`{"do":"tree","bot":1,"behavior":"hunt"}`, &session.Switch{Bot: &session.Who{ID: 1}, Behavior: "hunt"}},
	{`{"do":"tree","class":"c","file":"x.bt","source":"behavior y","with":{"y.bt":"action wander()","z.bt":"2"}}`, &session.Switch{
		Class: "c", File: "x.bt", Source: "behavior y", With: []session.Text{{File: "y.bt", Source: "action wander()"}, {File: "z.bt", Source: "2"}},
	}},
	{`{"do":"tree","class":"c","file":"x.bt","source":"selector {\n}"}`, &session.Switch{Class: "c", File: "x.bt", Source: "selector {\n}"}},
	{`{"do":"control","class":"c","name":"jump","data":"flee"}`, &session.Control{Class: "c", Name: "jump", Data: host.StringValue("flee")}},
	{`{"do":"control","bot":1,"name":"reset"}`, &session.Control{Bot: &session.Who{ID: 1}, Name: "reset"}},
	{`{"do":"announce","name":"dusk","source":"sun","data":2}`, &session.Announce{Announcement: host.Announcement{Name: "dusk", Source: "sun", Data: host.NumberValue(2)}}},
	{`{"do":"tune","class":"c","key":"speedMps","value":0}`, &session.Tune{Class: "c", Key: "speedMps"}},
	{`{"do":"tune","bot":1,"key":"speedMps","value":1e300}`, &session.Tune{Bot: &session.Who{ID: 1}, Key: "speedMps", Value: 1e300}},
	{`{"do":"untune","class":"c","key":"speedMps"}`, &session.Untune{Class: "c", Key: "speedMps"}},
	{`{"do":"hold","class":"c"}`, &session.Hold{Class: "c"}},
	{`{"do":"release","bot":7}`, &session.Release{Bot: &session.Who{ID: 7}}},
	{`{"do":"station","class":"c","at":"base"}`, &session.Station{Class: "c", At: &session.Spot{Place: "base"}}},
	{`{"do":"station","bot":7,"at":[1,2]}`, &session.Station{Bot: &session.Who{ID: 7}, At: session.Point(1, 2)}},
	{`{"do":"station","bot":7}`, &session.Station{Bot: &session.Who{ID: 7}}},
	{`{"do":"join"}`, &session.Join{SpeedMPS: 2}},
	{`{"do":"join","name":"Ann","at":"base","heading":[0,1],"speedMps":0,"state":{"it":true,"x":null}}`, &session.Join{
		Name: "Ann", At: &session.Spot{Place: "base"}, Heading: components.Heading{Y: 1},
		State: []session.State{{Key: "it", Value: host.BoolValue(true)}, {Key: "x"}},
	}},
	{`{"do":"leave","player":"Ann"}`, &session.Leave{Player: session.Who{Name: "Ann"}}},
	{`{"do":"input","player":4294967295,"heading":[0,0]}`, &session.Input{Player: session.Who{ID: 4294967295}}},
	{`{"do":"act","player":"Ann","verb":"take"}`, &session.Act{Player: session.Who{Name: "Ann"}, Verb: "take"}},
	{`{"do":"state","player":1,"key":"it","value":null}`, &session.SetState{Who: session.Who{ID: 1}, State: session.State{Key: "it"}}},
	{`{"do":"state","bot":"Ox","key":"it","value":2}`, &session.SetState{Who: session.Who{Name: "Ox"}, State: session.State{Key: "it", Value: host.NumberValue(2)}}},
	{`{"do":"state","player":1,"key":"it","value":"x"}`, &session.SetState{Who: session.Who{ID: 1}, State: session.State{Key: "it", Value: host.StringValue("x")}}},
	{`{"do":"pause"}`, &session.Pause{}},
	{`{"do":"resume"}`, &session.Resume{}},
	{`{"do":"seed","seed":-5}`, &session.Seed{Seed: -5}},
	{`{"do":"nature","set":{"season":"winter","temperature":-3}}`, &session.Nature{Set: []session.State{
		{Key: "season", Value: host.StringValue("winter")}, {Key: "temperature", Value: host.NumberValue(-3)},
	}}},
	{`{"do":"reload"}`, &session.Reload{}},
	{`{"do":"restart","wait":true}`, &session.Restart{Wait: true}},
}

func TestReadScript(t *testing.T) {
	var src strings.Builder
	for i, l := range lines {
		src.WriteString("\n \n") // empty lines are skipped
		src.WriteString(strings.Replace(l.text, "{", `{"tick":`+strings.Repeat("1", 1+i/12)+`,`, 1) + "\r\n")
	}
	script, err := live.ReadScript("s.jsonl", []byte(src.String()), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, c := range script {
		if diff := cmp.Diff(lines[i].want, c.Do, cmp.Comparer(sameValue)); diff != "" {
			t.Errorf("%s: %s", lines[i].text, diff)
		}
		if want := []int64{1, 11, 111, 1111}[i/12]; c.Tick != want {
			t.Errorf("%s: tick %d, wanted %d", lines[i].text, c.Tick, want)
		}
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	if diff := cmp.Diff(live.CommandNames(), names); diff != "" {
		t.Errorf("the test reads other commands than there are: %s", diff)
	}
	if script, err := live.ReadScript("s.jsonl", nil, limit.Values{}); len(script) > 0 || err != nil {
		t.Errorf("an empty script: %v, %v", script, err)
	}
}

func TestReadScriptRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"do":"remov","class":"c"}`, `s.jsonl:1:7: unknown command "remov"; did you mean "remove"?`},
		{`{"do":"dance"}`, `s.jsonl:1:7: unknown command "dance"`},
		{`{"do":"nature"}`, `s.jsonl:1:1: nature without set, wanted a map such as {"season": "winter"}`},
		{`{"do":"nature","set":{"saeson":"winter"}}`, `s.jsonl:1:23: unknown part of nature "saeson"; did you mean "season"?`},
		{`{"do":"nature","set":{"season":"witner"}}`, `s.jsonl:1:23: season: wanted autumn, winter, spring or summer, found "witner"; did you mean "winter"?`},
		{`{"do":"nature","set":{"temperature":"hot"}}`, `s.jsonl:1:23: temperature: wanted a number between -100 and 200, found "hot"`},
		{`{"tick":1}`, `s.jsonl:1:1: a command has no key "do", wanted a string`},
		{`{"tick":1,"do":""}`, `s.jsonl:1:16: do: wanted a string that is not empty, found ""`},
		{`{"do":5}`, `s.jsonl:1:7: do: wanted a string, found 5`},
		{`[]`, `s.jsonl:1:1: a command: wanted a map, found a list`},
		{`{"do":"pause","tick":-1}`, `s.jsonl:1:22: tick: wanted a whole number from 0 to`},
		{`{"do":"pause","tick":1.5}`, `s.jsonl:1:22: tick: wanted a whole number`},
		{`{"do":"pause","tock":1}`, `s.jsonl:1:15: unknown key "tock" in a command; did you mean "tick"?`},
		{`{"do":"add"}`, `s.jsonl:1:1: a command has no key "class", wanted a string`},
		{`{"do":"add","class":"c","count":0}`, `s.jsonl:1:33: count: wanted a whole number from 1 to 10000000, found 0`},
		{`{"do":"add","class":"c","at":[1]}`, `s.jsonl:1:30: at: wanted a place or [x, y], found [1]`},
		{`{"do":"add","class":"c","at":null}`, `s.jsonl:1:30: at: wanted a place or [x, y], found null`},
		{`{"do":"remove"}`, `s.jsonl:1:1: wanted one of bot, class and, for an event, all`},
		{`{"do":"remove","bot":1,"class":"c"}`, `s.jsonl:1:1: wanted one of bot, class`},
		{`{"do":"remove","bot":1,"count":2}`, `s.jsonl:1:24: unknown key "count"`},
		{`{"do":"remove","bot":0}`, `s.jsonl:1:22: bot: wanted an id or a name, found 0`},
		{`{"do":"remove","bot":1.5}`, `s.jsonl:1:22: bot: wanted an id or a name, found 1.5`},
		{`{"do":"remove","bot":4294967296}`, `s.jsonl:1:22: bot: wanted an id or a name, found 4294967296`},
		{`{"do":"remove","class":5}`, `s.jsonl:1:24: class: wanted a string, found 5`},
		{`{"do":"place"}`, `s.jsonl:1:1: id is missing, wanted an id or a name`},
		{`{"do":"place","id":1,"heading":["a",1]}`, `s.jsonl:1:32: heading: wanted [x, y], found ["a",1]`},
		{`{"do":"event","all":true}`, `s.jsonl:1:1: a command has no key "name"`},
		{`{"do":"event","name":"e","all":true,"class":"c"}`, `s.jsonl:1:1: wanted one of bot, class and, for an event, all`},
		{`{"do":"event","name":"e","all":1}`, `s.jsonl:1:32: all: wanted true or false, found 1`},
		{`{"do":"control","bot":1}`, `s.jsonl:1:1: a command has no key "name"`},
		{`{"do":"control","name":"reset"}`, `s.jsonl:1:1: wanted one of bot, class`},
		{`{"do":"tree","class":"c"}`, `s.jsonl:1:1: tree: wanted a file or a behavior`},
		{`{"do":"tree","class":"c","file":"a","behavior":"b"}`, `s.jsonl:1:1: tree: wanted a file or a behavior`},
		{`{"do":"tree","class":"c","behavior":"b","source":"kind: wander"}`, `s.jsonl:1:1: tree: source without file, whose extension says what kind of tree it is`},
		{`{"do":"tree","class":"c","file":"a.bt","with":{"b.bt":""}}`, `s.jsonl:1:1: tree: with, but no source: wanted the text of the tree that refers to these files`},
		{`{"do":"tree","class":"c","file":"a.bt","source":"x","with":["b"]}`, `s.jsonl:1:60: with: wanted a map of files, such as {"part.bt": "action wander()"}, found ["b"]`},
		{`{"do":"tree","class":"c","file":"a.bt","source":"x","with":{"b.bt":2}}`, `s.jsonl:1:68: with "b.bt": wanted the text of the file, found 2`},
		{`{"do":"tree","class":"c","file":"a.bt","source":""}`, `s.jsonl:1:1: tree: source is empty, wanted the text of the file`},
		{`{"do":"tune","class":"c","key":"k"}`, `s.jsonl:1:1: tune without value, wanted a number`},
		{`{"do":"tune","class":"c","key":"k","value":"fast"}`, `s.jsonl:1:44: value: wanted a number, found "fast"`},
		{`{"do":"join","state":[]}`, `s.jsonl:1:22: state: wanted a map of state keys, found a list`},
		{`{"do":"join","speedMps":-1}`, `s.jsonl:1:25: speedMps: wanted a number of at least 0, found -1`},
		{`{"do":"input","player":1}`, `s.jsonl:1:1: input without heading, wanted [x, y]`},
		{`{"do":"input","player":1,"heading":7}`, `s.jsonl:1:36: heading: wanted [x, y], found 7`},
		{`{"do":"state","player":1,"key":"k"}`, `s.jsonl:1:1: state without value (null must be written)`},
		{`{"do":"state","player":1,"bot":2,"key":"k","value":1}`, `s.jsonl:1:1: wanted one of bot and player`},
		{`{"do":"state","key":"k","value":1}`, `s.jsonl:1:1: bot is missing, wanted an id or a name`},
		{`{"do":"seed"}`, `s.jsonl:1:1: seed without seed, wanted a whole number`},
		{`{"do":"pause","do":"resume"}`, `s.jsonl:1:15: `},
		{`{"do":"pause"`, `s.jsonl:1:14: `},
	} {
		script, err := live.ReadScript("s.jsonl", []byte(test.text), limit.Values{})
		var list syntax.ErrorList
		var one *syntax.Error
		switch {
		case script != nil:
			t.Errorf("%s: read as %v", test.text, script)
		case !errors.As(err, &list) && !errors.As(err, &one):
			t.Errorf("%s: error %T", test.text, err)
		case !strings.HasPrefix(err.Error(), test.want):
			t.Errorf("%s: error\n%v\nwanted\n%s", test.text, err, test.want)
		case strings.Count(err.Error(), "s.jsonl:") != 1+strings.Count(err.Error(), "\n\t"):
			t.Errorf("%s: more than one error for one fault:\n%v", test.text, err)
		}
	}
}

func TestReadScriptReportsAllAtOnce(t *testing.T) {
	_, err := live.ReadScript("s.jsonl", []byte(`{"tick":30,"do":"pause"}
{"tick":20,"do":"resume"}
{"tick":"soon","do":"pause"}
{"tick":30,"do":"pausse","x":1}
{"tick":29,"do":"seed","seed":1}
5
{"tick":31,"do":"add"}
`), limit.Values{})
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		t.Fatalf("error %v, wanted a list", err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Msg)
	}
	want := []string{
		"tick 20 after tick 30, wanted the commands in order",
		`tick: wanted a whole number from 0 to 9007199254740992, found "soon"`,
		`unknown command "pausse"`,
		"tick 29 after tick 30, wanted the commands in order",
		"a command: wanted a map, found a number",
		`a command has no key "class", wanted a string`,
	}
	sortedWant, sortedGot := slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))
	if diff := cmp.Diff(sortedWant, sortedGot); diff != "" {
		t.Error(diff)
	}
}

// TestATickThatGoesBackDoesNotLowerTheBar wants each command compared with the
// latest tick so far, and not with the one before it.
func TestATickThatGoesBackDoesNotLowerTheBar(t *testing.T) {
	_, err := live.ReadScript("s.jsonl", []byte(`{"tick":5,"do":"pause"}
{"tick":3,"do":"resume"}
{"tick":4,"do":"pause"}
{"tick":5,"do":"resume"}
`), limit.Values{})
	want := "s.jsonl:2:1: tick 3 after tick 5, wanted the commands in order\n" +
		"s.jsonl:3:1: tick 4 after tick 5, wanted the commands in order"
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwanted\n%s", err, want)
	}
}

// TestAReturnEndsALineOfAScript: places count lines as those of every other file do, after a
// return within a command too.
func TestAReturnEndsALineOfAScript(t *testing.T) {
	_, err := live.ReadScript("s.jsonl", []byte("{\"tick\":5,\r\"do\":\"pausse\"}\r\n{\"tick\":4,\"do\":\"pause\"}\n{\r"), limit.Values{})
	want := `s.jsonl:2:6: unknown command "pausse"; did you mean "pause"?` + "\n" +
		"s.jsonl:3:1: tick 4 after tick 5, wanted the commands in order\n"
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "s.jsonl:5:1: found the end of the file") {
		t.Errorf("error\n%v\nwanted\n%s", err, want)
	}
}

// TestAScriptDoesWhatCommandsDo plays one game twice.
func TestAScriptDoesWhatCommandsDo(t *testing.T) {
	script, err := live.ReadScript("s.jsonl", []byte(`
{"tick":0,"do":"join","name":"Ann","at":[20,20],"heading":[1,0],"speedMps":3,"state":{"it":true}}
{"tick":1,"do":"add","class":"bot","count":9,"at":"base"}
{"tick":1,"do":"tree","bot":"Bot 1","behavior":"flee"}
{"tick":2,"do":"tune","class":"bot","key":"speedMps","value":4}
{"tick":2,"do":"input","player":"Ann","heading":[0,-1]}
{"tick":3,"do":"state","player":4,"key":"it","value":false}
{"tick":3,"do":"event","name":"go","all":true}
{"tick":4,"do":"untune","class":"bot","key":"speedMps"}
{"tick":4,"do":"place","id":2,"at":[1,1]}
{"tick":5,"do":"remove","bot":3}
{"tick":5,"do":"seed","seed":77}
{"tick":6,"do":"leave","player":"Ann"}
`), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	played, typed := start(t, field), start(t, field)
	ann, bot1 := session.Who{Name: "Ann"}, session.Who{Name: "Bot 1"}
	byTick := [][]session.Command{
		{&session.Join{Name: "Ann", At: session.Point(20, 20), Heading: components.Heading{X: 1}, SpeedMPS: 3, State: []session.State{{Key: "it", Value: host.BoolValue(true)}}}},
		{&session.Add{Class: "bot", Count: 9, At: &session.Spot{Place: "base"}}, &session.Switch{Bot: &bot1, Behavior: "flee"}},
		{&session.Tune{Class: "bot", Key: "speedMps", Value: 4}, &session.Input{Player: ann, Heading: components.Heading{Y: -1}}},
		{&session.SetState{Who: session.Who{ID: 4}, State: session.State{Key: "it", Value: host.BoolValue(false)}}, &session.Event{Name: "go", All: true}},
		{&session.Untune{Class: "bot", Key: "speedMps"}, &session.Place{Who: session.Who{ID: 2}, At: session.Point(1, 1)}},
		{&session.Remove{Bot: &session.Who{ID: 3}}, &session.Seed{Seed: 77}},
		{&session.Leave{Player: ann}},
	}
	for tick, commands := range byTick {
		for len(script) > 0 && script[0].Tick == int64(tick) {
			do(t, played, script[0].Do)
			script = script[1:]
		}
		for _, c := range commands {
			do(t, typed, c)
		}
		played.Step()
		typed.Step()
		if played.Digest() != typed.Digest() {
			t.Fatalf("tick %d: the script plays another game", tick)
		}
	}
	if len(script) > 0 {
		t.Errorf("%d commands are left", len(script))
	}
}

// A command is read from a map that has other keys, too.
func TestReadCommand(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"event", "{ time: 3s, name: alarm, all: true }", "event name alarm, all true"},
		{"event", "{ time: 3s, name: alarm, al: true }", "a.yaml:1:1: wanted one of bot, class and, for an event, all\na.yaml:1:26: unknown key \"al\" in a command; wanted one of time, all, class, bot, name, data"},
		{"evnt", "{ name: alarm }", "a.yaml:9:9: unknown command \"evnt\"; did you mean \"event\"?"},
		{"pause", "3", "a.yaml:1:1: a command: wanted a map, found a number"},
	} {
		n, err := markup.ParseYAML("a.yaml", []byte(c.args), markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		got := ""
		if command := live.DecodeCommand(&l, c.name, syntax.Pos{File: "a.yaml", Line: 9, Col: 9}, n, "time"); command != nil {
			got = live.Describe(command)
		} else if err := l.Err(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %s: %q, wanted %q", c.name, c.args, got, c.want)
		}
	}
}
