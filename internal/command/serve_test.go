package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/swarm"
)

const masterToken = "a token for tests"

// served is a server that runs as a process of its own.
type served struct {
	*testing.T
	process *exec.Cmd
	url     string
	output  chan string // all that it printed, when it has ended
}

// serve starts a server on a port of its own.
func serve(t *testing.T, args ...string) *served {
	t.Helper()
	file := t.TempDir() + "/token"
	if err := os.WriteFile(file, []byte(masterToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"serve", "--listen", "127.0.0.1:0", "--gm-token-file", file}, args...)
	s := &served{T: t, process: exec.Command(itself(t), args...), output: make(chan string, 1)}
	out, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.process.Stderr = os.Stderr
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.process.Process.Kill() }) // it may have ended
	lines, url := bufio.NewScanner(out), make(chan string, 1)
	go func() {
		all := ""
		for lines.Scan() {
			all += lines.Text() + "\n"
			if at, ok := strings.CutPrefix(lines.Text(), "players "); ok {
				url <- strings.TrimSuffix(strings.TrimSpace(at), "/")
			}
		}
		close(url)
		s.output <- all
	}()
	s.url = <-url
	if s.url == "" {
		t.Fatalf("the server ended: %s", <-s.output)
	}
	return s
}

// freeAddress returns an address at which one server after the other can listen.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().String()
}

// end waits until the server has ended, and gives what it printed.
func (s *served) end() string {
	s.Helper()
	text := <-s.output
	_ = s.process.Wait() // it was killed, perhaps
	return text
}

// joined is a client with what it has seen.
type joined struct {
	*testing.T
	*client.Client
	ctx     context.Context
	welcome client.Welcome
	texts   []client.Message
	tick    int64
}

func (s *served) join(room string, h client.Hello) *joined {
	s.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	s.Cleanup(cancel)
	c, err := client.Dial(ctx, s.url, room, h)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(c.Drop)
	j := &joined{T: s.T, Client: c, ctx: ctx}
	if j.welcome, err = c.Welcome(ctx); err != nil {
		s.Fatal(err)
	}
	return j
}

// until reads until a message is the wanted one.
func (j *joined) until(wanted func(client.Message) bool) client.Message {
	j.Helper()
	for {
		m, err := j.Read(j.ctx)
		if err != nil {
			j.Fatal(err)
		}
		if m.Scene != nil {
			j.tick = m.Scene.Tick
		} else {
			j.texts = append(j.texts, m)
		}
		if wanted(m) {
			return m
		}
	}
}

func (j *joined) say(message string) {
	j.Helper()
	if err := j.Send(j.ctx, json.RawMessage(message)); err != nil {
		j.Fatal(err)
	}
}

