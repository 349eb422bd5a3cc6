//go:build linux

package playground

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

// BenchmarkPlayground tells of the page in a browser, for tag and for a crowd: what it takes to start, how
// often it draws and how fast the game goes, and how much memory the browser's largest process takes after ten
// seconds and after a minute. Ten minutes more are played where THICKET_PATIENCE is set.
func BenchmarkPlayground(b *testing.B) {
	for _, play := range []struct {
		scene string
		bots  int
	}{{"meadow", 0}, {"tag", 1000}, {"crowd", 20_000}} {
		b.Run(fmt.Sprintf("scene=%s/bots=%d", play.scene, play.bots), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				measure(b, play.scene, play.bots)
				b.StartTimer()
			}
		})
	}
}

func measure(b *testing.B, scene string, bots int) {
	game := "#" + scene
	if bots > 0 {
		game = linkTo(b, scene, bots)
	}
	s := write(b)
	p, files := s.tab(b), s.files(b)
	before := rested(b)
	begin := time.Now()
	p.do(chromedp.Navigate(files.URL + "/" + game))
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
	after, _ := children(b)
	b.ReportMetric(time.Since(begin).Seconds(), "s/start")
	b.ReportMetric((after - before).Seconds(), "cpu-s/start")
	p.until(`!document.querySelector("#clock").textContent.startsWith("0:00")`)

	p.ask(`(window.drawn = 0, (function next() { window.drawn++; requestAnimationFrame(next) })(), 1)`)
	from, drawn, at := p.clock(), p.number(`window.drawn`), time.Now()
	time.Sleep(10 * time.Second)
	passed := time.Since(at).Seconds()
	b.ReportMetric((p.number(`window.drawn`)-drawn)/passed, "frames/s")
	b.ReportMetric((p.clock()-from)/passed, "game-s/s")
	p.picture(scene)
	_, size := children(b)
	b.ReportMetric(size, "MB/first")
	b.ReportMetric(p.collected(), "MB/first-script")
	wait := 50 * time.Second
	if os.Getenv("THICKET_PATIENCE") != "" {
		wait = 10 * time.Minute
	}
	time.Sleep(wait)
	_, size = children(b)
	b.ReportMetric(size, "MB/last")
	b.ReportMetric(p.collected(), "MB/last-script")
}

// collected returns how much memory the page's script holds, in megabytes, once the browser has collected
// its garbage.
func (p tab) collected() float64 {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		p.Fatal(err)
	}
	return p.number(`performance.memory.usedJSHeapSize`) / 1e6
}

// watch notes how long the page waits for the answer to a command that it sends to the room.
const watch = `(() => {
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (order, ...more) {
		const said = order.do === "say" && order.text ? JSON.parse(order.text) : {};
		if (said.type === "do") {
			const begin = performance.now();
			const hear = ({ data }) => {
				if (data.is !== "message" || typeof data.data !== "string") return;
				const answer = JSON.parse(data.data);
				if (answer.n !== said.n) return;
				window.waited = performance.now() - begin;
				this.removeEventListener("message", hear);
			};
			this.addEventListener("message", hear);
		}
		return post.call(this, order, ...more);
	};
	return 1;
})()`

// BenchmarkAnswer tells how long the page waits from a command that it sends to the room until the answer is
// there: while nothing else is done, and while mutants are tried.
func BenchmarkAnswer(b *testing.B) {
	s := write(b)
	p, _ := s.open(b, "#meadow")
	p.ask(watch)
	for _, beside := range []string{"nothing", "mutants"} {
		b.Run("beside="+beside, func(b *testing.B) {
			p := tab{b, p.ctx, p.offline}
			var all []float64
			for b.Loop() {
				if beside == "mutants" && p.ask(`document.querySelector("#stop") === null`) == "true" {
					p.click("#mutants")
					p.until(`document.querySelector("#stop") !== null`)
					time.Sleep(mutantsStart)
				}
				p.ask(`(window.waited = -1, document.querySelector("#pause").click(), 1)`)
				p.until(`window.waited >= 0`)
				all = append(all, p.number(`window.waited`))
			}
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2], "ms/median")
			b.ReportMetric(all[len(all)-1], "ms/most")
		})
	}
}

// mutantsStart is how long the program that tries mutants takes to start, at most.
const mutantsStart = 3 * time.Second

// clock returns the time of the game, in seconds.
func (p tab) clock() float64 {
	p.Helper()
	var m, s float64
	if _, err := fmt.Sscanf(p.ask(`document.querySelector("#clock").textContent.match(/^\d+:\d\d/)[0]`), "%f:%f", &m, &s); err != nil {
		p.Fatal(err)
	}
	return 60*m + s
}

// linkTo is a link with a shipped scene, with another number of bots of its first kind.
func linkTo(b *testing.B, scene string, bots int) string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(source, "internal", "scenes", "shipped", scene+".yaml"))
	if err != nil {
		b.Fatal(err)
	}
	before, after, ok := strings.Cut(string(text), "    count: ")
	_, after, _ = strings.Cut(after, "\n")
	if !ok {
		b.Fatalf("%s has no count", scene)
	}
	name := scene + ".yaml"
	game, err := json.Marshal(map[string]any{"scene": name, "files": map[string]string{name: fmt.Sprintf("%s    count: %d\n%s", before, bots, after)}})
	if err != nil {
		b.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Write(game); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return "#game=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// rested waits until the browser, which goes on to start itself once it shows a page, has come to rest, and
// returns the processor time of its processes.
func rested(b *testing.B) time.Duration {
	b.Helper()
	before, _ := children(b)
	for range 40 {
		time.Sleep(500 * time.Millisecond)
		after, _ := children(b)
		if after-before <= 10*time.Millisecond {
			return after
		}
		before = after
	}
	b.Fatal("the browser did not come to rest")
	return 0
}

// children returns the processor time of the processes that this one has started, and those of them,
// and the resident memory of the largest, in megabytes.
func children(b *testing.B) (cpu time.Duration, most float64) {
	b.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	type process struct {
		parent string
		ticks  int
		pages  int
	}
	all := map[string]process{}
	for _, file := range list {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // from the state on
		var one process
		one.parent = f[1]
		for i, of := range []*int{&one.ticks, &one.pages} {
			for _, n := range [][]string{f[11:13], f[21:22]}[i] {
				v, err := strconv.Atoi(n)
				if err != nil {
					b.Fatal(err)
				}
				*of += v
			}
		}
		all[filepath.Base(filepath.Dir(file))] = one
	}
	self := strconv.Itoa(os.Getpid())
	for id := range all {
		above := id
		for above != self && all[above].parent != "" {
			above = all[above].parent
		}
		if id != self && above == self {
			cpu += time.Duration(all[id].ticks) * 10 * time.Millisecond
			most = max(most, float64(all[id].pages)*float64(os.Getpagesize())/1e6)
		}
	}
	return cpu, most
}
