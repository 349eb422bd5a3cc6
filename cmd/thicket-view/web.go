//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/internal/command/scenelist"
	"github.com/thicket-sim/thicket/internal/ground/wasmbuild"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/window"
)

//go:embed web/index.html
var page []byte

// self is the import path of this program.
const self = "github.com/thicket-sim/thicket/cmd/thicket-view"

// arguments returns the arguments of the command line.
func arguments() []string { return os.Args[1:] }

// expose has nothing to do outside a browser.
func expose(*window.Game) {}

// keep writes a file.
func keep(name string, data []byte) error { return wholefile.Write(name, data) }

// serve builds the program for browsers and serves it until it is ended.
func serve(address string, errs io.Writer) error {
	dir, err := os.MkdirTemp("", "thicket-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintln(errs, "building for browsers ...")
	site, err := newSite(dir)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(errs, "open http://localhost:%d/?scene=tag (Ctrl-C ends)\n", l.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}

// drawing are the packages that a frame takes time in.
var drawing = []string{
	"image/...", "golang.org/x/image/...", "github.com/ebitenui/...", "github.com/go-text/...", "github.com/hajimehoshi/...",
	"github.com/thicket-sim/thicket/internal/insight/draw", "github.com/thicket-sim/thicket/internal/insight/palette",
	"github.com/thicket-sim/thicket/internal/window/...",
}

// newSite builds the program for browsers into a folder. Its handler serves the page,
// the program and the script that starts Go programs.
func newSite(dir string) (http.Handler, error) {
	wasm := filepath.Join(dir, "view.wasm")
	build := exec.Command("go", slices.Concat([]string{"build"}, wasmbuild.Flags(drawing...), []string{"-o", wasm, self})...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building for browsers, in a clone of Thicket: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	size, err := pack(wasm)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(indexPage()) // the browser may have closed the connection
	})
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(glue)
	})
	mux.HandleFunc("GET /view.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("X-Unpacked-Length", strconv.FormatInt(size, 10))
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			http.ServeFile(w, r, wasm+packed)
			return
		}
		http.ServeFile(w, r, wasm)
	})
	return mux, nil
}

// packed ends the names of packed files.
const packed = ".gz"

// pack puts a file beside another one that is it packed by gzip, and returns how long the
// one is that is not, in bytes.
func pack(name string) (size int64, err error) {
	from, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer from.Close()
	to, err := os.Create(name + packed)
	if err != nil {
		return 0, err
	}
	w := gzip.NewWriter(to)
	size, err = io.Copy(w, from)
	return size, errors.Join(err, w.Close(), to.Close())
}

// indexPage returns the page, with a menu of the shipped scenes.
func indexPage() []byte {
	var menu strings.Builder
	for _, name := range scenelist.Names() {
		fmt.Fprintf(&menu, "<a href=\"?scene=%[1]s\">%[1]s</a> ", html.EscapeString(name))
	}
	return bytes.Replace(page, []byte("<!-- scenes -->"), []byte(menu.String()), 1)
}
