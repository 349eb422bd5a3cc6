// Package backdoor leads from a session of package thicket to its inside and back, for packages of
// this module that need more of it than games do.
package backdoor

import "github.com/thicket-sim/thicket/internal/live"

var (
	inside  func(face any) *live.Session
	face    func(*live.Session) any
	options func(face any) (live.Options, error)
)

// Hang is called by package thicket when it is initialized, and by nobody else.
func Hang(in func(face any) *live.Session, out func(*live.Session) any, o func(face any) (live.Options, error)) {
	inside, face, options = in, out, o
}

// Inside returns the inside of a *thicket.Session.
func Inside(face any) *live.Session { return inside(face) }

// Options returns the inside of thicket.Options. It fails where their limits are wrong.
func Options(face any) (live.Options, error) { return options(face) }

// Face returns the *thicket.Session of an inside, where F is that type.
func Face[F any](s *live.Session) F { return face(s).(F) }
