package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/trees"
)

// TestMutants lists all mutants of a small tree of each dialect, each with its line after the
// change; those that change several lines, with the first of them.
func TestMutants(t *testing.T) {
	for _, test := range []struct{ file, tree, want string }{
		{"a.yaml", `kind: selector
children:
  - kind: sequence # it
    children:
      - { kind: state_equals, key: it, value: true }
      - { kind: condition, name: health_below, args: { limit: 8 } }
  - { kind: wander }
`, `1:7 swap: kind: sequence
3:5 drop:
3:5 reorder: - { kind: wander }
3:11 swap: - kind: selector # it
5:9 drop:
5:9 reorder: - { kind: condition, name: health_below, args: { limit: 8 } }
5:47 negate: - { kind: state_equals, key: it, value: false }
6:9 drop:
6:34 negate: - { kind: condition, name: health_at_least, args: { limit: 8 } }
6:63 number: - { kind: condition, name: health_below, args: { limit: 8.8 } }
7:5 drop:
`},
		{"a.json", `{"kind": "sequence", "children": [
{"kind": "wander"},
{"kind": "wander", "x": 1}]}`, `1:10 swap: {"kind": "selector", "children": [
2:1 drop:
2:1 reorder: {"kind": "wander", "x": 1},
3:1 drop: {"kind": "wander"}
3:25 number: {"kind": "wander", "x": 1.1}]}
`},
		{"a.bt", `selector
{
	behavior rest // not now
	condition alertedToEnemy && health < 20
	{
		action flee( 10, -3 )
	}
	decorator timer( 500 ) { concurrent { action a action b } }
}
`, `1:1 swap: sequence
3:2 drop: // not now
3:2 reorder: condition alertedToEnemy && health < 20
4:2 drop:
4:2 reorder: decorator timer( 500 ) { concurrent { action a action b } }
4:12 negate: condition !( alertedToEnemy && health < 20 )
4:39 number: condition alertedToEnemy && health < 22
6:16 number: action flee( 11, -3 )
6:21 number: action flee( 10, -3.3 )
8:2 drop:
8:19 number: decorator timer( 550 ) { concurrent { action a action b } }
8:40 drop: decorator timer( 500 ) { concurrent {          action b } }
8:40 reorder: decorator timer( 500 ) { concurrent { action b action a } }
8:49 drop: decorator timer( 500 ) { concurrent { action a          } }
`},
		{"a.debt", `<behaviorTree>
<choice>
<action name='hop'><parameter name='far'>2</parameter><condition>near</condition></action>
<sequence><condition>a</condition><conditionMode>anyTrue</conditionMode></sequence>
</choice>
</behaviorTree>
`, `2:2 swap: <sequence>
3:1 drop:
3:1 reorder: <sequence><condition>a</condition><conditionMode>anyTrue</conditionMode></sequence>
3:42 number: <action name='hop'><parameter name='far'>2.2</parameter><condition>near</condition></action>
3:55 negate: <action name='hop'><parameter name='far'>2</parameter><condition>near</condition><conditionMode>anyFalse</conditionMode></action>
4:1 drop:
4:2 swap: <choice><condition>a</condition><conditionMode>anyTrue</conditionMode></choice>
4:50 negate: <sequence><condition>a</condition><conditionMode>allFalse</conditionMode></sequence>
`},
		{"a.xml", `<BehaviorTree><Root>
<Priority>
<Case condition="Danger"><Wait duration="2"/></Case>
<Case><Sequence>
<AssertLua code="return x > 1"/>
<IfTime since="Seen" isMoreThan="4"><Halt/></IfTime></Sequence></Case>
</Priority>
</Root></BehaviorTree>
`, `3:1 drop:
3:1 reorder: <Case><Sequence>
3:18 negate: <Case condition="!(Danger)"><Wait duration="2"/></Case>
3:42 number: <Case condition="Danger"><Wait duration="2.2"/></Case>
4:1 drop:
4:8 swap: <Case><Selector>
5:1 drop:
5:1 reorder: <IfTime since="Seen" isMoreThan="4"><Halt/></IfTime>
5:18 negate: <AssertLua code="return not (x > 1)"/>
6:1 drop: </Sequence></Case>
6:22 negate: <IfTime since="Seen" isLessThan="4"><Halt/></IfTime></Sequence></Case>
6:34 number: <IfTime since="Seen" isMoreThan="4.4"><Halt/></IfTime></Sequence></Case>
`},
		{"a.lua", `function B:OnStart()
    local root = PriorityNode({ -- a comment, with (brackets
        WhileNode(function() if a then return b end end, "B", Panic(inst)),
        Wander(inst, home, 20),
    }, 0.5)
    self.bt = BT(inst, root)
end
`, `2:18 swap: local root = SequenceNode({ -- a comment, with (brackets
3:9 drop:
3:9 reorder: Wander(inst, home, 20),
3:19 negate: WhileNode(function(...) return not (function() if a then return b end end)(...) end, "B", Panic(inst)),
4:9 drop:
4:28 number: Wander(inst, home, 22),
5:8 number: }, 0.55)
`},
	} {
		var got strings.Builder
		for _, m := range trees.Mutants(test.file, []byte(test.tree), nil, limit.Values{}) {
			after := string(syntax.Apply([]byte(test.tree), m.Edits...))
			if n := strings.Count(test.tree, "\n"); strings.Count(after, "\n") != n {
				t.Errorf("%s: %v: %s: %d lines become %d", test.file, m.At, m.Operator, n, strings.Count(after, "\n"))
			}
			fmt.Fprintln(&got, strings.TrimSpace(fmt.Sprintf("%d:%d %s: %s", m.At.Line, m.At.Col, m.Operator, strings.TrimSpace(changed(test.tree, after)))))
		}
		if diff := cmp.Diff(test.want, got.String()); diff != "" {
			t.Errorf("%s: %s", test.file, diff)
		}
	}
}

// changed returns the first line of a text that is not that of another one.
func changed(before, after string) string {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range is {
		if i >= len(was) || is[i] != was[i] {
			return is[i]
		}
	}
	return ""
}
