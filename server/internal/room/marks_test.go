package room

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestMarksOfTheWholePast: game masters are told when something happened in all of the past
// that the room remembers, however much has happened since; what came after a branch is gone.
func TestMarksOfTheWholePast(t *testing.T) {
	room := begin(t, strings.Replace(field, "maxCount: 5", "maxCount: 50", 1), live.Options{History: session.History{Seconds: 60}})
	gm := room.enter(GameMaster, "gm", "")
	var now [][2]int64
	told := func() (times int) {
		room.play(time.Second)
		for _, text := range gm.read() {
			var m struct {
				Type string
				List json.RawMessage
			}
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				t.Fatal(err)
			}
			if m.Type == "marks" {
				now = nil
				if err := json.Unmarshal(m.List, &now); err != nil {
					t.Fatal(err)
				}
				times++
			}
		}
		return times
	}
	if times := told(); times != 1 || len(now) != 0 {
		t.Errorf("before anything happened it was told %d times: %v", times, now)
	}
	add := func() {
		t.Helper()
		if got := gm.answer(`{"type":"do","n":1,"command":{"do":"add","class":"post"}}`); got == "" {
			t.Fatal("no answer")
		}
	}
	first := room.session.World().Clock().Tick
	add()
	if times := told(); times != 1 || len(now) != 1 || now[0][0] < first || now[0][0] > first+1 || now[0][1] != 1 {
		t.Errorf("after a birth at %d it was told %d times: %v", first, times, now)
	}
	if times := told(); times != 0 {
		t.Errorf("nothing happened, and it was told %d times: %v", times, now)
	}
	for range 30 {
		add()
		told()
	}
	if len(now) != 31 || now[0][0] > first+1 {
		t.Errorf("of 31 births %d are marked: %v", len(now), now)
	}
	branch := now[10][0] + 1
	gm.say(fmt.Sprintf(`{"type":"seek","tick":%d}`, branch))
	room.play(time.Second)
	gm.say(`{"type":"branch"}`)
	told()
	if len(now) != 11 {
		t.Errorf("after the branch at %d: %v", branch, now)
	}
}
