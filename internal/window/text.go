package window

import (
	"fmt"
	"strconv"

	"github.com/thicket-sim/thicket/internal/systems"
)

// limits tells the range of a population.
func limits(lo, hi int) string {
	switch {
	case hi >= systems.MaxBots && lo == 0:
		return "as many as you like"
	case hi >= systems.MaxBots:
		return fmt.Sprintf("%d or more", lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

// short writes a power of ten in a few letters.
func short(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return strconv.Itoa(n)
}
