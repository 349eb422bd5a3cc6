package scenes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/systems"
)

// areaPerBot says how much of the field a bot gets, in square metres, where a
// scene that has no bots of its own is filled.
const areaPerBot = 25

// Scale makes the scene start with n bots: classes keep their shares and the
// field its density. A maxCount that is in the way is raised, with a notice; a
// minCount holds, so that there may be more than n. A scene without bots gives
// all classes the same share, and its field grows where n bots need it.
func (s *Scene) Scale(n int) error {
	if most := maxBots.In(s.Limits()); n < 0 || n > most {
		return fmt.Errorf("%d bots, wanted 0 to %d", n, most)
	}
	classes := s.Setup.Classes
	if len(classes) == 0 {
		return fmt.Errorf("%s has no bot classes", s.File)
	}
	before := s.Bots()
	for i, share := range shares(classes, before, n) {
		s.setCount(i, share)
		if c := &classes[i]; c.Count > c.Max {
			s.notice("class %q: maxCount %d is lifted to %d", c.ID, c.Max, c.Count)
			c.Max = c.Count
		}
	}
	s.scaleField(before)
	if err := arena.CheckLand(&s.Setup, &s.Arena); err != nil {
		return fmt.Errorf("%s with %d bots: %w", s.File, n, err)
	}
	s.wishes = append(s.wishes, Wish{Bots: n})
	return nil
}

// SetCount makes the scene start with n bots of a class, within its floor and
// ceiling; a notice says where these changed n. The field stays as it is.
func (s *Scene) SetCount(class string, n int) error {
	ids := make([]string, len(s.Setup.Classes))
	for i := range ids {
		ids[i] = s.Setup.Classes[i].ID
	}
	i := slices.Index(ids, class)
	if i < 0 {
		if guess := syntax.Closest(class, ids); guess != "" {
			return fmt.Errorf("unknown bot class %q; did you mean %q?", class, guess)
		}
		return fmt.Errorf("unknown bot class %q, wanted one of %s", class, strings.Join(ids, ", "))
	}
	c := &s.Setup.Classes[i]
	if room := maxBots.In(s.Limits()) - (s.Bots() - c.Count); n < 0 || n > room {
		return fmt.Errorf("%d bots of class %q, wanted 0 to %d", n, class, room)
	}
	s.wishes = append(s.wishes, Wish{class, n})
	if n > c.Max {
		s.notice("class %q: %d bots, as maxCount says, instead of %d", class, c.Max, n)
		n = c.Max
	}
	s.setCount(i, n)
	return nil
}

// setCount changes the count of a class and of those who start with another
// state, in proportion and at least one of each.
func (s *Scene) setCount(class, n int) {
	c := &s.Setup.Classes[class]
	if n < c.Min {
		s.notice("class %q: %d bots, as minCount says, instead of %d", c.ID, c.Min, n)
		n = c.Min
	}
	left := n
	for i := range c.Start {
		st := &c.Start[i]
		if st.Count > 0 && c.Count > 0 {
			st.Count = max(1, int(math.Round(float64(st.Count)*float64(n)/float64(c.Count))))
		}
		st.Count = min(st.Count, left)
		left -= st.Count
	}
	c.Count = n
}

// shares splits n bots in the proportions of the classes, evenly where there were no
// bots. What is left over goes to the earlier classes.
func shares(classes []systems.Class, before, n int) []int {
	out := make([]int, len(classes))
	left := n
	for i := range classes {
		if before > 0 {
			out[i] = int(int64(n) * int64(classes[i].Count) / int64(before))
		} else {
			out[i] = n / len(classes)
		}
		left -= out[i]
	}
	for i := 0; left > 0; i = (i + 1) % len(out) {
		if before == 0 || classes[i].Count > 0 {
			out[i]++
			left--
		}
	}
	return out
}

// scaleField gives each bot as much room as it had when there were so many bots.
func (s *Scene) scaleField(before int) {
	u, n := &s.Setup, s.Bots()
	area := float64(u.Width) * float64(u.Height)
	factor := float64(n) / float64(before)
	if before == 0 {
		factor = max(1, float64(n)*areaPerBot/area)
	}
	if n == 0 || factor == 1 {
		return
	}
	side := math.Sqrt(factor)
	u.Width, u.Height = float32(float64(u.Width)*side), float32(float64(u.Height)*side)
	u.X, u.Y = float32(float64(u.X)*side), float32(float64(u.Y)*side)
	for i := range u.Places {
		p := &u.Places[i]
		p.X, p.Y = float32(float64(p.X)*side), float32(float64(p.Y)*side)
		if s.Arena.On { // its crowds must find room there
			p.Radius = float32(float64(p.Radius) * side)
		}
	}
	for i := range u.Paths {
		for k := range u.Paths[i].Points {
			p := &u.Paths[i].Points[k]
			p[0], p[1] = float32(float64(p[0])*side), float32(float64(p[1])*side)
		}
	}
	s.Arena.Scale(side)
	s.notice("the field is %.4g x %.4g m for %d bots", u.Width, u.Height, n)
}

func (s *Scene) notice(format string, args ...any) {
	s.Notices = append(s.Notices, &syntax.Error{Pos: syntax.Pos{File: s.File}, Msg: fmt.Sprintf(format, args...)})
}

// Bots counts the bots that the scene starts with.
func (s *Scene) Bots() int {
	n := 0
	for i := range s.Setup.Classes {
		n += s.Setup.Classes[i].Count
	}
	return n
}
