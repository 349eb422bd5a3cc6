package live

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// BenchmarkHistory measures the cost of a history of a minute while nobody goes back: a game
// with it and one without take turns, by processor time with the collection of garbage; and
// how much memory the minute takes.
func BenchmarkHistory(b *testing.B) {
	for _, name := range []string{"crowd", "tag", "siege"} {
		b.Run(fmt.Sprintf("scene=%s/bots=10000", name), func(b *testing.B) {
			open := func(h session.History) *Session {
				scene, err := scenes.Load(name, scenes.Options{})
				if err == nil {
					err = scene.Scale(10_000)
				}
				if err != nil {
					b.Fatal(err)
				}
				s, err := New(scene, Options{History: h, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(s.Close)
				return s
			}
			const blocks, seconds = 30, 60
			games := [2]*Session{open(session.History{}), open(session.History{Seconds: seconds, Bytes: 1 << 40})}
			ticks := int(seconds * games[0].scene.Setup.TickRate)
			var sum [2]time.Duration
			played := 0
			for b.Loop() {
				for range blocks {
					for i, s := range games {
						runtime.GC()
						start := cputime.Now()
						for range ticks / blocks {
							s.Step()
						}
						sum[i] += cputime.Now() - start
					}
					played += ticks / blocks
				}
			}
			b.ReportMetric(100*(sum[1].Seconds()/sum[0].Seconds()-1), "%more")
			b.ReportMetric(sum[0].Seconds()*1e6/float64(played), "µs/tick")
			h := &games[1].history
			bytes := h.frames[0].size()
			for _, f := range h.frames[1:] {
				bytes += f.own
			}
			b.ReportMetric(float64(bytes)/1e6, "MB")
			b.ReportMetric(float64(len(h.frames)), "frames")
		})
	}
}
