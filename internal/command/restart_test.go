// Under the race detector, which no page needs, all that talks to a browser would be compiled anew.

//go:build !js && !race

package command

import (
	"context"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// webpage is a page in a browser.
type webpage struct {
	*testing.T
	ctx context.Context
}

func openPage(t *testing.T, browser context.Context, url string, wide, high int64) webpage {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	p := webpage{t, ctx}
	p.do(chromedp.EmulateViewport(wide, high))
	p.do(chromedp.Navigate(url))
	return p
}

func (p webpage) do(a chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, a); err != nil {
		p.Fatal(err)
	}
}

// until waits until a script says what is wanted.
func (p webpage) until(script, want string) {
	p.Helper()
	got := ""
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		var err error
		if got, err = chromedp.Run(p.ctx, chromedp.Evaluate[string](`String(`+script+`)`)); err != nil {
			p.Fatal(err)
		}
		if got == want {
			return
		}
	}
	p.Fatalf("%s is %q, wanted %q", script, got, want)
}

// The pages of two players and of a game master come back by themselves when a server begins again, after an
// orderly end and after a kill, with the bodies that they had.
func TestPagesComeBack(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	browser := browsertest.Start(t, 1280, 720)
	at, dir := freeAddress(t), t.TempDir()
	begin := func() *served { return serve(t, "siege", "--save-dir", dir, "--listen", at) }
	s := begin()
	pages := map[string]webpage{
		"the game master": openPage(t, browser, s.url+"/gm.html#"+strings.ReplaceAll(masterToken, " ", "%20"), 1280, 720),
		"Ann":             openPage(t, browser, s.url+"/", 1280, 720),
		"Bo":              openPage(t, browser, s.url+"/", 390, 844),
	}
	clock := map[string]string{"the game master": "#clock", "Ann": "#status", "Bo": "#status"}
	plays := func(who string) {
		t.Helper()
		seconds := `(/^(\d+):(\d\d)/.exec(document.querySelector("` + clock[who] + `")?.textContent) ?? [0, 0, -1]).slice(1).reduce((m, s) => 60 * m + +s, 0)`
		p := pages[who]
		p.until(`document.querySelector("#note") === null && `+seconds+` >= 0 && !/connection was lost/.test(document.querySelector("[role=status]")?.textContent ?? "")`, "true")
		now, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](seconds))
		if err != nil {
			t.Fatal(err)
		}
		p.until(seconds+` > `+strconv.Itoa(now), "true")
	}
	for _, who := range []string{"Ann", "Bo"} {
		p := pages[who]
		p.until(`document.querySelectorAll("select option").length`, "1")
		p.do(chromedp.SendKeys(chromedp.CSS(`input[name=name]`), who))
		p.do(chromedp.Click(chromedp.CSS(`form button`)))
		plays(who)
	}
	plays("the game master")
	before := s.seats("siege")
	if !strings.Contains(before, "Ann ") || !strings.Contains(before, "Bo ") {
		t.Fatalf("there play %q", before)
	}
	for _, end := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		time.Sleep(1500 * time.Millisecond) // so that there is a save
		if err := s.process.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		s.end()
		s = begin()
		began := time.Now()
		for who := range pages {
			plays(who)
		}
		took := time.Since(began).Seconds()
		t.Logf("after %v all are back %.1f s after the server", end, took)
		if took > 15 { // 2 to 3 s on a machine with nothing else to do
			t.Errorf("after %v it took %.1f s until all were back", end, took)
		}
		if after := s.seats("siege"); after != before {
			t.Errorf("after %v there play %q, wanted %q", end, after, before)
		}
	}
}
