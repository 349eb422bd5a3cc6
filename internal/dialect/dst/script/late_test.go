package script_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/live"
)

// saved are the sections of a save of a session.
func saved(t *testing.T, s *live.Session) (names []string, bodies map[string][]byte) {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	in, err := sections.NewReader(&b, sections.Format{Kind: "save", Title: "save", Oldest: 3, Newest: 3}, sections.Limits{Sections: 100})
	if err != nil {
		t.Fatal(err)
	}
	bodies = map[string][]byte{}
	for {
		name, err := in.Next()
		if err == io.EOF {
			return names, bodies
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := in.All()
		if err != nil {
			t.Fatal(err)
		}
		names, bodies[name] = append(names, name), slices.Clone(body)
	}
}

// TestARestoredGameIsTheOther: a game that goes on from a save, with the same folder of files,
// tells of edits what the game does that was not interrupted, also of files that were read in its
// midst, and its saves have the same bytes, also those of a game that was restored from these.
func TestARestoredGameIsTheOther(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: plays on from many saves")
	}
	n := newNursery(t)
	const howl, dust = `return "HOWL grey"`, `return Prefab("dust", function()
		local inst = CreateEntity()
		inst.entity:AddTransform()
		print("dust is grey")
		return inst
	end)`
	n.write("prefabs/dust.lua", dust)
	n.write("prefabs/howl.lua", howl)
	wolf := strings.Replace(wolfFile, `print("HOWL")`, `SpawnPrefab("dust"):Remove() if GetTime() < 3 or GetTime() > 7 then print(require("prefabs/howl")) end`, 1)
	n.write("wolf.lua", wolf)
	s := n.open()
	told(s, 60)
	restored := func(from *live.Session) *live.Session {
		t.Helper()
		var b bytes.Buffer
		if err := from.Save(&b); err != nil {
			t.Fatal(err)
		}
		again, err := live.Restore(&b, live.Options{Workers: 1, Files: n.dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(again.Close)
		return again
	}
	games := []*live.Session{s, restored(s)}
	same := func(when string) {
		t.Helper()
		names, want := saved(t, s)
		for i, again := range games[1:] {
			others, got := saved(t, again)
			if d := cmp.Diff(s.Files(), again.Files()); d != "" {
				t.Errorf("%s: files of game 0 - and game %d +:\n%s", when, i+1, d)
			}
			if d := cmp.Diff(s.Game().Faults.Counted(), again.Game().Faults.Counted()); d != "" {
				t.Errorf("%s: faults of game 0 - and game %d +:\n%s", when, i+1, d)
			}
			if !slices.Equal(names, others) {
				t.Errorf("%s: game %d has the sections %q, wanted %q", when, i+1, others, names)
			}
			for _, name := range names {
				if !bytes.Equal(want[name], got[name]) {
					t.Errorf("%s: game %d: section %s has other bytes", when, i+1, name)
				}
			}
		}
	}
	same("restored")
	const notYet = "-"
	kin := strings.Replace(kinNew, "NEW", "NEWER", 1)
	for _, edit := range []struct{ file, text, tells string }{
		{"prefabs/dust.lua", strings.Replace(dust, "grey", "red", 1), "dust.lua"},
		{"prefabs/howl.lua", strings.Replace(howl, "grey", "red", 1), "howl.lua"},
		{"wolf.lua", wolf + "\n", "wolf.lua"},
		{"prefabs/howl.lua", `return "HOWL" ..`, "howl.lua"},
		{"prefabs/howl.lua", howl, "howl.lua"},
		{"prefabs/kin.lua", kin, "nest.lua"},
		{"prefabs/dust.lua", "local unused = function() end " + dust, "dust.lua"},
		{"wolf.lua", "x = = 1", ""},
		{"wolf.lua", wolf, "wolf.lua"},
		{"prefabs/dust.lua", dust, "dust.lua"},
		{"prefabs/kin.lua", kinOld, "nest.lua"},
		{"prefabs/kin.lua", kinNew + "\n", notYet}, // and is read when the scene is refused
		{"scene.yaml", sceneFile + "rules: [{}]\n", ""},
		{"scene.yaml", sceneFile, "nest.lua"},
	} {
		n.write(edit.file, edit.text)
		if edit.tells == notYet {
			continue
		}
		want := ""
		for i, g := range games {
			r, err := g.Reload()
			now := r.String()
			if err != nil {
				now = err.Error()
			}
			if i == 0 {
				want = now
			}
			if now != want || edit.tells != "" && !strings.Contains(now, edit.tells) {
				t.Errorf("%s in game %d: told is %q, wanted %q with %q in it", edit.file, i, now, want, edit.tells)
			}
		}
		same("reloaded " + edit.file)
		games = append(games, restored(games[len(games)-1]))
		same("reloaded and restored " + edit.file)
		heard := told(s, 40)
		for i, g := range games[1:] {
			if d := cmp.Diff(heard, told(g, 40)); d != "" {
				t.Errorf("%s: game 0 - and game %d +:\n%s", edit.file, i+1, d)
			}
		}
		same("later than " + edit.file)
		if t.Failed() {
			return
		}
	}
}

// TestARecordingHasFilesReadOnTheWay: a recording that begins in the midst of a game, after files
// were read on the way, is played as it was, with edits of these, and saves are the same.
func TestARecordingHasFilesReadOnTheWay(t *testing.T) {
	n := newNursery(t)
	n.write("prefabs/howl.lua", `return "HOWL grey"`)
	n.write("wolf.lua", strings.Replace(wolfFile, `print("HOWL")`, `print(require("prefabs/howl"))`, 1))
	s := n.open()
	told(s, 60)
	var b bytes.Buffer
	r, err := s.Record(&b)
	if err != nil {
		t.Fatal(err)
	}
	told(s, 40)
	n.write("prefabs/howl.lua", `return "HOWL red"`)
	for range 2 {
		if _, err := s.Reload(); err != nil {
			t.Fatal(err)
		}
		told(s, 40)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec, err := live.ReadRecording(&b, limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := rec.Open(live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	replay, err := live.NewReplay(rec, again, nil)
	if err != nil {
		t.Fatal(err)
	}
	for {
		more, err := replay.Before()
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			break
		}
		again.Step()
		if err := replay.After(); err != nil {
			t.Fatal(err)
		}
	}
	if replay.Ticks() != 120 {
		t.Errorf("%d ticks were compared, wanted 120", replay.Ticks())
	}
}
