package chronicle

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// The most that a journal keeps: entries of a kind, and ticks in which it knows how many of
// a kind there were.
const (
	MaxEntries = 2000
	maxCounted = 50_000
)

// Entry is something that happened.
type Entry struct {
	session.Occurrence
	Seq   int64   // its number, which grows with time
	Time  float64 // seconds of simulated time
	Line  string  // for people
	Grave bool    // a failure, or what waits for a restart
}

// Filter chooses entries. The zero Filter chooses all.
type Filter struct {
	Kinds Kinds         // 0: all
	Bot   components.ID // who took part; 0: anybody
	Text  string        // that the line has, in any case
}

// Journal is the list of what happens in a session, from when it was made on. It keeps the
// newest [MaxEntries] of each kind, so that what happens often leaves what happens rarely,
// and counts them all. A signal or an event that comes again within two seconds is counted
// only. A moment is a tick: what happened later is not told, so that in the
// past of a session the journal is what it was then. It may be used by several goroutines.
type Journal struct {
	s      *live.Session
	mu     sync.Mutex
	teller teller
	begin  string  // of a match, in words; empty for none
	dt     float64 // seconds a tick
	seq    int64
	kept   [session.OccurrenceKinds][]Entry   // oldest first
	latest map[said]int64                     // when a signal was sent last
	counts [session.OccurrenceKinds][]counted // likewise

	unreloaded []Alarm // errors of reloads and changes that wait
	dismissed  map[alarmKey]bool
}

// said is a signal or an event, whose repetitions are counted and not listed.
type said struct {
	kind     Kind
	from, to components.ID
	text     string
}

// repeats is for how many seconds a signal or an event that comes again is no news, and
// maxSaid of how many that is known at a time.
const (
	repeats = 2.0
	maxSaid = 10_000
)

// again reports whether an occurrence is the repetition of a signal or an event.
func (j *Journal) again(o *session.Occurrence) bool {
	if o.More > 0 || o.Kind != session.Signalled && o.Kind != session.Informed {
		return false
	}
	key := said{o.Kind, o.From, o.To, o.Text}
	last, ok := j.latest[key]
	if len(j.latest) >= maxSaid {
		clear(j.latest)
	}
	j.latest[key] = o.Tick
	return ok && float64(o.Tick-last)*j.dt <= repeats
}

// counted says how many of a kind there were by the end of a tick.
type counted struct{ tick, total int64 }

var _ session.Listener = (*Journal)(nil)

// NewJournal begins the journal of a session. A session has one at a time.
func NewJournal(s *live.Session) *Journal {
	scene := s.Scene()
	j := &Journal{s: s, teller: newTeller(scene), dt: s.World().Clock().DT, latest: map[said]int64{}, dismissed: map[alarmKey]bool{}}
	j.begin = begin(scene)
	if s.World().Clock().Tick == 0 {
		j.begins()
	}
	s.Listen(j)
	return j
}

// begins tells that a match begins.
func (j *Journal) begins() {
	if j.begin != "" {
		j.Happened(session.Occurrence{Kind: session.Matched, Text: j.begin})
	}
}

// begin says what a match is about; nothing where there is none.
func begin(scene *scenes.Scene) string {
	if !scene.Arena.Match.Declared {
		return ""
	}
	text := "the match begins"
	m, sep := &scene.Arena.Match, ": "
	if m.Score > 0 {
		text += fmt.Sprintf("%s%s points win", sep, humanize.Number(m.Score))
		sep = ", "
	}
	if m.Time > 0 {
		text += fmt.Sprintf("%sit lasts %s s at most", sep, humanize.Number(m.Time))
	}
	return text
}

// Happened takes an entry in; see [session.Listener].
func (j *Journal) Happened(o session.Occurrence) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.again(&o) {
		j.seq++
		j.kept[o.Kind] = appendBounded(j.kept[o.Kind], MaxEntries, Entry{
			Occurrence: o, Seq: j.seq, Time: float64(o.Tick) * j.dt, Line: j.teller.line(&o), Grave: grave.Has(o.Kind),
		})
	}
	n := max(o.More, 1)
	points := j.counts[o.Kind]
	switch last := len(points) - 1; {
	case last < 0:
		points = append(points, counted{o.Tick, n})
	case points[last].tick == o.Tick:
		points[last].total += n
	default:
		points = appendBounded(points, maxCounted, counted{o.Tick, points[last].total + n})
	}
	j.counts[o.Kind] = points
	j.alarm(&o)
}

