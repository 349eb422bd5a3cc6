package scenes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Population is a wish for numbers of bots other than the scene's own.
type Population struct {
	all     *int // of all classes together; nil: as the scene has it
	classes []Wish
}

// Wish is a number of bots to start with.
type Wish struct {
	Class string // empty: of all classes together
	Bots  int
}

// wish does what it asks for, by Scale or SetCount.
func (s *Scene) wish(w Wish) error {
	if w.Class == "" {
		return s.Scale(w.Bots)
	}
	return s.SetCount(w.Class, w.Bots)
}

// ParsePopulation reads wishes as they stand on a command line: N for all bots,
// at most once, or CLASS=N for those of one class.
func ParsePopulation(wishes []string) (Population, error) {
	var p Population
	for _, wish := range wishes {
		class, number, byClass := strings.Cut(wish, "=")
		if !byClass {
			class, number = "", wish
		}
		n, err := strconv.Atoi(number)
		switch {
		case err != nil || n < 0 || byClass && class == "":
			return p, fmt.Errorf("%s, wanted a number of bots or CLASS=NUMBER", wish)
		case byClass:
			p.classes = append(p.classes, Wish{class, n})
		case p.all != nil:
			return p, fmt.Errorf("%d and %d, wanted one number for all", *p.all, n)
		default:
			p.all = &n
		}
	}
	return p, nil
}

// Populate makes the scene start with the bots of p, by Scale and then SetCount. A
// scene that is left without bots gets a notice.
func (s *Scene) Populate(p Population) error {
	if p.all != nil {
		if err := s.Scale(*p.all); err != nil {
			return fmt.Errorf("%d: %w", *p.all, err)
		}
	}
	for _, c := range p.classes {
		if err := s.wish(c); err != nil {
			return fmt.Errorf("%s=%d: %w", c.Class, c.Bots, err)
		}
	}
	if s.Bots() == 0 {
		s.Notices = append(s.Notices, &syntax.Error{
			Pos: syntax.Pos{File: s.File}, Msg: "the scene starts without bots", Hint: "--bots N adds some",
		})
	}
	return nil
}