// After kill -9 all rooms are back where they were at most a second before, with their
// players, who are told.
func TestRoomsComeBackAfterAKill(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds until it kills")
	}
	dir := t.TempDir()
	s := serve(t, "tag", "siege", "--save-dir", dir)
	gm := s.join("siege", client.Hello{Role: "gm", Name: "g", Token: masterToken})
	gm.say(`{"type":"do","n":1,"command":{"do":"pause"}}`)
	gm.until(func(m client.Message) bool { return m.Type == "done" })
	ann := s.join("tag", client.Hello{Role: "player", Name: "Ann"})
	ann.say(`{"type":"steer","x":1,"y":0}`)
	begin := time.Now()
	ann.until(func(m client.Message) bool { return m.Scene != nil && time.Since(begin) > 2500*time.Millisecond })
	rate := ann.welcome.Game.TickRate
	if err := s.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.end()

	s = serve(t, "tag", "siege", "--save-dir", dir)
	back := s.join("tag", client.Hello{Role: "player", Name: "Ann", Token: ann.welcome.Token})
	if back.welcome.You != ann.welcome.You || back.welcome.Token != ann.welcome.Token {
		t.Errorf("Ann came back as body %d, wanted %d", back.welcome.You, ann.welcome.You)
	}
	back.until(func(m client.Message) bool { return m.Type == "notice" })
	back.until(func(m client.Message) bool { return m.Scene != nil })
	// What the room played since it is back belongs to the second, too: that is how long it
	// was at most from the start of the process to the first frame.
	if lost := float64(ann.tick-back.tick) / rate; lost > 1.2 {
		t.Errorf("%.2f seconds of the game were lost", lost)
	}
	watcher := s.join("siege", client.Hello{Role: "watcher", Name: "w"})
	stands := watcher.until(func(m client.Message) bool { return m.Type == "standing" })
	if !strings.Contains(string(stands.Text), `"paused":true`) {
		t.Errorf("siege was paused, and came back as %s", stands.Text)
	}

	// A clean end saves, says goodbye and takes less than five seconds; nothing is lost by it.
	begin = time.Now()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	bye := back.until(func(m client.Message) bool { return m.Type == "bye" })
	if !strings.Contains(string(bye.Text), "the server ends") {
		t.Errorf("told %s", bye.Text)
	}
	if s.end(); time.Since(begin) > time.Minute {
		t.Errorf("the end took %v", time.Since(begin))
	}
	if code := s.process.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	s = serve(t, "tag", "siege", "--save-dir", dir)
	again := s.join("tag", client.Hello{Role: "player", Name: "Ann", Token: back.welcome.Token})
	again.until(func(m client.Message) bool { return m.Scene != nil })
	if again.welcome.You != ann.welcome.You || again.tick < back.tick {
		t.Errorf("Ann came back as body %d at tick %d, wanted %d at %d or later", again.welcome.You, again.tick, ann.welcome.You, back.tick)
	}
	for _, m := range again.texts {
		if m.Type == "notice" {
			t.Errorf("nothing was lost, and a player was told %s", m.Text)
		}
	}
}

// Two servers do not write to one folder; what a killed one had is free at once.
func TestTwoServersAndOneFolder(t *testing.T) {
	for _, flag := range []string{"--save-dir", "--record-dir"} {
		dir := t.TempDir()
		first := serve(t, "tag", flag, dir)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		var out, errs writer
		code := execute(ctx, []string{"serve", "tag", "--listen", "127.0.0.1:0", flag, dir}, &out, &errs)
		cancel()
		want := fmt.Sprintf("another server (process %d) writes to %s;", first.process.Process.Pid, dir)
		if code != exitFault || !strings.Contains(string(errs), want) {
			t.Errorf("%s: exit code %d, %s\nwanted %s", flag, code, errs, want)
		}
		if err := first.process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		first.end()
		serve(t, "tag", flag, dir)
	}
}

// A game that people play is recorded with what they do, and every tick of it can be played
// again.
func TestAServedGameIsReplayed(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, "tag", "--record-dir", dir)
	gm := s.join("tag", client.Hello{Role: "gm", Name: "g", Token: masterToken})
	gm.say(`{"type":"speed","times":16}`)
	n, players := 0, []*joined{}
	for gm.tick < 1000 {
		gm.until(func(m client.Message) bool { return m.Scene != nil })
		switch n++; {
		case n%10 == 0 && len(players) < 4:
			players = append(players, s.join("tag", client.Hello{Role: "player", Name: "Ann"}))
		case n%25 == 0:
			players[0].Leave()
			players = players[1:]
		case len(players) > 0:
			players[n%len(players)].say(fmt.Sprintf(`{"type":"steer","x":%d,"y":%d}`, n%3-1, n%5-2))
		}
	}
	gm.say(`{"type":"do","n":2,"command":{"do":"remove","class":"nobody"}}`)
	gm.until(func(m client.Message) bool { return m.Type == "refused" })
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.end()
	code, out, errs := thicket(t, "replay", filepath.Join(dir, "tag.rec"), "--json")
	var r struct{ Recording recordingView }
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitSame || r.Recording.Compared < 1000 || !r.Recording.Whole {
		t.Errorf("replay ends with %d (%v): %+v %s", code, err, r.Recording, errs)
	}
}

