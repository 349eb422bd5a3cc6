package treetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// TestMutantsAreNoticed tries all mutants of a small scene. Its tests ask whether hens run, and
// not how they go about it; nobody comes so near that they hide.
func TestMutantsAreNoticed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("hens.yaml", `world: { width: 60, height: 60 }
bots:
  - { id: fox, name: Fox, initialState: { tasty: false }, count: 1, speedMps: 1, behavior: wander }
  - id: hen
    name: Hen
    initialState: { tasty: true, tired: false }
    count: 1
    speedMps: 3
    behavior:
      kind: selector
      children:
        - { kind: sequence, children: [{ kind: state_equals, key: tired, value: true }, { kind: wander }] }
        - { kind: flee_nearest, where: { key: tasty, value: false } }
        - { kind: wander }
`)
	write("hens.test.yaml", `tests:
  - name: a hen runs
    then: [{ always: { bot: Hen 1, does: flee_nearest }, within: 1s }]
`)
	r := &Runner{}
	report, err := r.Mutate(context.Background(), "hens.yaml", []string{"hens.test.yaml"}, Mutation{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.WriteText(&b, true); err != nil {
		t.Fatal(err)
	}
	want := `hens.yaml:10:13: swap: selector -> sequence: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:12:11: drop: { kind: sequence, children: [{ kind: state_equals, key: t...: no test notices
hens.yaml:12:11: reorder: { kind: sequence, children: [{ kind: state_equals, key: t... <-> { kind: flee_nearest, where: { key: tasty, value: false } }: no test notices
hens.yaml:12:19: swap: sequence -> selector: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:12:40: drop: { kind: state_equals, key: tired, value: true }: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:12:40: reorder: { kind: state_equals, key: tired, value: true } <-> { kind: wander }: no test notices
hens.yaml:12:81: negate: true -> false: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:12:89: drop: { kind: wander }: no test visits it
hens.yaml:13:11: drop: { kind: flee_nearest, where: { key: tasty, value: false } }: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:13:11: reorder: { kind: flee_nearest, where: { key: tasty, value: false } } <-> { kind: wander }: hens.test.yaml:3:12: "a hen runs": it does not hold
hens.yaml:14:11: drop: { kind: wander }: no test visits it
11 mutants: 6 noticed, 3 not noticed, 2 never visited
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	write("hens.test.yaml", `tests: [{ name: a hen flies, then: [{ eventually: { bot: Hen 1, is: bird }, within: 1s }] }]`)
	if _, err := r.Mutate(context.Background(), "hens.yaml", []string{"hens.test.yaml"}, Mutation{}); err == nil || !strings.Contains(err.Error(), "bird") {
		t.Errorf("a test that cannot be played: %v", err)
	}
}

// TestBranchesAreAsFromTheStart tries mutants of a shipped scene from saves, and from the start
// of each test. They differ in nothing but what a node of another number draws at random, and
// numbers and swaps leave nodes their numbers.
func TestBranchesAreAsFromTheStart(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: mutants, played twice")
	}
	t.Parallel()
	names, most := []string{"squad"}, 6
	if longtest.On {
		most = 12
		names = append(names, "monsters")
	}
	for _, name := range names {
		var told [2][]string
		for i, fromStart := range []bool{true, false} {
			m, err := (&Runner{}).mutation(name, Mutation{Operators: []string{"number", "swap"}, Max: most, FromStart: fromStart})
			if err != nil {
				t.Fatal(err)
			}
			all := m.draw(m.mutants())
			if err := errors.Join(m.baselines(t.Context(), []string{name}), m.play(t.Context(), all)); err != nil {
				t.Fatal(err)
			}
			saves := 0
			for _, b := range m.tests {
				for _, run := range b.runs {
					saves += len(run.saves)
				}
			}
			if fromStart != (saves == 0) {
				t.Errorf("%s: %d saves, from the start: %v", name, saves, fromStart)
			}
			for _, one := range m.out.Mutants {
				told[i] = append(told[i], one.String())
			}
			if m.out.Noticed == 0 || m.out.Unnoticed == 0 {
				t.Errorf("%s: %d are noticed and %d are not, wanted some of both", name, m.out.Noticed, m.out.Unnoticed)
			}
		}
		if diff := cmp.Diff(told[0], told[1]); diff != "" {
			t.Errorf("%s, from the start (-) and from saves (+): %s", name, diff)
		}
	}
}
