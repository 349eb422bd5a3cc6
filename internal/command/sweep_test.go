package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
)

// chases is a sweep with 3 points of 24 runs each.
const chases = `scene: chase
for: 20s
factors: { speed: { tune: speedMps, of: hunter, list: [3, 4, 5] } }
measures: { catches: { times: { happens: contact } } }
repeats: 24
`

// sweepRows returns the rows of a folder of results, without who played them and how long it took.
func sweepRows(t *testing.T, folder string) (rows []string) {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(read(t, filepath.Join(folder, "results.csv")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range all {
		var kept []string
		for i, cell := range record {
			if name := all[0][i]; name != "worker" && name != "build" && name != "took_s" {
				kept = append(kept, cell)
			}
		}
		rows = append(rows, strings.Join(kept, ","))
	}
	return rows
}

// freePort returns a port of this machine that was free.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// process is a program that is started again and again.
type process struct {
	t    *testing.T
	path string
	args []string
	cmd  *exec.Cmd
	done chan error
	out  bytes.Buffer
}

func (p *process) start() {
	p.t.Helper()
	p.cmd = exec.Command(p.path, p.args...)
	p.out.Reset()
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.done = make(chan error, 1)
	go func(c *exec.Cmd, done chan error) { done <- c.Wait() }(p.cmd, p.done)
}

// kill ends the process without a word, if it has not ended.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	p.done <- <-p.done
}

// killings returns how often something is killed in a test. The variable SWEEP_KILLS asks for
// more.
func killings(t *testing.T) int {
	if text := os.Getenv("SWEEP_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("SWEEP_KILLS: %v", err)
		}
		return n
	}
	if longtest.On {
		return 6
	}
	return 2
}

// Whatever is killed whenever, every run counts once in the end: the coordinator with the server
// in it, and with a server and workers elsewhere all of them.
func TestSweepGoesOnAfterKills(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	program := itself(t)
	server, err := exec.LookPath("nats-server") // this test, see TestMain
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	repeats := 4 * killings(t) // so that there is something left to be played at the last one
	write(t, "chases.yaml", strings.Replace(chases, "repeats: 24", fmt.Sprint("repeats: ", repeats), 1))
	if code, _, errs := thicket(t, "sweep", "chases.yaml", "--store", "plain", "--workers", "1"); code != 0 {
		t.Fatal(errs)
	}
	want := sweepRows(t, "plain")
	if len(want) != 1+3*repeats {
		t.Fatalf("%d rows, wanted a head and %d", len(want), 3*repeats)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	wait := func() { time.Sleep(time.Duration(50+random.IntN(600)) * time.Millisecond) }
	finish := func(p *process, folder string) {
		t.Helper()
		select {
		case err := <-p.done:
			p.done <- err // for kill
			if err != nil {
				t.Fatalf("%v\n%s", err, p.out.String())
			}
		case <-time.After(4 * time.Minute):
			_ = p.cmd.Process.Kill() // it hangs
			t.Fatalf("the sweep does not end\n%s", p.out.String())
		}
		if got := sweepRows(t, folder); !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, and not those of a sweep that nobody disturbed", folder, len(got)-1)
		}
	}
	t.Run("the server inside", func(t *testing.T) {
		p := &process{t: t, path: program, args: []string{"sweep", "chases.yaml", "--store", "broken", "--resume", "--workers", "2"}}
		for range killings(t) {
			p.start()
			wait()
			p.kill()
		}
		p.start()
		finish(p, "broken")
	})
	t.Run("a server elsewhere", func(t *testing.T) {
		port, monitor := freePort(t), freePort(t)
		url := fmt.Sprintf("nats://127.0.0.1:%d", port)
		all := []*process{
			{t: t, path: server, args: []string{"-js", "-a", "127.0.0.1", "-p", strconv.Itoa(port), "-m", strconv.Itoa(monitor), "-sd", t.TempDir()}},
			{t: t, path: program, args: []string{"sweep", "chases.yaml", "--store", "away", "--resume", "--workers", "0", "--nats", url}},
		}
		for range 4 {
			all = append(all, &process{t: t, path: program, args: []string{"worker", "--nats", url, "--workers", "1"}})
		}
		for _, p := range all {
			p.start()
			defer p.kill()
			if p.path == server {
				listens(t, port)
			}
		}
		for i := range killings(t) {
			wait()
			p := all[1+random.IntN(len(all)-1)]
			if i == killings(t)/2 {
				p = all[0] // the server, in the middle
				connected(t, monitor, len(all)-1, all[1])
			}
			p.kill()
			p.start()
			if p == all[0] {
				listens(t, port)
			}
		}
		finish(all[1], "away")
	})
}

