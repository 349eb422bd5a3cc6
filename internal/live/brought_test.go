package live_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// broughtFiles has a scene, and a rule that trees which commands bring refer to.
var broughtFiles = map[string]string{
	"scene.yaml": "tickRate: 10\nworld: { width: 40, height: 40 }\nbots: [{ id: fox, name: Fox, count: 3, speedMps: 2, behavior: { file: tree.yaml } }, { id: hen, name: Hen, count: 2, speedMps: 1, behavior: wander }]\n",
	"tree.yaml":  "kind: chase_nearest\n",
	"part.debt":  "<behaviorTree><action id='root' name='flee_nearest'/></behaviorTree>",
}

// bring are trees whose texts come with the command: one by the name of a file that is there,
// another one by the same name, and one that refers to a file.
var bring = []session.Switch{
	{Class: "fox", File: "tree.yaml", Source: "kind: flee_nearest\n"},
	{Class: "hen", File: "tree.yaml", Source: "kind: selector\nchildren: [{ kind: chase_nearest }]\n"},
	{Class: "fox", File: "whole.debt", Source: "<behaviorTree><sequence id='root'><subtree id='.part'>part.debt</subtree></sequence></behaviorTree>"},
}

func actions(s *live.Session) string {
	var all []string
	for _, b := range s.Snapshot().Bots {
		all = append(all, b.Action)
	}
	return strings.Join(all, " ")
}

func openBrought(t *testing.T, o live.Options) *live.Session {
	t.Helper()
	for name, text := range broughtFiles {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open("scene.yaml", silent(o))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// What commands bring is in recordings and in the past, and needs no file.
func TestBroughtTreesAreRemembered(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openBrought(t, live.Options{History: session.History{Seconds: 100}})
	var file bytes.Buffer
	r, err := s.Record(&file)
	if err != nil {
		t.Fatal(err)
	}
	var digests []uint64
	var did []string
	for tick := range 40 {
		if tick%10 == 5 && tick/10 < len(bring) {
			c := bring[tick/10]
			if err := s.Do(&c); err != nil {
				t.Fatal(err)
			}
		}
		digests = append(digests, s.Digest())
		s.Step()
		did = append(did, actions(s))
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for tick, want := range map[int]string{
		2: "chase_nearest chase_nearest chase_nearest wander wander", 7: "flee_nearest flee_nearest flee_nearest wander wander",
		17: "flee_nearest flee_nearest flee_nearest chase_nearest chase_nearest", 35: "flee_nearest flee_nearest flee_nearest chase_nearest chase_nearest",
	} {
		if did[tick] != want {
			t.Errorf("at tick %d they do %s, wanted %s", tick, did[tick], want)
		}
	}
	saved := save(t, s)
	for name := range broughtFiles {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, tick := range []int{30, 3, 17, 6, 39} {
		if err := s.Seek(tick); err != nil || s.Digest() != digests[tick] {
			t.Errorf("at tick %d of the past the digest is %016x, wanted %016x; %v", tick, s.Digest(), digests[tick], err)
		}
	}
	if n, cut, err := replaytest.Play(t, file.Bytes(), 2, nil); n != 40 || cut != nil || err != nil {
		t.Errorf("%d ticks were replayed, %v, %v", n, cut, err)
	}
	if err := s.Seek(40); err != nil {
		t.Fatal(err)
	}
	restored := restore(t, saved, 1)
	steps(10, s, restored)
	same(t, "restored", s, restored)
}

// A reload leaves brought trees alone, but for the files that they refer to, and tells what
// they are.
func TestReloadsKeepBroughtTrees(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openBrought(t, live.Options{})
	for _, c := range bring[1:] {
		if err := s.Do(&c); err != nil {
			t.Fatal(err)
		}
	}
	steps(2, s)
	for name, text := range map[string]string{"tree.yaml": "kind: wander\n", "part.debt": strings.Replace(broughtFiles["part.debt"], "flee", "chase", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := s.Reload()
	if err != nil {
		t.Fatal(err)
	}
	var what []string
	for _, change := range c.Changes {
		what = append(what, change.String())
	}
	steps(2, s)
	if got, want := actions(s), "chase_nearest chase_nearest chase_nearest chase_nearest chase_nearest"; got != want {
		t.Errorf("after a reload they do %s, wanted %s", got, want)
	}
	if got := strings.Join(what, ", "); !strings.Contains(got, "whole.debt#") || !strings.Contains(got, "tree.yaml for no bot") {
		t.Errorf("reloaded %s", got)
	}
	for _, f := range s.Files() {
		if f.Name == "whole.debt" {
			t.Error("a file that is not there is followed")
		}
	}
	if text, ok := s.Scene().Source("whole.debt"); !ok || string(text) != bring[2].Source {
		t.Errorf("the source of the brought tree is %q", text)
	}
	steps(2, s)
	restored := restore(t, save(t, s), 2)
	steps(5, s, restored)
	same(t, "restored after a reload", s, restored)
}

func TestBroughtTreesThatAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openBrought(t, live.Options{})
	for _, test := range []struct {
		c    session.Switch
		want string
	}{
		{session.Switch{Class: "fox", File: "../tree.yaml", Source: "kind: wander\n"}, `file "../tree.yaml" of a tree that the command brings: wanted a name within the scene's folder`},
		{session.Switch{Class: "fox", File: "/tree.yaml", Source: "kind: wander\n"}, "wanted a name within the scene's folder"},
		{session.Switch{Class: "fox", File: "tree.text", Source: "kind: wander\n"}, "tree.text"},
		{session.Switch{Class: "fox", File: "new.yaml", Source: "\nkind: wandr\n"}, `new.yaml:2:7: unknown kind "wandr"`},
		{session.Switch{Class: "fox", Behavior: "wander", Source: "kind: wander\n"}, "a source without the name of a file"},
		{session.Switch{Class: "fox", File: "big.yaml", Source: strings.Repeat("#", 17<<20)}, "big.yaml:1:1: file of more than"},
	} {
		if err := s.Do(&test.c); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, wanted %s", err, test.want)
		}
	}
}

// A tree that decides when it begins, as a brain may that stands still, is given to bots of a
// herd: to one of them, and to all.
func TestBrainsForBotsOfAHerd(t *testing.T) {
	source := "require 'behaviours/standstill'\nlocal B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() self.bt = BT(self.inst, StandStill(self.inst)) end\nreturn B\n"
	for _, c := range []session.Switch{{Bot: &session.Who{ID: 2}}, {Class: "tag-bot"}} {
		s, err := live.Open("tag", live.Options{OnFault: func(f host.Fault) { t.Errorf("%+v: %v", c, f) }})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		steps(3, s)
		c.File, c.Source = "calm.lua", source
		if err := s.Do(&c); err != nil {
			t.Fatal(err)
		}
		steps(20, s)
		before := s.Snapshot().Bots
		s.Step()
		for i, b := range s.Snapshot().Bots {
			if stands := b.X == before[i].X && b.Y == before[i].Y; stands != (c.Bot == nil || b.ID == 2) {
				t.Errorf("%+v: %s stands: %v", c, b.Name, stands)
			}
		}
	}
}
