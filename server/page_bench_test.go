//go:build !js

package server

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// How many pictures a second the game master's page draws of a field with all bots in sight. A
// round is five seconds: -benchtime 1x is enough.
func BenchmarkPage(b *testing.B) {
	for _, bots := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("bots=%d", bots), func(b *testing.B) {
			scene := fmt.Sprintf("world: { width: 1000, height: 600 }\ntickRate: 20\nbots: [{ id: cat, name: Cat, count: %d, speedMps: 4, behavior: { kind: wander } }]\n", bots)
			game, err := thicket.Start("crowd.yaml", []byte(scene), thicket.Options{})
			if err != nil {
				b.Fatal(err)
			}
			s, err := New(Options{Token: secret})
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Open("crowd", game); err != nil {
				b.Fatal(err)
			}
			h := httptest.NewServer(s)
			defer h.Close()
			defer s.Close(context.Background())
			ctx, stop := chromedp.NewContext(browsertest.Start(b, 1280, 720))
			defer stop()
			ask := func(script string) string {
				text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`String(`+script+`)`))
				if err != nil {
					b.Fatal(err)
				}
				return text
			}
			for _, do := range []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(1280, 720), chromedp.Navigate(h.URL + "/gm.html#" + secret)} {
				if err := chromedp.Do(ctx, do); err != nil {
					b.Fatal(err)
				}
			}
			for ask(text("#class-cat .counter input")) != strconv.Itoa(bots) {
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(5 * time.Second) // until all have been told of
			ask(`(() => { window.drawn = 0; const count = () => { window.drawn++; requestAnimationFrame(count) }; requestAnimationFrame(count); window.begun = performance.now(); return 1 })()`)
			for b.Loop() {
				time.Sleep(5 * time.Second)
			}
			rate, err := strconv.ParseFloat(ask(`1000 * window.drawn / (performance.now() - window.begun)`), 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(rate, "pictures/s")
		})
	}
}