// connected waits until as many are connected to a server as start with one that is there, because
// who does not find it ends. A sweep may be done before.
func connected(t *testing.T, monitor, n int, sweep *process) {
	t.Helper()
	for range 1200 {
		var of struct{ Connections int }
		reply, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/varz", monitor))
		if err == nil {
			err = errors.Join(json.NewDecoder(reply.Body).Decode(&of), reply.Body.Close())
		}
		if err == nil && of.Connections >= n || len(sweep.done) > 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("fewer than %d are connected", n)
}

// listens waits until somebody listens.
func listens(t *testing.T, port int) {
	t.Helper()
	for range 1200 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not listen")
}

// The file that new writes is played, answers its question, and its rows can be played again.
func TestNewSweep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole sweeps")
	}
	t.Chdir(t.TempDir())
	if code, out, errs := thicket(t, "new", "--sweep", "tag-speed.yaml"); code != 0 || !strings.Contains(out, "thicket sweep tag-speed.yaml") {
		t.Fatalf("%d: %s%s", code, out, errs)
	}
	text := strings.ReplaceAll(string(read(t, "tag-speed.yaml")), "runs: 2000", "runs: 300")
	write(t, "tag-speed.yaml", text)
	code, out, errs := thicket(t, "sweep", "tag-speed.yaml", "--write", "tag-60.yaml")
	m := regexp.MustCompile(`(?m)^speed ([0-9.]+) \(95 %: ([0-9.]+) to ([0-9.]+)\) makes seconds 60(?:; in [0-9]+ of [0-9]+ runs it is at least 300)?; written to tag-60.yaml`).FindStringSubmatch(out)
	if code != 0 || m == nil {
		t.Fatalf("%d: %s%s", code, out, errs)
	}
	if got := string(read(t, "tag-60.yaml")); !strings.Contains(got, "speedMps: "+m[1]) {
		t.Errorf("the scene with the answer does not have %s:\n%s", m[1], got)
	}
	if code, _, errs := thicket(t, "sweep", "tag-speed.yaml"); code != 1 || !strings.Contains(errs, "--resume goes on") {
		t.Errorf("a second sweep into the same folder ends with %d: %s", code, errs)
	}
	if code, again, _ := thicket(t, "sweep", "tag-speed.yaml", "--resume"); code != 0 || !strings.Contains(again, strings.TrimSuffix(m[0], "; written to tag-60.yaml")) {
		t.Errorf("the sweep that goes on answers %d: %s", code, again)
	}
	code, out, errs = thicket(t, "replay", "--from", "tag-speed.sweep/results.parquet", "--row", "17")
	if code != 0 || !strings.Contains(out, "the digest is the same") {
		t.Errorf("%d: %s%s", code, out, errs)
	}
	if code, out, _ := thicket(t, "replay", "--from", "tag-speed.sweep/results.parquet", "--worst"); code != 0 || !strings.Contains(out, "row ") {
		t.Errorf("--worst ends with %d: %s", code, out)
	}
	if code, _, errs := thicket(t, "replay", "--from", "tag-speed.sweep/results.parquet", "--row", "300"); code != 1 || !strings.Contains(errs, "there is no row 300") {
		t.Errorf("a row that is not there ends with %d: %s", code, errs)
	}
	if code, _, errs := thicket(t, "replay", "--from", "tag-60.yaml", "--row", "1"); code != 1 || !strings.Contains(errs, "wanted results of a sweep") {
		t.Errorf("results that are none end with %d: %s", code, errs)
	}
}

func TestSweepUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "bad.yaml", "scene: tag\nmeasures: { a: { firs: { happens: contact } } }\nfactors: { x: { tune: sped, of: tag-bot } }\n")
	write(t, "lost.yaml", "scene: tag\nmeasures: { a: seconds }\nfactors: { x: { tune: speedMp, of: tag-bot, from: 1, to: 2 }, y: { count: tag-bt, list: [3] } }\n")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"sweep"}, 2, "wanted one sweep file"},
		{[]string{"sweep", "bad.yaml", "--workers", "0"}, 2, "nobody would play"},
		{[]string{"sweep", "bad.yaml", "--resume", "--fresh"}, 2, "wanted one of the two"},
		{[]string{"sweep", "bad.yaml", "--creds", "x"}, 2, "--creds without --nats"},
		{[]string{"sweep", "bad.yaml", "--nats", "nats://127.0.0.1:1", "--tls-key", "x"}, 2, "go together"},
		{[]string{"sweep", "bad.yaml"}, 1, `bad.yaml:2:18: unknown key "firs" in a measure; did you mean "first"?`},
		{[]string{"sweep", "lost.yaml"}, 1, `did you mean "speedMps"?`},
		{[]string{"sweep", "lost.yaml"}, 1, `the scene has no class "tag-bt"; did you mean "tag-bot"?`},
		{[]string{"sweep", "none.yaml"}, 1, "none.yaml"},
		{[]string{"worker"}, 2, "no --nats"},
		{[]string{"worker", "--nats", "nats://127.0.0.1:1"}, 1, "nats://127.0.0.1:1"},
		{[]string{"replay", "--row", "1"}, 2, "a row without --from"},
		{[]string{"replay", "--from", "x", "--row", "1", "--worst"}, 2, "one of --row and --worst"},
		{[]string{"new", "--sweep", "x.txt"}, 2, "ends in .yaml"},
	} {
		if code, _, errs := thicket(t, c.args...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v ends with %d and %q, wanted %d and %q", c.args, code, errs, c.code, c.want)
		}
	}
}

// What a budget of time leaves is told, and a comparison or table has its results all the same.
func TestSweepEndsWithItsTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: a design of 9,000 games")
	}
	t.Chdir(t.TempDir())
	write(t, "chases.yaml", strings.Replace(chases, "repeats: 24", "repeats: 3000\nbudget: { seconds: 0.2 }", 1))
	code, out, errs := thicket(t, "sweep", "chases.yaml")
	if code != 0 || !strings.Contains(out, "the budget of 0.2 seconds is spent: ") || !strings.Contains(out, "were not played") {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errs)
	}
	if rows := sweepRows(t, "chases.sweep"); len(rows) < 2 || len(rows) > 9000 {
		t.Errorf("%d lines of results, wanted a part of 9,000", len(rows))
	}
	if code, out, errs = thicket(t, "sweep", "chases.yaml", "--resume", "--json"); code != 0 || !strings.Contains(out, "is spent") {
		t.Errorf("going on: exit code %d\n%s\n%s", code, out, errs)
	}
}

// Who goes on with a sweep that is another one now is told so, and results are there even where
// there is no answer to write.
func TestSweepLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole sweeps")
	}
	t.Chdir(t.TempDir())
	few := strings.Replace(chases, "repeats: 24", "repeats: 1", 1)
	write(t, "chases.yaml", few)
	if code, _, errs := thicket(t, "sweep", "chases.yaml", "--write", "answer.yaml"); code != 1 || !strings.Contains(errs, "there is no answer to write") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if rows := sweepRows(t, "chases.sweep"); len(rows) != 4 {
		t.Errorf("%q, wanted three rows", rows)
	}
	file := filepath.Join("chases.sweep", ".id")
	id := string(read(t, file))
	write(t, file, "0123456789abcdef") // as before digests had a version
	if code, _, errs := thicket(t, "sweep", "chases.yaml", "--resume"); code != 1 || !strings.Contains(errs, "chases.sweep: made by an older Thicket: digests of version 1, this one makes 3; play the sweep with the commit ea303f58") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	write(t, file, id)
	write(t, "chases.yaml", few+"# another one\n")
	if code, _, errs := thicket(t, "sweep", "chases.yaml", "--resume"); code != 1 || !strings.Contains(errs, "chases.yaml has changed since it was begun") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if rows := sweepRows(t, "chases.sweep"); len(rows) != 4 {
		t.Errorf("%q, wanted the rows from before", rows)
	}
}

