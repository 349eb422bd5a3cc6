package room

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
)

// Nobody is called as somebody else is, looks as if, or is called as bots are.
func TestNames(t *testing.T) {
	s, err := live.Start("field.yaml", []byte("bots: [{ id: a, name: Tag Bot, count: 2 }]"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open("field", s, Options{Rate: 20, Bytes: 1000, Sight: 30, Grace: time.Second, Guests: 100, Players: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close("the test is over", false)
	for _, c := range []struct{ wanted, is, why string }{
		{"Ann", "Ann", ""},
		{"Ann", "Ann (2)", ""},
		{"  ANN ", "ANN (3)", ""},
		{"Ann (2)", "Ann (2) (2)", ""},
		{"Аnn", "", `looks like "Ann"`},      // a Cyrillic letter
		{"A n n", "", `looks like "Ann"`},    //
		{"Ａｎｎ", "Ａｎｎ (4)", ""},               // wide letters are the same ones
		{"Änn", "", `looks like "Ann"`},      //
		{"Bill", "Bill", ""},                 //
		{"BiIl", "", `looks like "Bill"`},    // a great I
		{"B1ll", "", `looks like "Bill"`},    //
		{"Анна", "Анна", ""},                 //
		{"Tag Bot 1", "", "a name of bots"},  //
		{"tag bot 77", "", "a name of bots"}, //
		{"Tаg Bоt 7", "", "a name of bots"},  // with Cyrillic letters
		{"Tag Bot", "", "a name of bots"},    //
		{"Tag Botany", "Tag Botany", ""},     //
		{"x" + strings.Repeat("\u0301", 12), "", "marks on a letter"},
		{"Việt Nguyễn", "Việt Nguyễn", ""},
	} {
		g, err := r.Enter(Player, c.wanted, "", "")
		switch {
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%q: %v, wanted %s", c.wanted, err, c.why)
		case c.why == "" && (err != nil || g.name != c.is):
			t.Errorf("%q: %v, wanted %q", c.wanted, err, c.is)
		}
		if c.wanted == "Ann" && err == nil && r.session.Game().NameOf(g.body) != c.is {
			t.Errorf("the body is called %q, wanted %q", r.session.Game().NameOf(g.body), c.is)
		}
	}
}

// What game masters do is told with who they are, and what they only look at is not.
func TestDeedsAreTold(t *testing.T) {
	room := open(t)
	var deeds []Deed
	room.o.Audit = func(d Deed) { deeds = append(deeds, d) }
	g, err := room.Enter(GameMaster, "Eve", "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := room.Enter(Player, "Ann", "", "192.0.2.2")
	if err != nil {
		t.Fatal(err)
	}
	long := `{"type":"do","n":1,"command":{"do":"tree","class":"nobody","file":"a.yaml","source":"` + strings.Repeat("x", 10_000) + `"}}`
	for _, m := range []string{`{"type":"do","n":1,"command":{"do":"pause"}}`, `{"type":"find","text":"x"}`, `{"type":"kick","person":99}`, long} {
		if err := g.Handle([]byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Handle([]byte(`{"type":"step"}`)); err != nil {
		t.Fatal(err)
	}
	if len(deeds) != 3 || deeds[0].What != "do" || deeds[0].Who != "Eve" || deeds[0].Address != "192.0.2.1" || deeds[0].Room != "field" || deeds[0].Error != "" {
		t.Fatalf("%+v", deeds)
	}
	if deeds[1].What != "kick" || !strings.Contains(deeds[1].Error, "99") || deeds[2].Error == "" || len(deeds[2].Command) > longest+100 {
		t.Errorf("%+v", deeds[1:])
	}
	if line, err := json.Marshal(deeds[0]); err != nil || !bytes.Contains(line, []byte(`"command":{"type":"do","n":1,"command":{"do":"pause"}}`)) {
		t.Errorf("%s, %v", line, err)
	}
}

// The recordings of a room have so many bytes together, and get so old: the oldest ones go.
func TestRecordingsAreBounded(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"field-2.rec", "field.rec", "field-10.rec", "other.rec", "field-x.rec"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 3000), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(1000, 0).Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Start("field.yaml", []byte(field), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, Options{Rate: 20, Bytes: 200_000, Sight: 30, Grace: time.Second, Guests: 6, Players: 3, Clock: c.Now, Record: dir, Recorded: 10_000, Kept: 9*time.Hour + time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	room := table{t, r, c}
	defer r.Close("the test is over", false)
	// Of 9,000 bytes 7,500 may stay beside a new one, and one of them was too old anyway.
	if got := names(t, dir); got != "field-10.rec field-11.rec field-x.rec field.rec other.rec" {
		t.Errorf("there are %s", got)
	}
	p := room.enter(Player, "Ann", "")
	for i := range 400 { // until the recording has grown to its share
		p.answer(`{"type":"steer","x":1,"y":` + map[bool]string{true: "1", false: "-1"}[i%2 == 0] + `}`)
		room.play(50 * time.Millisecond)
	}
	if got := names(t, dir); room.recording.name == "field-11.rec" || !strings.Contains(got, room.recording.name) || strings.Contains(got, "field.rec") || strings.Contains(got, "field-11.rec") {
		t.Errorf("there are %s", got)
	}
}

// A recording goes on in another file after so many ticks.
func TestRecordingsHaveParts(t *testing.T) {
	dir := t.TempDir()
	s, err := live.Start("field.yaml", []byte(field), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, Options{Rate: 20, Bytes: 200_000, Sight: 30, Grace: time.Second, Guests: 6, Players: 3, Clock: c.Now, Record: dir, Part: 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close("the test is over", false)
	room := table{t, r, c}
	room.enter(Player, "Ann", "")
	from := s.World().Clock().Tick
	for s.World().Clock().Tick < from+100 {
		room.play(50 * time.Millisecond)
	}
	if got := names(t, dir); got != "field-2.rec field-3.rec field.rec" {
		t.Errorf("after 100 ticks there are %s", got)
	}
}

func names(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		all = append(all, f.Name())
	}
	return strings.Join(all, " ")
}
