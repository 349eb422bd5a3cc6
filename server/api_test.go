package server

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/live"
)

// ask makes a request with a token, none where it is empty, and gives what it answers.
func ask(t *testing.T, method, url, token, body string) (status int, answer string) {
	t.Helper()
	status, all := askBytes(t, method, url, token, body)
	return status, strings.TrimSpace(string(all))
}

// askBytes is ask for an answer that is no text.
func askBytes(t *testing.T, method, url, token, body string) (status int, answer []byte) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	b, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, b
}

func TestCommandsOfScripts(t *testing.T) {
	_, url := serve(t, Options{})
	for _, c := range []struct {
		name, body string
		status     int
		want       string
	}{
		{
			"two", `{"do":"add","class":"cat"}` + "\n" + `{"do":"tune","class":"cat","key":"speedMps","value":3}`, 200,
			`{"replies":[{"do":"add","ok":true,"ids":[5]},{"do":"tune","ok":true}],"tick":0}`,
		},
		{
			"one is refused", `{"do":"pause"}` + "\n" + `{"do":"pause"}`, 409,
			`{"replies":[{"do":"pause","ok":true},{"do":"pause","ok":false,"error":"paused already"}],"tick":0}`,
		},
		{
			"mistakes", "\n" + `{"do":"ad","class":"cat"}` + "\n" + `{"do":"add"}`, 400,
			`{"errors":["commands:2:7: unknown command \"ad\"","commands:3:1: a command has no key \"class\", wanted a string"]}`,
		},
		{
			"a tick", `{"tick":7,"do":"pause"}`, 400,
			`{"errors":["pause at tick 7: commands are carried out at once, wanted none"]}`,
		},
		{"nothing", "", 200, `{"replies":[],"tick":0}`},
		{"too much", strings.Repeat(" ", maxBody+1), 413, `{"errors":["http: request body too large"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, got := ask(t, "POST", url+"/api/commands", secret, c.body)
			if status != c.status || got != c.want {
				t.Errorf("%d %s\nwanted %d %s", status, got, c.status, c.want)
			}
		})
	}
}

// What a script reads of a room is what the room is, and a save of it is that game.
func TestStateAndSaveOfARoom(t *testing.T) {
	_, url := serve(t, Options{})
	ask(t, "POST", url+"/api/commands", secret, `{"do":"place","id":1,"at":[12,34]}`)
	_, text := ask(t, "GET", url+"/api/state?room=chase", secret, "")
	var state struct {
		Room   string
		Counts []int
		World  struct{ Bots []struct{ X, Y float64 } }
	}
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		t.Fatal(err)
	}
	if state.Room != "chase" || len(state.World.Bots) != 4 || state.World.Bots[0].X != 12 || state.World.Bots[0].Y != 34 || state.Counts[0] != 4 {
		t.Errorf("the state is %s", text)
	}
	_, save := askBytes(t, "GET", url+"/api/save", secret, "")
	s, err := live.Restore(bytes.NewReader(save), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if b := s.Snapshot().Bots[0]; b.X != 12 || b.Y != 34 {
		t.Errorf("the save has the first bot at %g, %g", b.X, b.Y)
	}
}

func TestRoomsAreMadeAndEnded(t *testing.T) {
	dir := t.TempDir()
	_, url := serve(t, Options{
		Limits: Limits{Rooms: 2}, SaveDir: dir,
		Make: func(scene string) (*thicket.Session, error) { return thicket.Open(scene, thicket.Options{}) },
	})
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "", `{"name":"two","scene":"tag"}`, 201, `{"room":"two"}`},
		{"POST", "", `{"name":"three","scene":"tag"}`, 409, `{"errors":["there are 2 rooms, and room for no more"]}`},
		{"GET", "", "", 200, `{"rooms":["chase","two"],"games":[{"room":"chase","name":"chase.yaml","players":0,"bots":4},{"room":"two","name":"Tag","players":0,"bots":50}],"code":false}`},
		{"DELETE", "/two", "", 204, ""},
		{"DELETE", "/two", "", 404, `{"errors":["there is no room \"two\""]}`},
		{"POST", "", `{"name":"../x","scene":"tag"}`, 409, `{"errors":["a room called \"../x\": wanted small letters, digits and hyphens, 40 at most"]}`},
		{"POST", "", `{"name":"chase","scene":"tag"}`, 409, `{"errors":["there is a room \"chase\""]}`},
		{"POST", "", `{"nam":"x"}`, 400, `{"errors":["json: unknown field \"nam\", wanted {\"name\": ..., \"scene\": ...}"]}`},
	} {
		status, got := ask(t, c.method, url+"/api/rooms"+c.path, secret, c.body)
		if status != c.status || got != c.want {
			t.Errorf("%s %s %s: %d %s\nwanted %d %s", c.method, c.path, c.body, status, got, c.status, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "two.room")); err == nil {
		t.Error("a room that was ended is kept")
	}
}

// Without the token nothing is told or done, and guesses are counted.
func TestScriptsNeedTheToken(t *testing.T) {
	s, url := serve(t, Options{Limits: Limits{Failures: 3}})
	for _, r := range []string{"POST /api/rooms", "DELETE /api/rooms/chase", "GET /api/state", "POST /api/commands", "GET /api/save"} {
		method, path, _ := strings.Cut(r, " ")
		if status, got := ask(t, method, url+path, "", `{"do":"pause"}`); status != 401 || got != `{"errors":["wanted the header Authorization: Bearer TOKEN"]}` {
			t.Errorf("%s without a token: %d %s", r, status, got)
		}
	}
	for i, want := range []int{401, 401, 401, 429} {
		if status, _ := ask(t, "GET", url+"/api/state", secret+"x", ""); status != want {
			t.Errorf("guess %d: %d, wanted %d", i+1, status, want)
		}
	}
	if s.room("chase") == nil || s.room("chase").Figures().Bodies != 4 {
		t.Error("something was done")
	}
}

func TestMetrics(t *testing.T) {
	_, url := serve(t, Options{})
	c := dial(t, url, `{"type":"hello","role":"player","name":"Ann"}`)
	c.until("standing")
	c.until("frame")
	_, text := ask(t, "GET", url+"/metrics", "", "")
	for _, want := range []string{
		"thicket_rooms 1\n", "thicket_connections 1\n", `thicket_room_guests{room="chase"} 1` + "\n", `thicket_room_players{room="chase"} 1` + "\n",
		`thicket_room_bodies{room="chase"} 5` + "\n", `thicket_messages_sent_total{kind="frame"} `, "go_goroutines ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics have no %q:\n%s", want, text)
		}
	}
}

// The description has what the server answers, and the server answers what it has.
func TestTheDescriptionOfTheAPI(t *testing.T) {
	s, url := serve(t, Options{})
	var file struct {
		Paths map[string]map[string]any
	}
	_, text := ask(t, "GET", url+"/api/openapi.yaml", "", "")
	if err := yaml.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	var described []string
	for path, methods := range file.Paths {
		for method := range methods {
			if method != "parameters" {
				described = append(described, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(described)
	if d := cmp.Diff(described, slices.Sorted(maps.Keys(s.routes()))); d != "" {
		t.Fatalf("described - and served +:\n%s", d)
	}
	for _, route := range described {
		method, path, _ := strings.Cut(route, " ")
		if method == http.MethodDelete {
			continue // a test of its own ends a room
		}
		status, got := ask(t, method, url+strings.ReplaceAll(path, "{room}", "chase"), secret, "")
		responses := file.Paths[path][strings.ToLower(method)].(map[string]any)["responses"].(map[string]any)
		if responses[strconv.Itoa(status)] == nil {
			t.Errorf("%s answers %d, which is not described: %s", route, status, got)
		}
	}
}
