package core

import (
	"math"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems"
)

// form is a Form with its names looked up and its angles prepared.
type form struct {
	Form
	home  int     // place, or -1
	cos   float64 // of half the angle of sight
	speed float32 // metres a second
	turn  float32 // the cosine and sine of what it turns in a tick
	sin   float32
}

// EncodeState writes what may be other than the scene says: the speed that its class had
// when the arena woke, and what it regenerates, see TakeRegen.
func (f *form) EncodeState(e *state.Encoder) {
	e.Value(&f.speed)
	e.Value(&f.Regen)
}

var _ state.Moved = (*form)(nil)

// SavedAs returns the name under which saves have forms.
func (*form) SavedAs() string {
	return "github.com/thicket-sim/thicket/systems/arena/internal/core.form"
}

// DecodeState reads what EncodeState wrote.
func (f *form) DecodeState(d *state.Decoder) {
	d.Value(&f.speed)
	d.Value(&f.Regen)
}

// PlayerCargo is how many items a player carries at most, who has become no bot.
const PlayerCargo = 4

// initForms looks up the forms of all classes, and that of players, which is
// the last.
func (bs *bodies) initForms() {
	s := bs.Game.Setup
	bs.forms = bs.forms[:0]
	for i := range s.Classes {
		f := NewForm()
		if i < len(bs.Config.Forms) {
			f = bs.Config.Forms[i]
		}
		bs.forms = append(bs.forms, bs.newForm(f, &s.Classes[i]))
	}
	human := NewForm()
	human.Health, human.Respawn, human.Cargo = 100, 5, PlayerCargo
	bs.forms = append(bs.forms, bs.newForm(human, nil))
	bs.fastest = 1
	for i := range bs.forms {
		p := &bs.forms[i].Paces
		bs.fastest = max(bs.fastest, p.Walk, p.Run, p.Sprint)
	}
}

func (bs *bodies) newForm(f Form, class *systems.Class) form {
	out := form{Form: f, home: -1}
	out.prepare(bs.dt)
	if class != nil {
		out.speed = float32(min(class.SpeedMPS, math.MaxFloat32))
		if f.Home != "" {
			out.home = bs.places.first(bs.Game.Setup.Places, f.Home, bs.Game.Setup.TeamOf(class))
		}
	}
	return out
}

// prepare makes what follows from the angles of a form, for ticks of dt seconds.
func (f *form) prepare(dt float64) {
	f.cos, f.turn, f.sin = -2, -2, 0
	if f.Sight.Angle < 360 {
		f.cos = cosDegrees(float64(f.Sight.Angle) / 2)
	}
	if f.Turn > 0 {
		by := min(float64(f.Turn)*dt, math.Pi)
		sin, cos := SinCos(by)
		f.turn, f.sin = float32(cos), float32(sin)
	}
}

// formOf returns the form that a class begins with.
func (bs *bodies) formOf(class int) int16 {
	if class == ecs.Human {
		return int16(len(bs.forms) - 1)
	}
	return int16(class)
}

// form returns the form that a body has now.
func (bs *bodies) form(body int32) *form { return &bs.forms[bs.Form[body]] }

// FormOf returns what a body can do now.
func (bs *bodies) FormOf(body int32) *Form { return &bs.form(body).Form }

// OwnForm returns what a body can do as one of its own class, whatever it has become.
func (bs *bodies) OwnForm(body int32) *Form { return &bs.forms[bs.formOf(int(bs.Class[body]))].Form }

// SpeedOf returns the speed of what a body is now, in metres a second.
func (bs *bodies) SpeedOf(body int32) float32 { return bs.form(body).speed }

// FormOfClass returns what bots of a class begin with.
func (bs *bodies) FormOfClass(class int) *Form { return &bs.forms[class].Form }

// FormCount returns how many forms there are: one for each class, and the last
// for players.
func (bs *bodies) FormCount() int { return len(bs.forms) }

// TakeRegen returns how many points a second bodies of a form regenerate, and takes
// that away from the arena: from then on the caller heals them.
func (bs *bodies) TakeRegen(form int) float32 {
	f := &bs.forms[form]
	rate := f.Regen
	f.Regen = 0
	return rate
}

// turned reports whether a body has become one of another class than it began
// as.
func (bs *bodies) turned(body int32) bool { return bs.Form[body] != bs.formOf(int(bs.Class[body])) }

func (bs *bodies) newArm(weapon int) Arm {
	w := &bs.Config.Weapons[weapon]
	return Arm{Weapon: int16(weapon), Loaded: int16(w.Clip), Spare: int16(w.Ammo)}
}

// SinCos returns the sine and cosine of an angle of at most half a turn, in
// radians, to a few parts in 10^9. It gives the same bits on every machine.
func SinCos(angle float64) (sin, cos float64) {
	const steps = 5 // of halving, which keeps the series short
	x := angle / (1 << steps)
	x2 := float64(x * x)
	sin = float64(x * (1 - float64(x2/6*(1-float64(x2/20)))))
	cos = 1 - float64(x2/2*(1-float64(x2/12*(1-float64(x2/30)))))
	for range steps {
		sin, cos = 2*float64(sin*cos), float64(cos*cos)-float64(sin*sin)
	}
	return sin, cos
}

func cosDegrees(degrees float64) float64 {
	_, cos := SinCos(float64(degrees * math.Pi / 180))
	return cos
}
