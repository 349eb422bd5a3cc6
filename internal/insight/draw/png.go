package draw

import (
	"image"
	"image/png"
	"io"
)

// PNG writes one picture of the field at the moment of fr. It fails on a field
// without area, on options out of range, and when w does.
func PNG(w io.Writer, f Field, fr Frame, lg Legend, opt Options) error {
	a, err := NewLayout(f, lg, opt, len(fr.Captions))
	if err != nil {
		return err
	}
	var l List
	a.Draw(&l, fr, nil)
	img := image.NewRGBA(image.Rect(0, 0, a.Width, a.Height))
	NewRasterizer().Draw(img, &l)
	return png.Encode(w, img)
}