// When the game master goes back, and on from there or from where the game was, each of the
// recordings is whole and can be played again, with what people did in it.
func TestAServedGameThatWentBackIsReplayed(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, "tag", "--record-dir", dir)
	gm, ann := s.join("tag", client.Hello{Role: "gm", Name: "g", Token: masterToken}), s.join("tag", client.Hello{Role: "player", Name: "Ann"})
	gm.say(`{"type":"speed","times":4}`)
	standing := func(wanted func(tick int64, past bool) bool) {
		gm.until(func(m client.Message) bool {
			var at struct {
				Type string
				Tick int64
				Past bool
			}
			return m.Scene == nil && json.Unmarshal(m.Text, &at) == nil && at.Type == "standing" && wanted(at.Tick, at.Past)
		})
	}
	play := func(until int64) {
		standing(func(_ int64, past bool) bool { return !past }) // nobody is steered in the past
		ann.say(fmt.Sprintf(`{"type":"steer","x":%d,"y":%d}`, until%3-1, until%5-2))
		ann.say(fmt.Sprintf(`{"type":"ping","n":%d}`, until))
		ann.until(func(m client.Message) bool {
			if m.Type == "refused" {
				t.Errorf("a player was told %s", m.Text)
			}
			return m.Type == "pong" && strings.Contains(string(m.Text), fmt.Sprintf(`"n":%d`, until))
		})
		standing(func(tick int64, past bool) bool { return !past && tick >= until })
	}
	play(100)
	gm.say(`{"type":"seek","tick":40}`)
	standing(func(tick int64, past bool) bool { return past && tick == 40 })
	gm.say(`{"type":"branch"}`)
	play(120)
	gm.say(`{"type":"seek","tick":60}`)
	standing(func(tick int64, past bool) bool { return past && tick == 60 })
	gm.say(`{"type":"live"}`)
	play(200)
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.end()
	for file, begins := range map[string]int64{"tag.rec": 0, "tag-2.rec": 40, "tag-3.rec": 120} {
		code, out, errs := thicket(t, "replay", filepath.Join(dir, file), "--json")
		var r struct{ Recording recordingView }
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitSame || !r.Recording.Whole || r.Recording.Compared < 40 || r.Recording.Compared != r.Recording.Ticks {
			t.Errorf("%s: replay ends with %d (%v): %+v %s", file, code, err, r.Recording, errs)
		}
		if got := r.Recording.Begins; got != begins && file != "tag-3.rec" || got < begins { // the third begins where the game was
			t.Errorf("%s begins with tick %d, wanted %d", file, got, begins)
		}
	}
}

// A swarm plays in all rooms and measures; those who never read take nothing from the others.
func TestSwarm(t *testing.T) {
	s := serve(t, "tag", "siege", "--per-address", "12")
	code, out, errs := thicket(t, "swarm", s.url, "--players", "6", "--watchers", "2", "--deaf", "2", "--seconds", "4", "--json")
	var r swarm.Result
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitDone {
		t.Fatalf("exit code %d, %v: %s", code, err, errs)
	}
	if r.Players != 6 || r.Watchers != 2 || r.Deaf != 2 || r.Failures != 0 {
		t.Errorf("came: %+v", r)
	}
	if r.Commands == 0 || !(r.P50 > 0 && r.P99 >= r.P50) || !(r.PlayerRate.Bytes > 0 && r.WatchRate.Frames > 0) {
		t.Errorf("measured: %+v", r)
	}
	code, _, errs = thicket(t, "swarm", s.url, "--players", "14", "--seconds", "1")
	if code == exitDone || !strings.HasPrefix(errs, "2 clients failed: ") || !strings.Contains(errs, "429 Too Many Requests") {
		t.Errorf("more than may come from an address: exit code %d, %s", code, errs)
	}
}

// seats returns who plays in a room, with the numbers of the bodies.
func (s *served) seats(room string) string {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.url+"/api/state?room="+room, nil)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+masterToken)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	_, players, _ := strings.Cut(string(text), `"players":[`)
	var all []string
	for _, m := range regexp.MustCompile(`"id":(\d+),"name":"(Ann|Bo)"`).FindAllStringSubmatch(players, -1) {
		all = append(all, m[2]+" "+m[1])
	}
	return strings.Join(all, ", ")
}
