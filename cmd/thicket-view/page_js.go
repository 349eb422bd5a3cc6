package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"
	"syscall/js"

	"github.com/thicket-sim/thicket/internal/window"
)

// arguments are made of the page's address: ?scene=tag&bots=500&seed=1&paused=true.
func arguments() []string {
	query, err := url.ParseQuery(strings.TrimPrefix(js.Global().Get("location").Get("search").String(), "?"))
	if err != nil {
		return []string{"tag"}
	}
	scene := query.Get("scene")
	if scene == "" {
		scene = "tag"
	}
	args := []string{scene}
	for _, flag := range []string{"bots", "seed", "light", "paused", "speed", "select"} {
		for _, v := range query[flag] {
			args = append(args, "--"+flag+"="+v)
		}
	}
	return args
}

// serve is not possible inside a browser.
func serve(string, io.Writer) error { return errors.New("a page serves no pages") }

// expose gives the scripts of the page, and tools for people who cannot see a canvas,
// access to what the window shows: thicket.world() is the snapshot as JSON, thicket.widgets()
// where the panel's widgets are, in pixels of the canvas.
func expose(g *window.Game) {
	text := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
	js.Global().Set("thicket", js.ValueOf(map[string]any{
		"world":   js.FuncOf(func(js.Value, []js.Value) any { return text(worldOf(g)) }),
		"widgets": js.FuncOf(func(js.Value, []js.Value) any { return text(g.Widgets()) }),
	}))
}

// keep lets the browser keep a picture as a file.
func keep(name string, data []byte) error {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	blob := js.Global().Get("Blob").New([]any{array}, map[string]any{"type": "image/png"})
	address := js.Global().Get("URL").Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", address)
	return nil
}

func worldOf(g *window.Game) world {
	s := g.Snapshot()
	w := world{Tick: s.Tick, Time: s.Time, Bots: make([]body, len(s.Bots))}
	for i := range s.Bots {
		b := &s.Bots[i]
		w.Bots[i] = body{uint32(b.ID), b.Name, b.X, b.Y}
	}
	return w
}
