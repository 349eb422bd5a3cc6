//go:build !js

package playground

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// texts returns the files of the game as the editor shows them, one after the other.
func (p tab) texts() map[string]string {
	p.Helper()
	all := map[string]string{}
	var names []string
	if err := json.Unmarshal([]byte(p.ask(`JSON.stringify([...document.querySelectorAll(".names [role=tab]")].map((b) => b.textContent))`)), &names); err != nil {
		p.Fatal(err)
	}
	for _, name := range names {
		p.ask(fmt.Sprintf(`([...document.querySelectorAll(".names [role=tab]")].find((b) => b.textContent === %q).click(), 1)`, name))
		p.until(fmt.Sprintf(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.getAttribute("aria-label") === %q`, "Text of "+name))
		all[name] = p.ask(`document.querySelector("#text").shadowRoot.querySelector(".cm-content").cmTile.view.state.doc.toString()`)
	}
	return all
}

// has wants files in the editor.
func (p tab) has(want map[string]string) {
	p.Helper()
	if got := p.texts(); !maps.Equal(got, want) {
		p.Errorf("the files are %q, wanted %q", got, want)
	}
}

// shows waits until the game of a name plays.
func (p tab) shows(name string) {
	p.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll(".gm *")].some((e) => e.children.length === 0 && e.textContent === %q)`, name))
	p.plays()
}

// downloads has the browser save files into a new folder.
func (p tab) downloads() (dir string) {
	p.Helper()
	dir = p.TempDir()
	if _, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		p.Fatal(err)
	}
	return dir
}

// saved waits until a file was saved as a whole.
func (p tab) saved(file string) {
	p.Helper()
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(100 * time.Millisecond) {
		if f, err := os.Stat(file); err == nil && f.Size() > 0 {
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.crdownload")); err == nil && len(left) == 0 {
				return
			}
		}
	}
	p.Fatalf("%s was not saved", file)
}

// drop drops a file or a folder of the disk on the editor.
func (p tab) drop(path string) {
	p.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		p.Fatal(err)
	}
	p.until(`!!document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")`)
	for _, event := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: event, X: p.number(`(({ left, width }) => left + width / 2)(document.querySelector("#text").getBoundingClientRect())`),
			Y:    p.number(`(({ top, height }) => top + height / 2)(document.querySelector("#text").getBoundingClientRect())`),
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1},
		}); err != nil {
			p.Fatal(err)
		}
	}
}

// A link holds all files, those that were changed as they are now: in a browser that knows nothing else of them
// it opens the same game, which plays.
func (s site) links(t *testing.T) {
	p, _ := s.open(t, "#patrol")
	p.replace("name: ", "# changed: é, 木, 🐑\nname: ")
	p.until(`document.querySelector("#findings").textContent === "No errors"`)
	want := p.texts()
	p.click("#share")
	p.until(`location.hash.startsWith("#game=")`)
	p.until(`/The link is (copied|in the address): it holds all files/.test(document.querySelector(".bench .note")?.textContent)`)
	hash := p.ask(`location.hash`)

	q, _ := s.open(t, hash)
	if len(want) < 3 {
		t.Errorf("the game has %d files, wanted some", len(want))
	}
	q.has(want)
	q.until(`document.querySelector("#fault") === null && document.querySelector("#saved") === null`)
}

// What is too long for a link is saved, and can be dropped.
func (s site) savesLong(t *testing.T) {
	p, _ := s.open(t, "#bases")
	long := ""
	for n := uint32(1); len(long) < 60_000; n = n*1664525 + 1013904223 { // what nothing compresses much
		long += fmt.Sprintf("# %08x\n", n)
	}
	p.replace("name: ", long+"name: ")
	want := p.texts()
	dir := p.downloads()
	p.click("#share")
	p.until(`document.querySelector(".bench .note")?.textContent.includes("saved as game.json")`)
	p.saved(filepath.Join(dir, "game.json"))
	if hash := p.ask(`location.hash`); hash != "#bases" {
		t.Errorf("the address is %.40s, wanted it as it was", hash)
	}

	q, _ := s.open(t, "#tag")
	q.drop(filepath.Join(dir, "game.json"))
	q.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "bases.yaml"`)
	q.has(want)
	q.shows("Bases")
	if back := q.ask(`document.querySelector("#left")?.textContent`); back != "undefined" {
		t.Errorf("the file that was dropped has changed the one that was shown: %s", back)
	}
}

// A folder that is dropped is the game, with the files in folders of it, and the changes that are left for
// it can be taken back. What has no scene is refused, and the game stays.
func (s site) takesFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	want := map[string]string{
		"scene.yaml":      "name: Yard\nseed: 1\nworld: { width: 40, height: 40 }\nbots:\n  - { id: mine, name: Mine, count: 3, speedMps: 2, behavior: { file: bots/mine.bt } }\n",
		"bots/mine.bt":    "selector { action wander }\n",
		"mine.test.yaml":  "tests: []\n",
		"bots/deep/er.bt": "selector { action stand }\n",
		"bots/größe.bt":   "selector { action stand }\n",
	}
	left := map[string]string{"bots/big.lua": strings.Repeat("-- ten bytes\n", 400_000), "bots/what?.bt": "selector { action stand }\n", ".git/config": "[core]\n"}
	on := maps.Clone(want)
	maps.Copy(on, left)
	for name, text := range on {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := s.open(t, "#tag")
	p.replace("speedMps: 8", "speedMps: 7")
	p.drop(filepath.Join(dir, "bots"))
	p.until(`document.querySelector(".bench .note")?.textContent.includes("There is no scene among the files")`)
	p.drop(dir)
	p.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "scene.yaml"`)
	p.has(want)
	if said := p.ask(`document.querySelector(".bench .note")?.textContent`); !strings.Contains(said, "bots/big.lua, which has more than 4 MB") ||
		!strings.Contains(said, "bots/what?.bt, for its name") || strings.Contains(said, ".git") {
		t.Errorf("of files that are left out it tells %q", said)
	}
	p.shows("Yard")
	p.picture("dropped")
	p.click("#left button")
	p.until(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile?.view.state.doc.toString().includes("speedMps: 7")`)
}

// The zip that is saved has the files as they are.
func (s site) zips(t *testing.T) {
	p, _ := s.open(t, "#patrol")
	p.replace("name: ", "# changed: é, 木, 🐑\nname: ")
	want, dir := p.texts(), p.downloads()
	p.click("#zip")
	file := filepath.Join(dir, "game.zip")
	p.saved(file)
	r, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in) // which checks its sum
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		got[f.Name] = string(text)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the zip has %q, wanted %q", got, want)
	}
}
