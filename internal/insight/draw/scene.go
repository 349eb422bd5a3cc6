package draw

import (
	"errors"
	"fmt"
	"image/color"
	"math"
)

// Field is the part of a picture that stays: the rectangle
// X <= x <= X+Width, Y <= y <= Y+Height in metres, y down.
type Field struct {
	X, Y          float32
	Width, Height float32
	Places        []Place
	Obstacles     []Obstacle
	Paths         []Path
	Title         string
}

// Obstacle is a disc where Radius is above 0, else a polygon; metres.
type Obstacle struct {
	Points       [][2]float32
	X, Y, Radius float32
}

// Path is a line from point to point, in metres.
type Path struct{ Points [][2]float32 }

// Item is a thing that lies on the field at X, Y metres. A Color with alpha 0
// stands for a neutral one.
type Item struct {
	X, Y  float32
	Color color.RGBA
}

// Place is a named circle on the field; X, Y and Radius are metres.
// A Color with alpha 0 stands for a neutral one.
type Place struct {
	Name         string
	X, Y, Radius float32
	Color        color.RGBA
}

// Body is a bot or a person at X, Y metres, heading along HX, HY, which need
// not be of unit length; a body that heads nowhere has a zero heading.
// A Color with alpha 0 stands for a neutral one.
type Body struct {
	ID     uint32 // stable from frame to frame; trails go by it
	X, Y   float32
	HX, HY float32
	Color  color.RGBA
	Marked bool       // "it": in a colour of its own, with a halo
	Hued   bool       // of a marked one: only the halo has that colour
	Sign   color.RGBA // of a ring around it; without alpha there is none
	Human  bool
	Glyph  Glyph   // of its class
	Label  string  // drawn for humans, and for bots while there is room
	Named  bool    // the label is drawn in any case, on top of others
	Focus  bool    // the one that is looked at: with a green ring around it
	Hurt   float32 // the share of its health that it lacks, 0 to 1
	Dead   bool
	Hidden bool   // not drawn
	Laden  bool   // carries something
	Speech string // what it says

	// Of buildings:
	Shape      Shape   // one that Shape.IsBuilding; of others ShapeBot
	Radius     float32 // metres
	Unfinished float32 // the share of it that is yet to be built, 0 to 1
	Burning    bool
	Dim        bool // it does not work
}

// Frame is a world at one moment. Bodies are drawn in the order given: first
// buildings, then plain ones, then humans, then marked ones.
type Frame struct {
	Tick     int64
	Time     float64 // simulated seconds
	Bodies   []Body
	Captions []string // lines below the title
	Items    []Item
	Night    bool
	Links    []Link  // under the bodies
	Flashes  []Flash // over them
	Sights   []Sight // under the bodies
}

// Link is a dashed line between two points, in metres, from who chose to what
// was chosen.
type Link struct {
	X0, Y0, X1, Y1 float32
	Color          color.RGBA
}

// Sight tells how far, in metres, and how wide, in degrees around its heading, a body
// at X, Y sees.
type Sight struct {
	ID                          uint32 // of the body
	X, Y, HX, HY, Radius, Angle float32
	Color                       color.RGBA
}

// Layers are parts of a picture that can be left out.
type Layers uint8

// The layers, as bits.
const (
	LayerNames Layers = 1 << iota
	LayerHealth
	LayerSpeech
	LayerPaths
	LayerPlaces
)

// Flash is a moment at X, Y metres that an eye should catch, such as a
// contact. Its ring grows and fades with Age, from 0, new, to 1, gone.
type Flash struct{ X, Y, Age float32 }

// Legend is the bar below the field.
type Legend struct {
	Entries []LegendEntry
}

// LegendEntry explains one kind of thing on the field. Marked bodies have one
// colour of their own, whatever Color says.
type LegendEntry struct {
	Color color.RGBA
	Text  string
	Shape Shape
	Glyph Glyph // of a ShapeBot
	Still bool  // of a ShapeBot: none heads anywhere
	Hued  bool  // of a ShapeMarked: only its halo has the colour of marked ones
}

// Shape is the form in which a LegendEntry or a building is drawn.
type Shape uint8

// The shapes are those that things have on the field.
const (
	ShapeBot Shape = iota
	ShapeMarked
	ShapeHuman
	ShapePlace
	ShapeItem
	ShapeSigned // a bot with a ring
	ShapeSpawn  // the first of the buildings
	ShapeCore
	ShapeGun
	ShapeCannon
	ShapeSpikes
	ShapeTrap
	ShapeShop
	ShapeHealer
	ShapeMine
	ShapeWall
	ShapeBuilding // any other, the last of the buildings
)

// shapeNames are by shape.
var shapeNames = [...]string{
	"bot", "marked", "human", "place", "item", "signed", "spawn", "core", "gun", "cannon", "spikes", "trap", "shop", "healer", "mine", "wall", "building",
}

// String returns the word for a shape.
func (s Shape) String() string { return shapeNames[s] }

// Options are choices of a caller; the zero value is a good picture.
type Options struct {
	Width      int  // pixels, 160 to 8192; 0 means 640
	Height     int  // pixels, to 8192; 0 means what the field's shape asks for
	FrameDelay int  // hundredths of a second between frames of a GIF; 0 means 4
	MaxFrames  int  // a GIF takes no more than these; 0 means 600
	Trails     bool // in a GIF, bodies leave a short fading line behind
	Light      bool // dark on light, for bright rooms and paper
	// Unit says how large text, bars and bodies are, 0.5 to 8; 1 fits a picture
	// 640 wide, and 0 means what fits Width.
	Unit float32
}

// Picture sizes in pixels.
const (
	defaultWidth = 640
	minWidth     = 160
	maxSide      = 8192
)

// resolve puts the defaults in, or says which option is out of range.
func (o Options) resolve() (Options, error) {
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	if o.FrameDelay == 0 {
		o.FrameDelay = 4
	}
	if o.MaxFrames == 0 {
		o.MaxFrames = 600
	}
	switch {
	case o.Width < minWidth || o.Width > maxSide:
		return o, fmt.Errorf("draw: width %d px; want %d to %d", o.Width, minWidth, maxSide)
	case o.Height < 0 || o.Height > maxSide:
		return o, fmt.Errorf("draw: height %d px; want 0 to %d", o.Height, maxSide)
	case o.FrameDelay < 0 || o.FrameDelay > math.MaxUint16:
		return o, fmt.Errorf("draw: frame delay %d; want 0 to %d hundredths of a second", o.FrameDelay, math.MaxUint16)
	case o.Unit != 0 && !(o.Unit >= 0.5 && o.Unit <= 8):
		return o, fmt.Errorf("draw: unit %g; want 0.5 to 8", o.Unit)
	case o.MaxFrames < 0:
		return o, fmt.Errorf("draw: at most %d frames; want 0 or more", o.MaxFrames)
	}
	return o, nil
}

// check refuses a field that no camera can show.
func (f Field) check() error {
	if !(f.Width > 0 && f.Height > 0) {
		return fmt.Errorf("draw: field of %g x %g m; want both sides above 0", f.Width, f.Height)
	}
	if !finite(f.Width, f.Height, f.X, f.Y) {
		return errors.New("draw: field without end; want finite sides")
	}
	return nil
}

// finite reports whether no value is infinite or not a number.
func finite(vs ...float32) bool {
	for _, v := range vs {
		if v-v != 0 {
			return false
		}
	}
	return true
}
