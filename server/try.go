package server

import (
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// hashed matches the paths of files of the playground that have a hash of what they hold.
var hashed = lazy.Regexp(`^/try/(([a-z_]+-)?[0-9a-f]{12}\.(wasm|js)(\.gz|\.br)?|[0-9a-f]{12}/[^/]+)$`)

// encodings are how files of the playground can be compressed beside themselves, the shortest first.
var encodings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// playground offers the files of [Options].Try, compressed where they are so beside themselves and the
// browser takes that. Their program is WebAssembly, which pages of rooms may not run.
func (s *Server) playground(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'")
	// What has a hash in its name never changes, and all else is asked for anew.
	age := "no-cache"
	if hashed().MatchString(r.URL.Path) {
		age = "public, max-age=31536000, immutable"
	}
	h.Set("Cache-Control", age)
	h.Set("Vary", "Accept-Encoding")
	dir, to := os.DirFS(s.o.Try), r.Clone(r.Context())
	to.URL.Path = strings.TrimPrefix(r.URL.Path, "/try")
	for _, e := range encodings {
		if f, err := fs.Stat(dir, strings.TrimPrefix(to.URL.Path, "/")+e.ending); err != nil || !f.Mode().IsRegular() || !accepts(r, e.name) {
			continue
		}
		h.Set("Content-Type", mime.TypeByExtension(path.Ext(to.URL.Path)))
		h.Set("Content-Encoding", e.name)
		to.URL.Path += e.ending
		break
	}
	http.FileServerFS(dir).ServeHTTP(w, to)
}

// accepts reports whether a browser takes what is compressed in a way, by the header Accept-Encoding.
func accepts(r *http.Request, encoding string) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		_, q, given := strings.Cut(weight, "=")
		value, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
		return !given || err == nil && value > 0
	}
	return false
}
