package command

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// rootFlag is --root, which may be given several times: the first is the root, the others are
// searched after it.
type rootFlag struct {
	root  *string
	wider *sourcefile.Wider
	given []string
}

func (f *rootFlag) Set(name string) error {
	if f.given = append(f.given, name); len(f.given) == 1 {
		*f.root = name
	} else {
		f.wider.Later = append(f.wider.Later, name)
	}
	return nil
}

func (f *rootFlag) String() string { return strings.Join(f.given, ", ") }
func (*rootFlag) Type() string     { return "string" }

// addRoots adds the flags that say in which folders files are found.
func addRoots(fs *pflag.FlagSet, root *string, wider *sourcefile.Wider, usage string) {
	fs.Var(&rootFlag{root: root, wider: wider}, "root", usage+"; of several the first that has a file is meant")
	fs.StringArrayVar(&wider.Mods, "mod", nil, "run the modmain.lua of the mod in `DIR` before the first brain, and find files in its folder scripts first")
}

// checkRoot refuses a --root or a --mod that is no folder, even when no file refers to it.
func checkRoot(cmd *cobra.Command, _ []string) error {
	given := map[string][]string{}
	if root := cmd.Flags().Lookup("root"); root != nil {
		given["root"] = []string{root.Value.String()}
		if f, ok := root.Value.(*rootFlag); ok {
			given["root"] = f.given
		}
	}
	if mods, err := cmd.Flags().GetStringArray("mod"); err == nil {
		given["mod"] = mods
	}
	for _, name := range []string{"root", "mod"} {
		if f := cmd.Flags().Lookup(name); f == nil || !f.Changed {
			continue
		}
		for _, folder := range given[name] {
			if folder == "" {
				return usagef("--%s is empty, wanted a path", name)
			}
			if err := sourcefile.CheckRoot(folder); err != nil {
				return usagef("--%s: %v", name, err)
			}
		}
	}
	return nil
}
