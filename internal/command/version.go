package command

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version describes this build: version, commit, Go and platform.
func version() string {
	info, _ := debug.ReadBuildInfo()
	return fmt.Sprintf("%s %s %s/%s", versionOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionOf describes the source of a build. A plain build of a clone and go install have the
// commit in their settings, a module that was fetched has it in a version without a tag, and
// go run notes none.
func versionOf(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" {
		return "(unknown) commit unknown"
	}
	commit, changed := "unknown", ""
	name := strings.TrimSuffix(info.Main.Version, "+dirty")
	if i := strings.LastIndexByte(name, '-'); i >= 0 && len(name)-i == 13 {
		commit = name[i+1:]
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	return info.Main.Version + " commit " + commit + changed
}
