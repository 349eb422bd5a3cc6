package zz

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

func BenchmarkScene(b *testing.B) {
	n := 2000
	fmt.Sscan(os.Getenv("N"), &n)
	sc, err := scenes.Load(os.Getenv("SCENE"), scenes.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if n > 0 {
		if err := sc.Scale(n); err != nil {
			b.Fatal(err)
		}
	}
	var m0, m1 runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m0)
	s, err := session.New(sc, session.Options{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for range 300 {
		s.Step()
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	bots := len(s.Snapshot().Bots)
	b.ResetTimer()
	for range b.N {
		s.Step()
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
	b.ReportMetric(float64(m1.HeapAlloc-m0.HeapAlloc)/float64(bots), "bytes/bot")
}
