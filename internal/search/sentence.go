package search

import (
	"fmt"
	"strings"
)

// Names are what an answer's numbers are called.
type Names struct {
	Factors []string
	Label   func(factor int, x float64) string // a coordinate, for people
	Measure string
	Goal    float64  // of Reach
	Arms    []string // of Compare
}

// Sentence is the answer in one sentence.
func (a *Answer) Sentence(n Names) string {
	switch {
	case a.Kind == "table":
		return ""
	case a.Kind == "reach" && a.At == nil:
		if a.Why == "" {
			return fmt.Sprintf("it is not known yet where %s makes %s %s", n.Factors[0], n.Measure, short(n.Goal))
		}
		return fmt.Sprintf("no %s is known to make %s %s: %s", n.Factors[0], n.Measure, short(n.Goal), a.Why)
	case a.Why != "":
		return "there is no answer: " + a.Why
	case a.Kind == "reach":
		return fmt.Sprintf("%s %s makes %s %s", n.Factors[0], about(a.Value, a.Low, a.High), n.Measure, short(n.Goal))
	case a.Kind == "compare":
		return a.comparison(n)
	}
	var at []string
	for i, x := range a.At {
		at = append(at, n.Factors[i]+" "+n.Label(i, x))
	}
	what := map[string]string{"maximise": "largest", "minimise": "least", "race": "best"}[a.Kind]
	where := strings.Join(at, ", ")
	if where == "" {
		where = "the scene as it is"
	}
	text := fmt.Sprintf("%s is %s with %s: %s", n.Measure, what, where, about(a.Value, a.Low, a.High))
	if a.Kind == "race" {
		dropped := 0
		for _, arm := range a.Arms {
			if arm.Dropped > 0 {
				dropped++
			}
		}
		text += fmt.Sprintf("; %d of %d points were clearly worse and dropped", dropped, len(a.Arms))
	}
	return text
}

// comparison says who is stronger, or that nobody is.
func (a *Answer) comparison(n Names) string {
	best := int(a.At[0])
	if len(a.Arms) == 2 {
		score := fmt.Sprintf("scores %s against %s in %d games", about(a.Value, a.Low, a.High), n.Arms[1], a.Runs-a.None)
		if len(a.At) > 1 {
			return fmt.Sprintf("no difference: %s %s", n.Arms[0], score)
		}
		return fmt.Sprintf("%s is stronger: %s %s, %+.0f Elo", n.Arms[best], n.Arms[0], score, a.Arms[0].Elo-a.Arms[1].Elo)
	}
	if len(a.At) == 1 {
		return fmt.Sprintf("%s is stronger than each of the others: %+.0f Elo (95 %%: %+.0f to %+.0f)", n.Arms[best], a.Arms[best].Elo, a.Arms[best].EloLow, a.Arms[best].EloHigh)
	}
	var equal []string
	for _, i := range a.At[1:] {
		equal = append(equal, n.Arms[int(i)])
	}
	return fmt.Sprintf("%s is first, with no difference to %s: %+.0f Elo (95 %%: %+.0f to %+.0f)", n.Arms[best], strings.Join(equal, ", "), a.Arms[best].Elo, a.Arms[best].EloLow, a.Arms[best].EloHigh)
}
