package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/scenes"
)

// sceneExtensions are those of scene files.
var sceneExtensions = []string{".yaml", ".yml", ".json"}

// completeScene offers the shipped scenes and, where files is set, the scene
// files and folders that the word may become.
func completeScene(files bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveFilterFileExt
		}
		var words []string
		for _, name := range scenes.Shipped() {
			if strings.HasPrefix(name, word) {
				words = append(words, name)
			}
		}
		if !files {
			return words, cobra.ShellCompDirectiveNoFileComp
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		paths, _ := filepath.Glob(word + "*") // a bad pattern matches no file
		for _, path := range paths {
			info, err := os.Stat(path)
			switch {
			case err != nil:
			case info.IsDir():
				words = append(words, path+string(filepath.Separator))
				directive |= cobra.ShellCompDirectiveNoSpace
			case slices.Contains(sceneExtensions, strings.ToLower(filepath.Ext(path))):
				words = append(words, path)
			}
		}
		return words, directive
	}
}
