package playground

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
)

// Qualities of brotli. The program takes some twenty seconds of a processor with the usual one, and
// minutes with the highest, for a sixth less.
const Usual, Smallest = 9, 11

// long is how long a file is at least that is compressed, in bytes.
const long = 2000

// window is the binary logarithm of how far brotli looks back, the most that all browsers know: half of
// the program.
const window = 24

// packAll compresses all long files, each by gzip and by brotli: by their names with the ending that
// servers of files look for.
func packAll(files map[string][]byte, quality int) (map[string][]byte, error) {
	if quality < 0 || quality > Smallest {
		return nil, fmt.Errorf("the quality of brotli is %d, wanted 0 to %d", quality, Smallest)
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	var errs error
	packed := map[string][]byte{}
	for name, text := range files {
		if len(text) < long {
			continue
		}
		for ending, by := range map[string]func(io.Writer) (io.WriteCloser, error){
			".gz": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) },
			".br": func(w io.Writer) (io.WriteCloser, error) {
				return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: window}), nil
			},
		} {
			all.Go(func() {
				short, err := pack(text, by)
				mu.Lock()
				defer mu.Unlock()
				packed[name+ending] = short
				errs = errors.Join(errs, err)
			})
		}
	}
	all.Wait()
	return packed, errs
}

// pack compresses a text.
func pack(text []byte, by func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	var b bytes.Buffer
	w, err := by(&b)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
