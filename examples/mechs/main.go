// Command mechs is a game with movement, walls and shots of its own, whose mechs have trees.
package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"log"
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/render/panel"
)

//go:embed *.bt *.yaml
var files embed.FS

const tick, metre = 1.0 / 60, 14 // seconds and pixels

var (
	walls = [][4]float64{{-2, -2, 100, 2}, {-2, 64, 100, 2}, {-2, 0, 2, 64}, {96, 0, 2, 64}, {18, 8, 3, 16}, {18, 40, 3, 16},
		{75, 8, 3, 16}, {75, 40, 3, 16}, {34, 28, 6, 8}, {56, 28, 6, 8}, {42, 9, 12, 4}, {42, 51, 12, 4}} // x, y, width, height
	posts  = [][2]float64{{12, 5}, {48, 5}, {84, 5}, {28, 32}, {48, 32}, {68, 32}, {12, 59}, {48, 59}, {84, 59}} // of patrols
	homes  = []float64{7, 89}
	teams  = []color.RGBA{{0xe0, 0x58, 0x40, 0xff}, {0x40, 0x98, 0xe0, 0xff}}
	dark   = color.RGBA{0x1c, 0x20, 0x28, 0xff}
	models = map[string][3]float64{"scout.bt": {0.4, 5, 9}, "gunner.yaml": {1.5, 22, 6}} // reload, harm, speed
)

// Mech is an agent as the game has it: its tree calls its methods.
type Mech struct {
	Name, Tree                       string
	Team, Post                       int
	X, Y, Body, Turret, WantX, WantY float64 // Want is where it goes in this tick
	Health, Reload, HitX, HitY       float64 // Hit is where its last shot went
	foe                              *Mech   // the nearest in sight
}

func (m *Mech) Armour() float64 { return m.Health }
func (m *Mech) SeesFoe() bool   { return m.foe != nil }
func (m *Mech) Loaded() bool    { return m.Reload <= 0 }

func (m *Mech) Aim() mind.Status {
	to := math.Atan2(m.foe.Y-m.Y, m.foe.X-m.X)
	if m.Turret = turn(m.Turret, to, 0.06); math.Abs(turn(0, to-m.Turret, 1)) > 0.05 {
		return mind.Running
	}
	return mind.Success
}

func (m *Mech) Fire() mind.Status {
	m.Reload, m.HitX, m.HitY = models[m.Tree][0], m.foe.X, m.foe.Y
	m.foe.Health -= models[m.Tree][1]
	return mind.Success
}

func (m *Mech) Patrol() mind.Status {
	if m.Turret = turn(m.Turret, m.Body, 0.03); m.walk(posts[m.Post][0], posts[m.Post][1]) < 3 {
		m.Post = (m.Post + 5) % len(posts)
	}
	return mind.Running
}

// Retreat goes home, where mechs are mended.
func (m *Mech) Retreat() mind.Status {
	if m.walk(homes[m.Team], 32) < 6 {
		m.WantX, m.WantY, m.Health = m.X, m.Y, min(m.Health+0.5, 100)
	}
	return mind.Running
}

// Circle keeps nine metres to the foe, and does not stand still.
func (m *Mech) Circle() mind.Status {
	x, y := m.foe.X-m.X, m.foe.Y-m.Y
	pull := min(max(math.Hypot(x, y)-9, -1), 1)
	m.walk(m.X+x*pull-y, m.Y+y*pull+x)
	return mind.Running
}

// walk heads for a point, and returns how far that is.
func (m *Mech) walk(x, y float64) float64 {
	m.WantX, m.WantY = x, y
	return math.Hypot(x-m.X, y-m.Y)
}

