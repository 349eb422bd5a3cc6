package command

import (
	"fmt"
	"io"
	"os"

	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// survey tells what there is of the names that the scripts of folders use.
func (r *checkRun) survey(out io.Writer, folders []string) error {
	var others []trees.ScriptFolder
	for _, name := range append(append([]string{r.Root}, r.Wider.Later...), r.Wider.Mods...) {
		if name != "" {
			others = append(others, trees.ScriptFolder{Name: name, FS: os.DirFS(name)})
		}
	}
	var all []*trees.ScriptReport
	for _, name := range folders {
		if err := sourcefile.CheckRoot(name); err != nil {
			return usagef("--missing: %v", err)
		}
		report, err := trees.SurveyScripts(trees.ScriptFolder{Name: name, FS: os.DirFS(name)}, others)
		if err != nil {
			return fmt.Errorf("--missing: %w", err)
		}
		all = append(all, report)
	}
	if r.asJSON {
		return trees.WriteScriptReports(out, all)
	}
	for i, report := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := report.WriteText(out); err != nil {
			return err
		}
	}
	return nil
}
