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
		"thicket-0123456789ab.wasm": "immutable", "thicket-0123456789ab.wasm.gz": "immutable", "wasm_exec-0123456789ab.js": "immutable",
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