// move is the game's own physics: mechs turn before they walk, and along walls.
func (m *Mech) move() {
	m.Reload -= tick
	if dx, dy := m.WantX-m.X, m.WantY-m.Y; dx != 0 || dy != 0 {
		m.Body = turn(m.Body, math.Atan2(dy, dx), 0.08)
		s, c := math.Sincos(m.Body)
		for _, way := range [][2]float64{{c, s}, {-s, c}, {0, math.Copysign(1, c)}, {-math.Copysign(1, s), 0}, {s, -c}} {
			step := models[m.Tree][2] * tick
			if x, y := m.X+step*way[0], m.Y+step*way[1]; !blocked(x, y, 1.5) {
				m.X, m.Y = x, y
				break
			}
		}
	}
	m.WantX, m.WantY = m.X, m.Y
}

// look finds the nearest foe with no wall between.
func (m *Mech) look(mechs []*Mech) {
	m.foe = nil
	near := 26.0
	for _, o := range mechs {
		dx, dy, free := o.X-m.X, o.Y-m.Y, o.Team != m.Team
		for t := 0.1; t < 1 && free; t += 0.1 {
			free = !blocked(m.X+dx*t, m.Y+dy*t, 0.1)
		}
		if d := math.Hypot(dx, dy); free && d < near {
			m.foe, near = o, d
		}
	}
}

// turn is an angle turned to another one, by so much at most.
func turn(from, to, most float64) float64 {
	return from + min(max(math.Remainder(to-from, 2*math.Pi), -most), most)
}

// blocked reports whether a disc lies on a wall.
func blocked(x, y, r float64) bool {
	return slices.ContainsFunc(walls, func(w [4]float64) bool {
		return math.Hypot(x-min(max(x, w[0]), w[0]+w[2]), y-min(max(y, w[1]), w[1]+w[3])) < r
	})
}

type game struct {
	mechs          []*Mech
	minds          *mind.Minds[*Mech]
	chosen         *Mech
	x, y           float64 // the middle of the screen, in metres
	screen         image.Point
	corner         image.Rectangle // where the tree is
	view           *mind.View
	tree           panel.Panel
	names          panel.Overlay[*Mech]
	noTree, noName bool
	saved          [2][]byte // mechs and minds
}

func newGame() (g *game, err error) {
	g = &game{x: 20, y: 20, names: panel.Overlay[*Mech]{Reach: 32}}
	g.minds, err = mind.New(mind.Options[*Mech]{Files: files, Methods: true, Name: func(m *Mech) string { return m.Name }})
	for i := 0; i < 12 && err == nil; i++ {
		m := &Mech{Name: fmt.Sprint([]string{"Red ", "Blue "}[i%2], i/2+1), Team: i % 2, Tree: []string{"scout.bt", "gunner.yaml"}[i/2%2], Post: i * 3 / 4}
		_, err = g.minds.Add(m, m.Tree)
		g.mechs = append(g.mechs, m)
	}
	if err == nil {
		g.chosen, g.view = g.mechs[0], g.minds.Of(g.mechs[0]).Watch()
	}
	return g, err
}

// play is a tick of the game.
func (g *game) play() {
	for i, m := range g.mechs {
		if m.Health <= 0 { // a new one comes
			m.X, m.Y, m.Health, m.Body = homes[m.Team], 10+9*float64(i/2), 100, math.Pi*float64(m.Team)
		}
		m.look(g.mechs)
	}
	g.minds.Tick(tick)
	g.minds.ThinkAll(1)
	for _, m := range g.mechs {
		m.move()
	}
}

func (g *game) Update() (err error) {
	if g.play(); !g.noTree && g.tree.Update(g.view, g.corner) {
		return nil // mouse and keys are the panel's
	}
	pressed := inpututil.IsKeyJustPressed
	g.noTree, g.noName = g.noTree != pressed(ebiten.KeyTab), g.noName != pressed(ebiten.KeyN)
	if pressed(ebiten.KeyF5) {
		err = g.save()
	} else if pressed(ebiten.KeyF9) {
		err = g.load()
	}
	x, y := ebiten.CursorPosition()
	for _, m := range g.mechs {
		if mx, my, _ := g.pixel(m); inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) && math.Hypot(mx-float64(x), my-float64(y)) < 2*metre {
			g.view.Close()
			g.chosen, g.view = m, g.minds.Of(m).Watch()
		}
	}
	g.x, g.y = g.x+(g.chosen.X-g.x)*0.04, g.y+(g.chosen.Y-g.y)*0.04
	return err
}

