package render

import "fmt"

// eventLog holds the newest lines of the panel's log.
type eventLog struct {
	lines []string
}

// Limits of the log. Contacts of large crowds are left out.
const (
	logLines     = 60
	logContacts  = 3 // of one tick
	logSmallGame = 2000
)

func (l *eventLog) add(time float64, text string) {
	l.lines = append(l.lines, fmt.Sprintf("%6.1f s  %s", time, text))
	if len(l.lines) > logLines {
		l.lines = append(l.lines[:0], l.lines[1:]...)
	}
}

// contacts logs the contacts of the last tick.
func (l *eventLog) contacts(g *Game) {
	game := g.session.Game()
	made := game.Contacts()
	if len(made) == 0 || game.World.Len() > logSmallGame {
		return
	}
	time := game.World.Clock().Time()
	for i, c := range made {
		if i == logContacts {
			l.add(time, fmt.Sprintf("and %d more contacts", len(made)-i))
			return
		}
		what := "touched"
		if send := game.Setup.Rules[c.Rule].Send; len(send) > 0 {
			what = send[0].Name
		}
		l.add(time, fmt.Sprintf("%s %s %s", game.NameOf(c.From), what, game.NameOf(c.To)))
	}
}

// last gives the newest n lines, the newest last.
func (l *eventLog) last(n int) []string { return l.lines[max(len(l.lines)-n, 0):] }
