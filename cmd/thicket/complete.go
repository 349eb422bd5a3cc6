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

// completeRun offers the shipped scenes, and scene files and folders.
func completeRun(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if len(args) > 0 {
		return nil, directive
	}
	words := shippedWith(word)
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

// completeNew offers the shipped scenes, and then scene files.
func completeNew(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return shippedWith(word), cobra.ShellCompDirectiveNoFileComp
	case 1:
		return sceneExtensions, cobra.ShellCompDirectiveFilterFileExt
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// shippedWith lists the shipped scenes whose names start with a word.
func shippedWith(word string) []string {
	return slices.DeleteFunc(scenes.Shipped(), func(name string) bool { return !strings.HasPrefix(name, word) })
}
