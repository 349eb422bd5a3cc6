package command

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionHasTheCommit(t *testing.T) {
	const commit = "503dd62447f4ac2dd4d4b267e0213d84003882e5"
	vcs := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: "false"}}
	changed := []debug.BuildSetting{{Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v0.1.0", vcs, "v0.1.0 commit 503dd62447f4"},
		{"(devel)", vcs, "(devel) commit 503dd62447f4"},
		{"(devel)", nil, "(devel) commit unknown"},
		{"v0.1.0", nil, "v0.1.0 commit unknown"},
		{"v0.1.0-rc1", nil, "v0.1.0-rc1 commit unknown"},
		{"v0.0.0-20261127170416-0123456789ab", nil, "v0.0.0-20261127170416-0123456789ab commit 0123456789ab"},
		{"v0.0.0-20261127170416-503dd62447f4+dirty", changed, "v0.0.0-20261127170416-503dd62447f4+dirty commit 503dd62447f4, changed"},
		{"", nil, "(unknown) commit unknown"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}
		if got := versionOf(info); got != c.want {
			t.Errorf("%s: %q, wanted %q", c.version, got, c.want)
		}
	}
	code, out, errs := thicket(t, "--version")
	if want := " commit "; code != 0 || !strings.HasPrefix(out, "thicket version ") || !strings.Contains(out, want) || !strings.HasSuffix(out, runtime.GOOS+"/"+runtime.GOARCH+"\n") {
		t.Errorf("exit code %d, %q %q", code, out, errs)
	}
}
