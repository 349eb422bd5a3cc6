package playback

import (
	"github.com/thicket-sim/thicket/internal/humanize"
	"github.com/thicket-sim/thicket/internal/wholefile"
)

// saver writes the session to a file at the end of the run and, where it is asked to, every
// so often before.
type saver struct {
	Idle
	out  *File
	path string
	// every is after how many ticks it saves; 0: at the end only.
	every int64
	err   error
}

var _ Observer = (*saver)(nil)

func newSaver(f *File, r *Run) Observer {
	s := &saver{out: f, path: f.path, every: r.SaveEvery}
	s.err = r.Session.CanSave() // told now, and not after an hour
	return s
}

// Before fails where the session cannot be saved.
func (s *saver) Before(*Run) error { return s.err }

// After saves where it is time to. The file is that of the last time until the new one is
// whole.
func (s *saver) After(r *Run) error {
	if s.every == 0 || r.Done()%s.every != s.every-1 || r.Done() == r.Ticks-1 {
		return nil
	}
	f, err := wholefile.Create(s.path)
	if err == nil {
		defer f.Abort()
		if err = r.Session.Save(f); err == nil {
			err = f.Commit()
		}
	}
	s.err = err
	return err
}

// Close saves the session as it is at the end.
func (s *saver) Close(r *Run) (Written, error) {
	err := s.err
	if err == nil {
		err = r.Session.Save(s.out)
	}
	return s.out.Finish("tick "+humanize.Thousands(r.Session.World().Clock().Tick), err)
}
