package command

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// program is how the command is called.
const program = "thicket"

// call has a command called by another name, in its help and in what the function that it returns
// makes of messages.
func call(root *cobra.Command, name string) (says func(text string) string) {
	if name == program {
		return func(text string) string { return text }
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, regexp.QuoteMeta(c.Name()))
	}
	line := regexp.MustCompile(`\b` + program + ` (` + strings.Join(names, "|") + `)\b`)
	says = func(text string) string {
		return line.ReplaceAllString(text, strings.ReplaceAll(name, "$", "$$")+" $1")
	}
	root.Use = strings.Fields(name)[0]
	root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: name}
	root.Short = "Tools for the trees of this game"
	root.Long = "Thicket's tools, with the nodes that this game offers to its trees.\n" + root.Long[strings.Index(root.Long, "\n\nExit codes"):]
	rename(root, says)
	return says
}

// rename replaces the name in the help of a command and of those below it.
func rename(c *cobra.Command, says func(string) string) {
	c.Short, c.Long, c.Example = says(c.Short), says(c.Long), says(c.Example)
	each := func(f *pflag.Flag) { f.Usage = says(f.Usage) }
	c.Flags().VisitAll(each)
	c.PersistentFlags().VisitAll(each)
	for _, sub := range c.Commands() {
		rename(sub, says)
	}
}
