package server

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files of the playground that have a hash in their names are kept for good, and others are asked
// for anew.
func TestThePlaygroundIsCachedByHash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for file, want := range map[string]string{
		"thicket-0123456789ab.wasm": "immutable", "thicket-0123456789ab.wasm.gz": "immutable", "thicket-0123456789ab.wasm.br": "immutable", "wasm_exec-0123456789ab.js": "immutable",
		"0123456789ab/try.js": "immutable", "sw.js": "no-cache", "examples.json": "no-cache", "": "no-cache",
	} {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if file == "" {
			name = filepath.Join(dir, "index.html")
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		(&Server{o: Options{Try: dir}}).playground(w, httptest.NewRequest(http.MethodGet, "/try/"+file, nil))
		if got := w.Header().Get("Cache-Control"); w.Code != http.StatusOK || !strings.Contains(got, want) {
			t.Errorf("/try/%s: %d, %q; wanted %s", file, w.Code, got, want)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "'wasm-unsafe-eval'") {
			t.Errorf("/try/%s may run no program", file)
		}
	}
}

// What stands compressed beside itself comes so to whoever takes that, the shortest first; and what does not
// comes as it is.
func TestThePlaygroundIsCompressed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.wasm", "a.wasm.br", "a.wasm.gz", "b.js", "b.js.gz", "c.css"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text of "+name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, accepts, encoding, text, kind string }{
		{"a.wasm", "gzip, deflate, br, zstd", "br", "a.wasm.br", "application/wasm"},
		{"a.wasm", "GZIP;q=1.0, br;q=0", "gzip", "a.wasm.gz", "application/wasm"},
		{"a.wasm", "br; q=0.5", "br", "a.wasm.br", "application/wasm"},
		{"a.wasm", "", "", "a.wasm", "application/wasm"},
		{"a.wasm", "brotli, x-gzip", "", "a.wasm", "application/wasm"},
		{"b.js", "br, gzip", "gzip", "b.js.gz", "text/javascript"},
		{"c.css", "br, gzip", "", "c.css", "text/css"},
		{"a.wasm.gz", "br, gzip", "", "a.wasm.gz", ""},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			r := httptest.NewRequest(method, "/try/"+c.file, nil)
			if c.accepts != "" {
				r.Header.Set("Accept-Encoding", c.accepts)
			}
			w := httptest.NewRecorder()
			(&Server{o: Options{Try: dir}}).playground(w, r)
			want := "text of " + c.text
			if method == http.MethodHead {
				want = ""
			}
			h := w.Header()
			if w.Code != http.StatusOK || h.Get("Content-Encoding") != c.encoding || w.Body.String() != want || !strings.HasPrefix(h.Get("Content-Type"), c.kind) || h.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s %s for %q: %d, %q, header %v; wanted %q by %q", method, c.file, c.accepts, w.Code, w.Body, h, want, c.encoding)
			}
		}
	}
}

// Names that lead out of the folder, and folders, find nothing that is compressed.
func TestThePlaygroundStaysInItsFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.MkdirAll(filepath.Join(dir, "d.br"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "..", "secret.br"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/try/../secret", "/try/x/../../secret", "/try//../secret", "/try/d"} {
		r := httptest.NewRequest(http.MethodGet, "/try/", nil)
		r.URL.Path = path
		r.Header.Set("Accept-Encoding", "br")
		w := httptest.NewRecorder()
		(&Server{o: Options{Try: dir}}).playground(w, r)
		if w.Code == http.StatusOK || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %d, %q", path, w.Code, w.Body)
		}
	}
}
