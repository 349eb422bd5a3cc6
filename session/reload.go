package session

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/scenes"
)

// Reload reads the files of the scene again and brings the running game up to date:
// trees, rules, and the numbers of classes. Bots keep their memory of nodes whose
// path did not change, and their positions, state and tunings; none comes or goes.
// When any file has an error, everything stays as it was, and the error says where.
type Reload struct {
	Changes []scenes.Change `record:"-"`
	// Notices are new oddities of the files, and changes that have to wait until the
	// scene is started again.
	Notices syntax.ErrorList `record:"-"`
	Reply
}

// Reload is Do with the command of that name.
func (s *Session) Reload() (*Reload, error) {
	c := &Reload{}
	err := s.Do(c)
	return c, err
}

// Files lists the files that the session was made from, which Reload reads.
func (s *Session) Files() []scenes.File {
	s.lock("Files")
	defer s.mu.Unlock()
	return s.scene.Files()
}

func (c *Reload) apply(s *Session) (Reply, error) {
	c.Changes, c.Notices = nil, nil
	r, err := s.scene.Revise(s.game.Runs)
	if err != nil {
		return Reply{}, err
	}
	if err := s.game.CheckRevision(&r.Revision); err != nil {
		return Reply{}, err
	}
	done := s.game.Revise(&r.Revision)
	s.scene.Adopt(r)
	s.notePrograms()
	c.Changes, c.Notices = r.Changes(done), r.Notices
	return Reply{Note: c.String()}, nil
}

// changes says what was reloaded and for how many bots.
func (c *Reload) changes() string {
	var all []string
	for _, change := range c.Changes {
		all = append(all, change.String())
	}
	if len(all) == 0 {
		return "nothing has changed"
	}
	return "reloaded " + strings.Join(all, ", ")
}

// String tells what was reloaded, for how many bots, and the notices.
func (c *Reload) String() string {
	text := c.changes()
	for _, n := range c.Notices {
		text += fmt.Sprintf("; %v", n)
	}
	return text
}
