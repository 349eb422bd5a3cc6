package panel

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/mind"
)

type rover struct {
	name   string
	x, y   float64
	hidden bool
}

func (r *rover) RollToTheNextCrater() mind.Status { return mind.Running }

func (r *rover) at() (x, y float64, visible bool) { return r.x, r.y, !r.hidden }

// rovers gives them minds, and a turn.
func rovers(t testing.TB, all ...*rover) *mind.Minds[*rover] {
	t.Helper()
	files := fstest.MapFS{"rover.bt": {Data: []byte("action RollToTheNextCrater()")}}
	minds, err := mind.New(mind.Options[*rover]{Files: files, Methods: true, Name: func(r *rover) string { return r.name }})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if _, err := minds.Add(r, "rover.bt"); err != nil {
			t.Fatal(err)
		}
	}
	minds.Tick(0.1)
	minds.ThinkAll(1)
	return minds
}

// names lists whom an overlay drew.
func (o *Overlay[A]) names() (all []string) {
	for i := range o.put {
		all = append(all, o.put[i].name)
	}
	slices.Sort(all)
	return all
}

// TestLabelsHaveRoom draws a crowd that moves: no label lies over another one or beyond the screen,
// which may be a part of a larger image, and most stay beside their agents from frame to frame.
func TestLabelsHaveRoom(t *testing.T) {
	windowtest.Need(t)
	whole := ebiten.NewImage(700, 500)
	defer whole.Deallocate()
	screen := whole.SubImage(image.Rect(40, 30, 640, 430)).(*ebiten.Image)
	var all []*rover
	for i := range 400 {
		all = append(all, &rover{name: fmt.Sprint("Rover ", i), x: float64(40 + i*i*37%600), y: float64(30 + i*151%400)})
	}
	minds := rovers(t, all...)
	o := &Overlay[*rover]{Reach: 4}
	lost, frames, before := 0, 20, []string(nil)
	for frame := range frames {
		whole.Clear()
		o.Draw(screen, minds, (*rover).at)
		for i := range o.put {
			b := o.put[i].box
			if !b.In(screen.Bounds()) {
				t.Fatalf("frame %d: the label of %s is at %v, the screen %v", frame, o.put[i].name, b, screen.Bounds())
			}
			for j := range i {
				if o.put[j].box.Overlaps(b) {
					t.Fatalf("frame %d: the labels of %s and %s overlap", frame, o.put[i].name, o.put[j].name)
				}
			}
		}
		for _, name := range before {
			if !slices.Contains(o.names(), name) {
				lost++
			}
		}
		before = o.names()
		for i, r := range all {
			r.x += float64(i%3-1) / 2
		}
	}
	if n := len(o.put); n < 40 || n == len(all) {
		t.Errorf("%d of %d labels have room", n, len(all))
	}
	if mean := float64(lost) / float64(frames); mean > 3 {
		t.Errorf("%g labels a frame go away", mean)
	}
	pixels := windowtest.Pixels(whole)
	windowtest.Save(t, "overlay", pixels)
	if c := pixels.RGBAAt(20, 200); c != (color.RGBA{}) {
		t.Errorf("%v beside the screen", c)
	}
}

// TestLabelsStay has somebody appear where a label is: it stays where it was.
func TestLabelsStay(t *testing.T) {
	windowtest.Need(t)
	screen := ebiten.NewImage(400, 300)
	defer screen.Deallocate()
	first, second := &rover{name: "First", x: 200, y: 150, hidden: true}, &rover{name: "Second", x: 205, y: 150}
	minds := rovers(t, first, second)
	o := &Overlay[*rover]{}
	o.Draw(screen, minds, (*rover).at)
	was := o.put[0].box
	first.hidden = false
	for range 3 {
		o.Draw(screen, minds, (*rover).at)
	}
	if len(o.put) != 2 || o.put[0].name == "Second" && o.put[0].box != was || o.put[1].name == "Second" && o.put[1].box != was {
		t.Errorf("labels %+v, that of the second was at %v", o.put, was)
	}
}

// TestWhoIsLabelled leaves those out who are hidden, beside the screen or gone, and cuts what is long.
func TestWhoIsLabelled(t *testing.T) {
	windowtest.Need(t)
	screen := ebiten.NewImage(400, 300)
	defer screen.Deallocate()
	long := &rover{name: "Opportunity of the second series, with a name that is long", x: 398, y: 2}
	held, gone := &rover{name: "Held", x: 60, y: 200}, &rover{name: "Gone", x: 200, y: 200}
	minds := rovers(t, &rover{name: "Seen", x: 60, y: 100}, &rover{name: "Hidden", x: 60, y: 60, hidden: true}, &rover{name: "Beside", x: -4, y: 60}, held, gone, long)
	minds.Of(held).Hold(true)
	minds.Of(gone).Drop()
	o := &Overlay[*rover]{}
	o.Draw(screen, minds, (*rover).at)
	got := o.names()
	if len(got) != 3 || got[0] != "Held" || got[2] != "Seen" {
		t.Fatalf("labels of %q", got)
	}
	for i := range o.put {
		l := &o.put[i]
		switch l.name {
		case "Seen":
			if l.action != "RollToTheNextCrater" || l.box.Min.Y > 100 || l.box.Max.Y < 80 || l.box.Min.X > 60 || l.box.Max.X < 60 {
				t.Errorf("%q at %v", l.action, l.box)
			}
		case "Held":
			if l.action != "" {
				t.Errorf("who is held does %q", l.action)
			}
		default:
			if l.box.Dx() > labelRoom+8 || !l.box.In(screen.Bounds()) {
				t.Errorf("%q at %v", l.name, l.box)
			}
		}
	}
}
