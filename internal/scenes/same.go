package scenes

import (
	"reflect"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// SameTrees reports whether two scenes have the same trees, wherever they stand. Where that is
// not for certain it is false; and so it is for trees that scripts make.
func SameTrees(a, b *Scene) bool {
	one, other := a.Programs(), b.Programs()
	if len(one) != len(other) {
		return false
	}
	for i, p := range one {
		if _, ok := p.Semantics.(run.Migrator); !ok {
			return false
		}
		if treesDiffer(p.Tree, other[i].Tree) || treesDiffer(p.Semantics, other[i].Semantics) {
			return false
		}
	}
	return true
}

// treesDiffer reports whether two values are not the same for certain. Places in files may differ;
// abilities are known by their names.
func treesDiffer(a, b any) bool { return len(state.Compare(a, b, 1, sameTree)) > 0 }

var sameTree = state.Rules{
	Strict: true,
	Equal: map[reflect.Type]func(a, b reflect.Value) bool{
		reflect.TypeFor[syntax.Pos]():     anything,
		reflect.TypeFor[syntax.Span]():    anything,
		reflect.TypeFor[*host.Registry](): anything,
		reflect.TypeFor[*host.Overlay]():  anything,
		reflect.TypeFor[host.Action]():    sameName,
		reflect.TypeFor[host.Func]():      sameName,
	},
}

func anything(_, _ reflect.Value) bool { return true }

func sameName(a, b reflect.Value) bool {
	return a.FieldByName("Name").String() == b.FieldByName("Name").String()
}