// Branched forgets what happened after a tick, or all, for -1, as another round begins; see
// [session.Listener].
func (j *Journal) Branched(tick int64) {
	j.forget(tick)
	if tick < 0 {
		j.begins()
	}
}

func (j *Journal) forget(tick int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for kind := range j.kept {
		j.kept[kind] = j.kept[kind][:until(j.kept[kind], tick)]
		j.counts[kind] = j.counts[kind][:countedUntil(j.counts[kind], tick)]
	}
	j.unreloaded = slices.DeleteFunc(j.unreloaded, func(a Alarm) bool { return a.Tick > tick })
	clear(j.latest)
}

// appendBounded appends to a list that keeps at least so many of its last items, and at most
// twice as many.
func appendBounded[T any](list []T, most int, item T) []T {
	if len(list) == 2*most {
		clear(list[:most])
		list = append(list[:0], list[most:]...)
	}
	return append(list, item)
}

// until returns how many of some entries are from a tick or before.
func until(list []Entry, tick int64) int {
	n, _ := slices.BinarySearchFunc(list, tick+1, func(e Entry, t int64) int { return compare(e.Tick, t) })
	return n
}

func countedUntil(list []counted, tick int64) int {
	n, _ := slices.BinarySearchFunc(list, tick+1, func(c counted, t int64) int { return compare(c.tick, t) })
	return n
}

func compare(a, b int64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// Last appends the newest entries that a filter chooses, at most n, newest first: those
// until the moment now, a tick, and of these those whose Seq is below before; 0 for all.
func (j *Journal) Last(f Filter, now, before int64, n int, list []Entry) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	f.Text = strings.ToLower(f.Text)
	var left [session.OccurrenceKinds]int
	for kind := range j.kept {
		if f.Kinds == 0 || f.Kinds.Has(Kind(kind)) {
			left[kind] = until(j.kept[kind], now)
		}
	}
	for n > 0 {
		newest := -1
		for kind, l := range left {
			if l > 0 && (newest < 0 || j.kept[kind][l-1].Seq > j.kept[newest][left[newest]-1].Seq) {
				newest = kind
			}
		}
		if newest < 0 {
			return list
		}
		left[newest]--
		e := &j.kept[newest][left[newest]]
		if (before == 0 || e.Seq < before) && f.chooses(e) {
			list = append(list, *e)
			n--
		}
	}
	return list
}

// chooses reports whether an entry of a chosen kind is meant. Text is in lower case.
func (f *Filter) chooses(e *Entry) bool {
	if f.Bot != 0 && e.From != f.Bot && e.To != f.Bot {
		return false
	}
	return f.Text == "" || strings.Contains(strings.ToLower(e.Line), f.Text)
}

// Between appends the entries that a filter chooses of the ticks from and to and those
// between them, oldest first.
func (j *Journal) Between(f Filter, from, to int64, list []Entry) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	f.Text = strings.ToLower(f.Text)
	begin := len(list)
	for kind, kept := range j.kept {
		if f.Kinds != 0 && !f.Kinds.Has(Kind(kind)) {
			continue
		}
		for i := until(kept, from-1); i < len(kept) && kept[i].Tick <= to; i++ {
			if f.chooses(&kept[i]) {
				list = append(list, kept[i])
			}
		}
	}
	slices.SortFunc(list[begin:], func(a, b Entry) int { return compare(a.Seq, b.Seq) })
	return list
}

// Count returns how many of some kinds there were after the tick from, until the tick to,
// those included that are not listed. A from of -1 counts all.
func (j *Journal) Count(k Kinds, from, to int64) (n int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for kind := range j.counts {
		if k.Has(Kind(kind)) {
			n += j.total(Kind(kind), to) - j.total(Kind(kind), from)
		}
	}
	return n
}

// total returns how many of a kind there were until a tick.
func (j *Journal) total(kind Kind, tick int64) int64 {
	if n := countedUntil(j.counts[kind], tick); n > 0 {
		return j.counts[kind][n-1].total
	}
	return 0
}
