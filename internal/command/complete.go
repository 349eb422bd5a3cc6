package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/command/scenelist"
	"github.com/thicket-sim/thicket/internal/trees"
)

// playable returns the extensions of scenes and of trees.
func playable() []string {
	all := slices.Clone(check.SceneExts)
	for _, d := range trees.Dialects() {
		all = append(all, d.Exts...)
	}
	return all
}

// formatted returns the extensions of files that fmt lays out.
func formatted() []string {
	var all []string
	for _, d := range trees.Dialects() {
		if d.Format != nil {
			all = append(all, slices.Concat(d.Exts, d.Parts)...)
		}
	}
	return all
}

// completion lists what a shell offers for the arguments of a command.
type completion func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective)

// complete offers an argument by its place, and for all further ones the last.
func complete(offers ...func(word string) ([]string, cobra.ShellCompDirective)) completion {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		return offers[min(len(args), len(offers)-1)](word)
	}
}

// nothing offers nothing.
func nothing(string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// shippedScenes offers the shipped scenes, as run --list has them.
func shippedScenes(word string) ([]string, cobra.ShellCompDirective) {
	names := slices.DeleteFunc(scenelist.Names(), func(name string) bool { return !strings.HasPrefix(name, word) })
	return names, cobra.ShellCompDirectiveNoFileComp
}

// files offers folders, and files by their extensions, but for the schemas that new
// puts beside scenes.
func files(extensions ...string) func(word string) ([]string, cobra.ShellCompDirective) {
	return func(word string) (words []string, directive cobra.ShellCompDirective) {
		directive = cobra.ShellCompDirectiveNoFileComp
		paths, _ := filepath.Glob(word + "*") // a bad pattern matches no file
		for _, path := range paths {
			info, err := os.Stat(path)
			switch {
			case err != nil || slices.Contains([]string{schemaFile, testSchemaFile, sweepSchemaFile}, filepath.Base(path)):
			case info.IsDir():
				words = append(words, path+string(filepath.Separator))
				directive |= cobra.ShellCompDirectiveNoSpace
			case slices.Contains(extensions, strings.ToLower(filepath.Ext(path))):
				words = append(words, path)
			}
		}
		return words, directive
	}
}

// scenesAndTrees offers what can be played: shipped scenes, and files.
func scenesAndTrees(word string) ([]string, cobra.ShellCompDirective) {
	names, _ := shippedScenes(word)
	paths, directive := files(playable()...)(word)
	return append(names, paths...), directive
}

// unquote takes the backquotes out of the usages of all flags, which help needs to
// name their values and a shell would show.
func unquote(cmd *cobra.Command) {
	plain := func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) }
	cmd.Flags().VisitAll(plain)
	cmd.PersistentFlags().VisitAll(plain)
	for _, c := range cmd.Commands() {
		unquote(c)
	}
}
