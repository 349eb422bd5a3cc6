package live_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// A command that names something that is not there sets nothing of what stands beside it.
func TestNatureIsSetAsAWhole(t *testing.T) {
	s := start(t, field)
	before := s.Digest()
	c := &session.Nature{Set: []session.State{{Key: "season", Value: host.StringValue("winter")}, {Key: "wether", Value: host.StringValue("snow")}}}
	if err := s.Do(c); err == nil || err.Error() != `unknown part of nature "wether"; did you mean "weather"?` {
		t.Error(err)
	}
	if s.Digest() != before {
		t.Error("the season has changed")
	}
	c.Set[1].Key = "weather"
	if err := s.Do(c); err != nil {
		t.Fatal(err)
	}
	if s.Digest() == before {
		t.Error("nothing has changed")
	}
}