func (g *game) save() (err error) {
	var minds bytes.Buffer
	if g.saved[0], err = json.Marshal(g.mechs); err == nil {
		err = g.minds.Save(&minds, func(m *Mech) string { return m.Name })
	}
	g.saved[1] = minds.Bytes()
	return err
}

func (g *game) load() error {
	var mechs []Mech
	if json.Unmarshal(g.saved[0], &mechs) != nil {
		return nil // nothing is saved
	}
	for i := range mechs {
		*g.mechs[i] = mechs[i]
	}
	return g.minds.Load(bytes.NewReader(g.saved[1]), func(name string) (*Mech, bool) {
		return g.mechs[slices.IndexFunc(g.mechs, func(m *Mech) bool { return m.Name == name })], true
	})
}

// pixel is where a mech is on the screen.
func (g *game) pixel(m *Mech) (x, y float64, visible bool) {
	return (m.X-g.x)*metre + float64(g.screen.X)/2, (m.Y-g.y)*metre + float64(g.screen.Y)/2, true
}

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(dark)
	line := func(x, y, angle, from, to, wide float64, c color.Color) {
		sin, cos := math.Sincos(angle)
		x0, y0, _ := g.pixel(&Mech{X: x + from*cos, Y: y + from*sin})
		x1, y1, _ := g.pixel(&Mech{X: x + to*cos, Y: y + to*sin})
		vector.StrokeLine(screen, float32(x0), float32(y0), float32(x1), float32(y1), float32(wide*metre), c, true)
	}
	line(0, 32, 0, 0, 96, 64, color.RGBA{0x3a, 0x42, 0x3c, 0xff})
	line(homes[0], 32, 0, -5, 5, 10, color.RGBA{0x70, 0x2c, 0x20, 0xff})
	line(homes[1], 32, 0, -5, 5, 10, color.RGBA{0x20, 0x4c, 0x70, 0xff})
	for _, w := range walls {
		line(w[0], w[1]+w[3]/2, 0, 0, w[2], w[3], dark)
	}
	for _, m := range g.mechs {
		line(m.X, m.Y, m.Body, -1.4, 1.4, 2.6, dark)
		line(m.X, m.Y, m.Body, -1.2, 1.2, 1.6, teams[m.Team])
		line(m.X, m.Y, m.Turret, -0.7, 0.7, 1.2, dark)
		line(m.X, m.Y, m.Turret, 0, 2.2, 0.4, dark)
		line(m.X-1.5, m.Y-2, 0, 0, 3*m.Health/100, 0.3, color.RGBA{0x60, 0xe0, 0x70, 0xff})
		if m.Reload > models[m.Tree][0]-0.1 {
			line(m.X, m.Y, math.Atan2(m.HitY-m.Y, m.HitX-m.X), 2.2, math.Hypot(m.HitX-m.X, m.HitY-m.Y), 0.25, color.RGBA{0xff, 0xe8, 0x90, 0xff})
		}
	}
	if !g.noName {
		g.names.Draw(screen, g.minds, g.pixel)
	}
	if !g.noTree {
		g.tree.Draw(screen, g.view, g.corner)
	}
}

func (g *game) Layout(w, h int) (width, height int) {
	g.screen, g.corner = image.Pt(w, h), image.Rect(w-min(330, w/2), 10, w-10, h-10)
	return w, h
}

func main() {
	ebiten.SetWindowSize(960, 640)
	g, err := newGame()
	if err == nil {
		err = ebiten.RunGame(g)
	}
	if err != nil {
		log.Fatal(err)
	}
}
