package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/ground/filewatch"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
)

// follow plays tests, and again those that a changed file concerns, until the command ends.
func (f *testFlags) follow(cmd *cobra.Command, args []string) error {
	w, err := filewatch.New(limitsOf(cmd))
	if err != nil {
		return err
	}
	defer w.Close()
	last := map[string]*treetest.Result{}
	known := map[string]stamp{} // of the files that results depend on, before they were read
	for {
		files, err := testfiles.Find(args...)
		if err != nil {
			return err
		}
		changed := func(name string) bool { return stampOf(name) != known[name] }
		var due []string
		for _, file := range files {
			if r := last[file]; r == nil || slices.ContainsFunc(r.Read(), changed) {
				due = append(due, file)
			}
		}
		began := time.Now().UnixNano()
		if len(due) > 0 {
			if err := f.again(cmd, due, last); err != nil {
				return err
			}
		}
		all, late := f.around(args), false
		clear(known)
		for _, file := range files {
			for _, name := range last[file].Read() {
				s := stampOf(name)
				if s.time > began && s.time <= time.Now().UnixNano() { // it changed meanwhile
					s, late = stamp{}, true
				}
				known[name] = s
				all = append(all, name)
			}
		}
		if late {
			continue
		}
		if err := w.Watch(all); err != nil {
			return err
		}
		select {
		case <-w.Changed():
		case <-cmd.Context().Done():
			return nil
		}
	}
}

// again plays some files and tells what came of them.
func (f *testFlags) again(cmd *cobra.Command, due []string, last map[string]*treetest.Result) error {
	began := time.Now()
	if err := f.setGame(cmd); err != nil { // somebody is writing it: the old one holds
		fmt.Fprintln(cmd.OutOrStdout(), err)
	}
	results := f.runner.Run(due...)
	for i, file := range due {
		results[i].Keep(last[file])
		last[file] = results[i]
	}
	report := treetest.ReportOf(results, time.Since(began).Seconds())
	if err := f.write(cmd.OutOrStdout(), report); err != nil {
		return err
	}
	line := "all passed"
	if err := allPassed(report); err != nil {
		line = err.Error()
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s, in %.2f s; watching\n", line, report.Seconds)
	return err
}

// around returns the names of files that may come: a new one in a folder changes that.
func (f *testFlags) around(args []string) (all []string) {
	for _, name := range args {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			all = append(all, filepath.Join(name, "new"+testfiles.Suffix))
		}
	}
	return all
}

// stamp tells a file from the same one later.
type stamp struct {
	time int64
	size int64
}

func stampOf(name string) stamp {
	info, err := os.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime().UnixNano(), info.Size()}
}
