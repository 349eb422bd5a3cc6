package room

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// lines holds the lines that a guest knows of charts.
type lines struct {
	*guest
	list, body []map[string]any
	anew       int // how often all of it was told
}

func (l *lines) learn() {
	l.Helper()
	all := l.told("charts")
	for i := len(all) - 1; i >= 0; i-- {
		if all[i]["anew"] == true {
			l.list = nil
			l.anew++
		}
		l.list = append(l.list, objects(all[i]["list"])...)
		if b, ok := all[i]["body"].(map[string]any); ok {
			if b["anew"] == true {
				l.body = nil
			}
			l.body = append(l.body, objects(b["list"])...)
		}
	}
	for _, list := range [][]map[string]any{l.list, l.body} {
		for i := range list[:max(0, len(list)-1)] {
			if list[i]["tick"].(float64) >= list[i+1]["tick"].(float64) {
				l.Fatalf("moment %d is of tick %v, the next one of %v", i, list[i]["tick"], list[i+1]["tick"])
			}
		}
	}
}

// watch reads while so much time passes.
func (l *lines) watch(room table, d time.Duration) {
	l.Helper()
	for ; d > 0; d -= 250 * time.Millisecond {
		room.play(250 * time.Millisecond)
		l.learn()
	}
}

func objects(list any) (all []map[string]any) {
	for _, m := range list.([]any) {
		all = append(all, m.(map[string]any))
	}
	return all
}

func (l *lines) last() map[string]any { return l.list[len(l.list)-1] }

// Who looks at charts is told how the game and the selected body fare; while nobody does, the
// room remembers nothing for them.
func TestChartsFollowTheGame(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	l := &lines{guest: room.enter(GameMaster, "g", "")}
	l.watch(room, 2*time.Second)
	if room.charted.chart != nil || len(l.list) != 0 {
		t.Fatalf("nobody looks at charts, and %d moments are told", len(l.list))
	}
	l.say(`{"type":"charts","on":true}`)
	l.watch(room, 2*time.Second)
	if len(l.list) < 15 || fmt.Sprint(l.last()["counts"], l.last()["players"]) != "[2] 0" {
		t.Fatalf("%d moments after two seconds, the last one %v", len(l.list), l.last())
	}
	if ms := l.list[0]["ms"]; ms != nil {
		t.Errorf("before anything was measured a tick takes %v ms", ms)
	}
	if ms := l.last()["ms"].(float64); ms <= 0 {
		t.Errorf("a tick takes %g ms", ms)
	}
	l.say(`{"type":"do","n":1,"command":{"do":"add","class":"cat"}}`)
	room.enter(Player, "Ann", "")
	l.say(`{"type":"select","id":1}`)
	before := len(l.list)
	l.watch(room, 2*time.Second)
	if l.anew != 1 || len(l.list) < before+15 || fmt.Sprint(l.last()["counts"], l.last()["players"]) != "[3] 1" {
		t.Errorf("%d moments, %d before, told anew %d times, the last one %v", len(l.list), before, l.anew, l.last())
	}
	if len(l.body) < before+15 {
		t.Fatalf("%d moments of the body, wanted what was remembered before it was selected, too", len(l.body))
	}
	if b := l.body[5]; b["measuredMps"] != 4.0 || b["health"] != 1.0 || b["action"] != "wander" {
		t.Errorf("a cat that wanders at 4 m/s is charted as %v", b)
	}
	l.say(`{"type":"select","id":2}`)
	whole := len(l.body)
	l.watch(room, time.Second)
	if len(l.body) < whole || len(l.body) > whole+15 {
		t.Errorf("%d moments of another body after %d of the first one", len(l.body), whole)
	}
	l.say(`{"type":"charts","on":false}`)
	l.watch(room, time.Second)
	before = len(l.list)
	l.watch(room, 2*time.Second)
	if len(l.list) != before || room.charted.chart != nil {
		t.Errorf("%d moments are told after nobody looks any more", len(l.list)-before)
	}
}

// Charts are of the minute before the moment that is shown, also of an earlier one; what was
// forgotten of the game is forgotten of them.
func TestChartsOfThePast(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 300}})
	first := room.enter(GameMaster, "g", "")
	first.say(`{"type":"charts","on":true}`)
	room.play(90 * time.Second)
	first.read()
	l := &lines{guest: room.enter(GameMaster, "h", "")}
	l.say(`{"type":"charts","on":true}`)
	l.watch(room, time.Second)
	rate, now := room.session.Scene().Setup.TickRate, float64(room.session.World().Clock().Tick)
	if n := len(l.list); n < 590 || n > 620 || l.list[0]["tick"].(float64) < now-61*rate {
		t.Fatalf("%d moments from tick %v, at tick %g", n, l.list[0]["tick"], now)
	}

	l.say(fmt.Sprintf(`{"type":"seek","tick":%g}`, 20*rate))
	l.watch(room, 2*time.Second)
	if l.anew != 2 || l.last()["tick"].(float64) > 20*rate || len(l.list) < 190 || len(l.list) > 210 {
		t.Fatalf("20 seconds after the beginning there are %d moments, up to tick %v; told anew %d times", len(l.list), l.last()["tick"], l.anew)
	}
	l.say(`{"type":"do","n":1,"command":{"do":"add","class":"cat"}}`)
	l.say(`{"type":"branch"}`)
	l.say(`{"type":"do","n":2,"command":{"do":"add","class":"cat"}}`)
	l.watch(room, time.Second)
	if l.anew != 3 || fmt.Sprint(l.last()["counts"]) != "[3]" || l.last()["tick"].(float64) < 20.5*rate {
		t.Errorf("after another way from 20 seconds the last moment is %v; told anew %d times", l.last(), l.anew)
	}
}

// What is told again and again waits until a page has read what it was told before: it is told
// then what it missed.
func TestASlowPageIsToldWhenItHasRead(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	l := &lines{guest: room.enter(GameMaster, "g", "")}
	l.say(`{"type":"charts","on":true}`)
	l.say(`{"type":"select","id":1}`)
	l.watch(room, 2*time.Second)
	had := len(l.list)

	var frames [][]byte
	told := map[string]int{}
	for range 20 {
		room.play(500 * time.Millisecond)
		for {
			m, text, _ := l.Next(nil)
			if m == nil {
				break
			}
			if !text {
				frames = append(frames, m)
				continue
			}
			var of map[string]any
			if err := json.Unmarshal(m, &of); err != nil {
				t.Fatal(err)
			}
			kind := of["type"].(string)
			if told[kind]++; kind == "charts" {
				l.list = append(l.list, objects(of["list"])...)
			}
		}
	}
	for _, of := range []string{"charts", "sheet", "answers"} {
		if told[of] > 1 {
			t.Errorf("a page that has read nothing for 10 seconds is sent %d of %s", told[of], of)
		}
	}
	if told["standing"] < 10 {
		t.Errorf("it is told of %d standings", told["standing"])
	}
	for _, f := range frames {
		l.take(f)
	}
	l.watch(room, time.Second)
	if n := len(l.list) - had; n < 100 {
		t.Errorf("%d moments are told of 11 seconds, of ten a second", n)
	}
}