// A factor that nothing asks for is told, and one that matters is not.
func TestSweepTellsOfIdleFactors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole sweeps")
	}
	t.Chdir(t.TempDir())
	write(t, "chases.yaml", strings.NewReplacer("repeats: 24", "repeats: 2", "factors: { ", "factors: { idle: { setting: nobody_asks, list: [1, 2] }, ").Replace(chases))
	code, out, errs := thicket(t, "sweep", "chases.yaml")
	if code != 0 || !strings.Contains(out, "note: idle changes nothing") || strings.Contains(out, "speed changes nothing") {
		t.Errorf("exit code %d\n%s\n%s", code, out, errs)
	}
}

// A game that is over before what is waited for came is known up to its own end: so its row, the
// figures, the table and the note say.
func TestSweepOfGamesThatAreOver(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole sweeps")
	}
	t.Chdir(t.TempDir())
	write(t, "duel.yaml", `tickRate: 10
world: { width: 40, height: 40, edges: bounce }
bots:
  - { id: red, name: Red, initialState: { f: 1 }, count: 1, speedMps: 4, behavior: { kind: wander } }
  - { id: blue, name: Blue, initialState: { f: 1 }, count: 1, speedMps: 3, behavior: { kind: wander } }
  - { id: hen, name: Hen, initialState: { f: 0 }, count: 3, speedMps: 1, behavior: { kind: wander } }
rules: [{ on: contact, radius: 1, from: { f: 1 }, to: { f: 0 }, set: { to: { f: 2 } } }]
`)
	write(t, "first.yaml", `scene: duel.yaml
for: 60s
until: { happens: contact, by: blue }
factors: { speed: { tune: speedMps, of: red, list: [4, 8] } }
measures: { seconds: { first: { happens: contact, by: red } } }
question: { race: { minimise: seconds } }
repeats: 30
budget: { runs: 60 }
`)
	code, out, errs := thicket(t, "sweep", "first.yaml")
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	rows, err := csv.NewReader(bytes.NewReader(read(t, "first.sweep/results.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ended, from, to := 0, 60.0, 0.0
	for _, r := range rows[1:] {
		seconds, _ := strconv.ParseFloat(r[4], 64)
		ticks, _ := strconv.ParseFloat(r[7], 64)
		if seconds != ticks/10 {
			t.Errorf("seconds %s in a game of %s ticks", r[4], r[7])
		}
		if r[5] == "true" {
			ended, from, to = ended+1, min(from, seconds), max(to, seconds)
		}
	}
	if ended < 10 || to > 60 || from > 20 {
		t.Fatalf("%d games ended before, at %v to %v: these show nothing", ended, from, to)
	}
	for _, want := range []string{
		fmt.Sprintf("%d of 60 runs ended without seconds, after %s; in ", ended, humanize.Ends(from, to)), "the game was over before (until)",
		"; of times up to ", "≥ ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// Speed and time left are those of the runs that were played now, in every round.
func TestSweepTellsItsSpeed(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "chases.yaml", strings.Replace(chases, "repeats: 24", "question: { race: { maximise: catches } }\nbudget: { runs: 90 }", 1))
	code, out, errs := thicket(t, "sweep", "chases.yaml", "--json", "--workers", "1")
	if code != 0 {
		t.Fatal(errs)
	}
	rounds := 0
	for line := range strings.Lines(out) {
		if strings.Contains(line, `"runs":0,`) || !strings.Contains(line, `"progress"`) {
			continue
		}
		if rounds++; strings.Contains(line, `"runsPerSecond":0,`) {
			t.Errorf("no speed in %s", line)
		}
	}
	if rounds == 0 {
		t.Errorf("no progress in %s", out)
	}
}

// A server without JetStream is told as such, and no password of its URL is shown.
func TestSweepWantsJetStream(t *testing.T) {
	n, err := natsnode.Start(natsnode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	t.Chdir(t.TempDir())
	write(t, "token", n.Address().Token)
	at := strings.Replace(n.Address().URL, "://", "://"+"u:hidden@", 1)
	if code, _, errs := thicket(t, "worker", "--nats", at); code != 1 || strings.Contains(errs, "hidden") || !strings.Contains(errs, "u:xxxxx@") {
		t.Errorf("a wrong password: exit code %d: %s", code, errs)
	}
	if testing.Short() {
		t.Skip("waits for ten seconds")
	}
	if code, _, errs := thicket(t, "worker", "--nats", n.Address().URL, "--token-file", "token"); code != 1 || !strings.Contains(errs, "nats-server -js") {
		t.Errorf("no JetStream: exit code %d: %s", code, errs)
	}
}
