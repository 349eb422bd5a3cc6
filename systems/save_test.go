package systems_test

import "testing"

// What trees remember in the middle of a match, saved and loaded, makes the
// match go on bit for bit; what they remembered at its start does not.
func TestSavedTreesGoOn(t *testing.T) {
	const middle, rest = 900, 900
	a, b, c := shipped(t, "skirmish", 0, 1), shipped(t, "skirmish", 0, 2), shipped(t, "skirmish", 0, 1)
	start, err := a.Game().SaveTrees()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []interface{ Step() }{a, b, c} {
		for range middle {
			s.Step()
		}
	}
	saved, err := a.Game().SaveTrees()
	if err != nil {
		t.Fatal(err)
	}
	for _, saves := range [][][]byte{start, saved} {
		if err := b.Game().LoadTrees(saves); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Game().LoadTrees(start); err != nil {
		t.Fatal(err)
	}
	for range rest {
		a.Step()
		b.Step()
		c.Step()
	}
	if a.Digest() != b.Digest() {
		t.Error("another match after what trees remember was loaded")
	}
	if a.Digest() == c.Digest() {
		t.Error("the same match with trees that forgot: the test shows nothing")
	}
}
