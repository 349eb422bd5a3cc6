// Command mechs is a game with movement, walls and shots of its own, whose mechs have trees.
package main

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/color"
	"log"
	"math"
	"math/cmplx"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/render/panel"
	"github.com/thicket-sim/thicket/tool"
)

const tick, metre = 1.0 / 60, 14 // seconds and pixels
var (
	//go:embed *.bt *.yaml
	files embed.FS
	walls = [][4]float64{{-99, -99, 294, 99}, {-99, 64, 294, 99}, {-99, -99, 99, 262}, {96, -99, 99, 262}, {18, 8, 3, 16}, {18, 40, 3, 16},
		{75, 8, 3, 16}, {75, 40, 3, 16}, {34, 28, 6, 8}, {56, 28, 6, 8}, {42, 9, 12, 4}, {42, 51, 12, 4}} // x, y, width, height
	posts   = []complex128{12 + 5i, 48 + 5i, 84 + 5i, 28 + 32i, 48 + 32i, 68 + 32i, 12 + 59i, 48 + 59i, 84 + 59i} // of patrols
	homes   = []complex128{7 + 32i, 89 + 32i}
	teams   = []color.RGBA{{0xe0, 0x58, 0x40, 0xff}, {0x40, 0x98, 0xe0, 0xff}}
	dark    = color.RGBA{0x1c, 0x20, 0x28, 0xff}
	options = mind.Options[*Mech]{Files: files, Methods: true, Name: func(m *Mech) string { return m.Name }}
	models  = map[string][3]float64{"scout.bt": {0.4, 5, 9}, "gunner.yaml": {1.5, 22, 6}} // reload, harm, speed
)

// Mech is an agent as the game has it: its tree calls its methods. Points are x + yi, in metres.
type Mech struct {
	Name, Tree                   string
	Team, Post                   int
	At, Want, Hit                complex128 // Want is where it goes in this tick, Hit is where its last shot went
	Body, Turret, Health, Reload float64    // Body and Turret are angles
	foe                          *Mech      // the nearest in sight
}

func (m *Mech) Armour() float64 { return m.Health }
func (m *Mech) SeesFoe() bool   { return m.foe != nil }
func (m *Mech) Loaded() bool    { return m.Reload <= 0 }

func (m *Mech) Aim() mind.Status {
	to := cmplx.Phase(m.foe.At - m.At)
	if m.Turret = turn(m.Turret, to, 0.06); math.Abs(turn(0, to-m.Turret, 1)) > 0.05 {
		return mind.Running
	}
	return mind.Success
}

func (m *Mech) Fire() mind.Status {
	m.Reload, m.Hit = models[m.Tree][0], m.foe.At
	m.foe.Health -= models[m.Tree][1]
	return mind.Success
}

func (m *Mech) Patrol() mind.Status {
	m.Want, m.Turret = posts[m.Post], turn(m.Turret, m.Body, 0.03)
	if cmplx.Abs(m.Want-m.At) < 3 {
		m.Post = (m.Post + 5) % len(posts)
	}
	return mind.Running
}

// Retreat goes home, where mechs are mended.
func (m *Mech) Retreat() mind.Status {
	if m.Want = homes[m.Team]; cmplx.Abs(m.Want-m.At) < 6 {
		m.Want, m.Health = m.At, min(m.Health+0.5, 100)
	}
	return mind.Running
}

func (m *Mech) Circle() mind.Status {
	way := m.foe.At - m.At
	m.Want = m.At + way*complex(cmplx.Abs(way)/9-1, 1) // nine metres off
	return mind.Running
}

// move is the game's own physics: mechs turn before they walk, and keep walls on one side.
func (m *Mech) move() {
	m.Reload -= tick
	if m.Want != m.At {
		m.Body = turn(m.Body, cmplx.Phase(m.Want-m.At), 0.08)
		step := cmplx.Rect(models[m.Tree][2]*tick, m.Body)
		for i := 0; i < 40 && blocked(m.At+step, 1.5); i++ {
			step *= cmplx.Rect(1, 0.2)
		}
		m.At += step
	}
	m.Want = m.At
}

// look finds the nearest foe with no wall between.
func (g *game) look(m *Mech) {
	m.foe = nil
	near := 26.0
	for o := range g.minds.All() {
		way, free := o.At-m.At, o.Team != m.Team
		for t := 0.1; t < 1 && free; t += 0.1 {
			free = !blocked(m.At+way*complex(t, 0), 0.1)
		}
		if d := cmplx.Abs(way); free && d < near {
			m.foe, near = o, d
		}
	}
}

// turn is an angle turned to another one, by so much at most.
func turn(from, to, most float64) float64 {
	return from + min(max(math.Remainder(to-from, 2*math.Pi), -most), most)
}

// blocked reports whether a disc lies on a wall.
func blocked(at complex128, r float64) bool {
	return slices.ContainsFunc(walls, func(w [4]float64) bool {
		near := complex(min(max(real(at), w[0]), w[0]+w[2]), min(max(imag(at), w[1]), w[1]+w[3]))
		return cmplx.Abs(at-near) < r
	})
}

