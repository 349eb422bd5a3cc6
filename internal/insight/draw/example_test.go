package draw_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/gif"
	"image/png"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

var (
	field  = draw.Field{Width: 200, Height: 100, Title: "Tag"}
	blue   = color.RGBA{0x4a, 0xa3, 0xff, 0xff}
	legend = draw.Legend{Entries: []draw.LegendEntry{
		{Text: "Tag Bot", Color: blue, Shape: draw.ShapeBot},
		{Text: "it", Shape: draw.ShapeMarked},
	}}
)

func ExamplePNG() {
	frame := draw.Frame{Tick: 30, Time: 1, Captions: []string{"tags 0   it: Tag Bot 2"}, Bodies: []draw.Body{
		{ID: 1, X: 40, Y: 50, HX: 1, Color: blue},
		{ID: 2, X: 60, Y: 50, HX: -1, Color: blue, Marked: true},
	}}
	var buf bytes.Buffer
	if err := draw.PNG(&buf, field, frame, legend, draw.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := png.DecodeConfig(&buf)
	fmt.Println(c.Width, c.Height, err)
	// Output: 640 416 <nil>
}

func ExampleGIF() {
	movie := draw.NewGIF(field, legend, draw.Options{Trails: true})
	for i := range 20 {
		movie.Add(draw.Frame{Tick: int64(i), Time: float64(i) / 25, Bodies: []draw.Body{
			{ID: 1, X: 40 + float32(i), Y: 50, HX: 1, Color: blue},
		}})
	}
	var buf bytes.Buffer
	if err := movie.Encode(&buf); err != nil {
		fmt.Println(err)
		return
	}
	m, err := gif.DecodeAll(&buf)
	fmt.Println(len(m.Image), err)
	// Output: 20 <nil>
}

// Another renderer takes the draw list and paints it with its own means.
func ExampleLayout() {
	layout, err := draw.NewLayout(field, legend, draw.Options{}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var list draw.List
	layout.Draw(&list, draw.Frame{Bodies: []draw.Body{{X: 100, Y: 50, HX: 1, Color: blue}}}, nil)
	x, y := layout.Camera.Pixel(100, 50)
	for _, p := range list.Prims {
		if p.Kind == draw.Dart && p.X == x && p.Y == y {
			fmt.Printf("a dart of reach %.1f px at (%.0f, %.0f)\n", p.R, p.X, p.Y)
		}
	}
	// Output:
	// a dart of reach 11.2 px at (320, 201)
	// a dart of reach 9.0 px at (320, 201)
}
