package sections

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// encoder and decoder are shared by all writers and readers, which take turns: each has
// tables of megabytes. What they make depends on nothing but what they are given.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(MaxBlock), zstd.WithEncoderCRC(false))
		return must(e, err)
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(MaxBlock), zstd.WithDecoderMaxWindow(MaxBlock))
		return must(d, err)
	})
)

// must takes what cannot fail: the options above are constants.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
