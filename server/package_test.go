//go:build !js

package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// pack packs web/client as npm publishes it, installs that in a folder, and returns the folder.
func pack(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"node", "npm", "tar"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s", name)
		}
	}
	web, err := filepath.Abs("../web")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(web, "node_modules", "typescript")); err != nil {
		t.Skip("the packages of web are not installed")
	}
	dir := t.TempDir()
	to := filepath.Join(dir, "node_modules", "@thicket-sim", "client")
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	command(t, filepath.Join(web, "client"), "npm", "pack", "--pack-destination", dir)
	packed, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(packed) != 1 {
		t.Fatalf("packed %v, %v", packed, err)
	}
	command(t, to, "tar", "-x", "-z", "--strip-components", "1", "-f", packed[0])
	return dir
}

func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// A stranger installs the package: its example plays in node, and its types are right for who checks
// with TypeScript.
func TestTheClientPackageInNode(t *testing.T) {
	if testing.Short() {
		t.Skip("packs with npm")
	}
	dir := pack(t)
	example := filepath.Join(dir, "example.mjs")
	if err := os.Rename(filepath.Join(dir, "node_modules", "@thicket-sim", "client", "example.mjs"), example); err != nil {
		t.Fatal(err)
	}
	args := []string{example}
	if exec.Command("node", "-e", "WebSocket").Run() != nil { // before node 22 it is asked for
		args = append([]string{"--experimental-websocket"}, args...)
	}
	_, url := serve(t, Options{Sight: 100})
	out := command(t, dir, "node", append(args, strings.Replace(url, "http", "ws", 1)+"/ws/chase")...)
	if !regexp.MustCompile(`(?m)^tick \d+: 5 bodies, the nearest \d+\.\d m away$`).MatchString(out) {
		t.Errorf("the example printed %s", out)
	}

	two := `import { stay } from "@thicket-sim/client";
const closed = [], client = { current: null }, guest = { greet: () => ({ role: "gm", name: "g" }), lost() {}, left() {} };
const to = (n) => () => ({ binaryType: "", onopen: null, onmessage: null, onclose: null, send() {}, close() { closed.push(n); } });
const leave = stay(to(1), client, guest);
stay(to(2), client, guest);
leave();
console.log("closed", closed.join());
`
	if err := os.WriteFile(filepath.Join(dir, "two.mjs"), []byte(two), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := command(t, dir, "node", "two.mjs"); out != "closed 1\n" {
		t.Errorf("of two who share a place for their client the first leaves: %s", out)
	}

	use := `import { type Body, type Game, Client, Scenes, span, stay } from "@thicket-sim/client";
export const metres = (b: Body, game: Game): number => b.x / span * game.width;
const client: { current: Client | null } = { current: null };
export const leave: () => void = stay("ws://127.0.0.1/ws/x", client, {
  greet: () => ({ role: "gm", name: "g" }),
  message(m) { if (m.type === "standing") void client.current?.do({ do: "pause" }).then((d) => d.tick, (e: Error) => e.message + m.words.length); },
  lost() {}, left(reason: string) { console.log(reason, new Scenes()); },
});
`
	if err := os.WriteFile(filepath.Join(dir, "use.ts"), []byte(use), 0o644); err != nil {
		t.Fatal(err)
	}
	tsc, err := filepath.Abs("../web/node_modules/.bin/tsc")
	if err != nil {
		t.Fatal(err)
	}
	command(t, dir, tsc, "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "use.ts")
}

// The package plays on somebody's own page, as it is packed, and comes back where the connection was lost.
func TestTheClientPackageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("packs with npm, and opens a browser")
	}
	dir := filepath.Join(pack(t), "node_modules", "@thicket-sim", "client")
	page := `<!doctype html><title>A page</title><p id="bodies"></p><p id="lost"></p><p id="left"></p>
<script type="module" src="page.js"></script>`
	script := `import { stay } from "./dist/index.js";
const tell = (id, text) => { document.getElementById(id).textContent = text; };
const client = { current: null };
let losses = 0, token;
stay("ws://" + location.host + "/ws/touch", client, {
  greet: () => ({ role: "player", name: "Page", token }),
  message(m) { if (m.type === "welcome") token = m.token; },
  scene: (s) => tell("bodies", losses + ": " + s.bodies.length),
  lost: () => tell("lost", ++losses), left: (why) => tell("left", why),
});`
	for name, text := range map[string]string{"page.html": page, "page.js": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := New(Options{Token: secret, Sight: 100})
	if err != nil {
		t.Fatal(err)
	}
	game, err := thicket.Start("touch.yaml", []byte(touch), thicket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open("touch", game); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", s)
	mux.Handle("/mine/", http.StripPrefix("/mine/", http.FileServer(http.Dir(dir))))
	h := httptest.NewUnstartedServer(mux)
	cut := &cutter{Listener: h.Listener}
	h.Listener = cut
	h.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.Close(ctx)
		h.Close()
	})
	p := open(t, browsertest.Start(t, 400, 300), h.URL+"/mine/page.html", 400, 300)
	p.until(text("#bodies"), "0: 6")
	cut.cut()
	p.until(text("#bodies"), "1: 6")
	if left := p.ask(text("#left")); left != "" {
		t.Errorf("the page left: %s", left)
	}
}
