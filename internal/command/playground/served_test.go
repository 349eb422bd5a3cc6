//go:build !js

package playground

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/server"
)

// At /try/ of a server the page plays, too, and its program comes by brotli.
func (s site) served(t *testing.T) {
	games, err := server.New(server.Options{Token: "a long word that nobody guesses", Try: s.dir})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(games)
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
		if err := games.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	short, err := filepath.Glob(filepath.Join(s.dir, "*.wasm.br"))
	if err != nil || len(short) != 1 {
		t.Fatalf("the programs by brotli are %q, wanted one: %v", short, err)
	}
	size, err := os.Stat(short[0])
	if err != nil {
		t.Fatal(err)
	}
	p := s.tab(t)
	p.do(chromedp.Navigate(web.URL + "/try/#six-six/rounds.lua"))
	p.plays()
	p.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "rounds.lua"`)
	if got := p.number(`Math.max(...performance.getEntriesByType("resource").filter((e) => /\.wasm(\.gz)?$/.test(e.name)).map((e) => e.encodedBodySize))`); got != float64(size.Size()) {
		t.Errorf("the program came in %.0f bytes, wanted the %d of brotli", got, size.Size())
	}
	if got := p.ask(`performance.getEntriesByType("resource").some((e) => e.name.endsWith(".gz"))`); got != "false" {
		t.Error("a file by gzip was fetched, which is for servers that compress nothing")
	}
	p.do(chromedp.Reload()) // from what the browser keeps
	p.plays()
}