type game struct {
	mechs, saved   [12]Mech
	minds          *mind.Minds[*Mech]
	savedMinds     bytes.Buffer
	chosen         *Mech
	camera, middle complex128      // what is in the middle of the screen, and where that is, in pixels
	corner         image.Rectangle // where the tree is
	view           *mind.View
	tree           panel.Panel
	names          panel.Overlay[*Mech]
	noTree, noName bool
}

func newGame() *game {
	minds, err := mind.New(options)
	check(err)
	g := &game{minds: minds, camera: 20 + 20i, names: panel.Overlay[*Mech]{Reach: 32}}
	for i := range g.mechs {
		tree := []string{"scout.bt", "gunner.yaml"}[i/2%2]
		g.mechs[i] = Mech{Name: fmt.Sprint([]string{"Red ", "Blue "}[i%2], i/2+1), Team: i % 2, Tree: tree, Post: i * 3 / 4}
		_, err := minds.Add(&g.mechs[i], tree)
		check(err)
	}
	g.chosen, g.view = &g.mechs[0], minds.Of(&g.mechs[0]).Watch()
	check(g.save())
	return g
}

func (g *game) play() { // a tick
	for m := range g.minds.All() {
		if m.Health <= 0 { // a new one comes
			m.At, m.Health, m.Body = homes[m.Team]+complex(0, 6*float64(m.Post)-24), 100, math.Pi*float64(m.Team)
		}
		m.move()
		g.look(m)
	}
	g.minds.Tick(tick)
	g.minds.ThinkAll(1)
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
	under := func(m Mech) bool { return cmplx.Abs(g.onScreen(m.At)-complex(float64(x), float64(y))) < 2*metre }
	if i := slices.IndexFunc(g.mechs[:], under); i >= 0 && inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) {
		g.view.Close()
		g.chosen, g.view = &g.mechs[i], g.minds.Of(&g.mechs[i]).Watch()
	}
	g.camera += (g.chosen.At - g.camera) * 0.04
	return err
}

func (g *game) save() error {
	g.saved, g.savedMinds = g.mechs, bytes.Buffer{}
	return g.minds.Save(&g.savedMinds, func(m *Mech) string { return m.Name })
}

func (g *game) load() error {
	g.mechs = g.saved
	return g.minds.Load(bytes.NewReader(g.savedMinds.Bytes()), func(name string) (*Mech, bool) {
		return &g.mechs[slices.IndexFunc(g.mechs[:], func(m Mech) bool { return m.Name == name })], true
	})
}

func (g *game) onScreen(at complex128) complex128 { return (at-g.camera)*metre + g.middle } // in pixels

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0x3a, 0x42, 0x3c, 0xff})
	line := func(at complex128, angle, from, to, wide float64, c color.Color) {
		a, b := g.onScreen(at+cmplx.Rect(from, angle)), g.onScreen(at+cmplx.Rect(to, angle))
		vector.StrokeLine(screen, float32(real(a)), float32(imag(a)), float32(real(b)), float32(imag(b)), float32(wide*metre), c, true)
	}
	line(homes[0], 0, -5, 5, 10, color.RGBA{0x70, 0x2c, 0x20, 0xff})
	line(homes[1], 0, -5, 5, 10, color.RGBA{0x20, 0x4c, 0x70, 0xff})
	for _, w := range walls {
		line(complex(w[0], w[1]+w[3]/2), 0, 0, w[2], w[3], dark)
	}
	for _, m := range g.mechs {
		line(m.At, m.Body, -1.4, 1.4, 2.6, dark)
		line(m.At, m.Body, -1.2, 1.2, 1.6, teams[m.Team])
		line(m.At, m.Turret, -0.7, 0.7, 1.2, dark)
		line(m.At, m.Turret, 0, 2.2, 0.4, dark)
		line(m.At-1.5-2i, 0, 0, 3*m.Health/100, 0.3, color.RGBA{0x60, 0xe0, 0x70, 0xff})
		if shot := m.Hit - m.At; m.Reload > models[m.Tree][0]-0.1 {
			line(m.At, cmplx.Phase(shot), 2.2, cmplx.Abs(shot), 0.25, color.RGBA{0xff, 0xe8, 0x90, 0xff})
		}
	}
	if !g.noName {
		g.names.Draw(screen, g.minds, func(m *Mech) (x, y float64, visible bool) {
			return real(g.onScreen(m.At)), imag(g.onScreen(m.At)), true
		})
	}
	if !g.noTree {
		g.tree.Draw(screen, g.view, g.corner)
	}
}

func (g *game) Layout(w, h int) (width, height int) {
	g.middle, g.corner = complex(float64(w)/2, float64(h)/2), image.Rect(w-min(330, w/2), 10, w-10, h-10)
	return w, h
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	tool.Minds(options, nil)
	ebiten.SetWindowSize(960, 640)
	check(ebiten.RunGame(newGame()))
}
