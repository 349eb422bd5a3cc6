package unvanquished

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// What a tree and the files that it includes name is listed with its place.
func TestMentions(t *testing.T) {
	fsys := fstest.MapFS{"bots/more.bt": {Data: []byte("selectClass { spawnAs 5 }\nselector { condition 3 != team { action rush } }\n")}}
	const src = "selectClass { spawnAs PCL_ALIEN_LEVEL0 }\nselector\n{\n\tcondition !haveWeapon( WP_SHOTGUN ) && random < 2\n\t\t|| class == PCL_NONE { behavior more }\n\tbehavior more\n}\n"
	var l syntax.List
	p := Load("bots/first.bt", []byte(src), asking(), sourcefile.Embedded(fsys, "."), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range p.Semantics.(run.Mentioner).Mentions() {
		var params []string
		for i := range m.Params {
			params = append(params, fmt.Sprintf("%s %v", m.Params[i].Name, m.Args[i]))
		}
		got = append(got, fmt.Sprintf("%v %s(%s) == %v", m.At, m.Name, strings.Join(params, ", "), m.Equal))
	}
	want := []string{
		"bots/first.bt:1:15 spawnAs(choice 3) == null", "bots/first.bt:4:13 haveWeapon(weapon 11) == null",
		"bots/first.bt:4:41 random() == null", "bots/first.bt:5:6 class() == 0",
		"bots/more.bt:2:27 team() == 3", "bots/more.bt:2:34 rush() == null",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
