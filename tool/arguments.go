package tool

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// arguments returns the command line of the tool in that of a program; it is not ok for a program
// that is to be the game. Shells complete the word itself.
func arguments(all []string) (args []string, ok bool) {
	if len(all) < 2 {
		return nil, false
	}
	if all[1] == word {
		return all[2:], true
	}
	if !strings.HasPrefix(all[1], cobra.ShellCompRequestCmd) || len(all) < 3 {
		return nil, false
	}
	if all[2] == word && len(all) > 3 {
		return append([]string{all[1]}, all[3:]...), true
	}
	if len(all) == 3 && strings.HasPrefix(word, all[2]) {
		fmt.Printf("%s\n:%d\n", word, cobra.ShellCompDirectiveNoFileComp)
		os.Exit(0)
	}
	return nil, false
}
