package command

import (
	"strconv"
	"strings"
)

// coverMin returns how many percent --cover-min wants; 0 where it is not given.
func coverMin(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(percent > 0 && percent <= 100) {
		return 0, usagef("--cover-min %s, wanted a share of the nodes, more than 0%% and up to 100%%", text)
	}
	return percent, nil
}
