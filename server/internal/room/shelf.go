package room

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// shelf is where the recordings of a room are.
type shelf struct {
	dir, room string
	bytes     int64         // of all of them at most; 0: no bound
	age       time.Duration // of each at most; 0: no bound
}

// old is a recording that has ended.
type old struct {
	path string
	info fs.FileInfo
}

// list lists the recordings, the oldest first, and the number for the next one.
func (s *shelf) list() (all []old, next int, err error) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, 0, err
	}
	next = 1
	name := regexp.MustCompile(`^` + regexp.QuoteMeta(s.room) + `(?:-(\d+))?\.rec$`)
	for _, f := range files {
		match := name.FindStringSubmatch(f.Name())
		if match == nil {
			continue
		}
		n := 1
		if match[1] != "" {
			n, _ = strconv.Atoi(match[1]) // digits; 0 for more of them than files have
		}
		next = max(next, n+1)
		if info, err := f.Info(); err == nil { // else it has gone
			all = append(all, old{filepath.Join(s.dir, f.Name()), info})
		}
	}
	slices.SortFunc(all, func(a, b old) int { return a.info.ModTime().Compare(b.info.ModTime()) })
	return all, next, nil
}

// next deletes recordings that are too old, or too many beside one that begins, the oldest
// first, and returns the file for that one: NAME.rec, NAME-2.rec and so on.
func (s *shelf) next(now time.Time, log func(string)) (path string, err error) {
	all, n, err := s.list()
	if err != nil {
		return "", err
	}
	var bytes int64
	for _, rec := range all {
		bytes += rec.info.Size()
	}
	for _, rec := range all {
		if !(s.bytes > 0 && bytes > s.bytes-s.bytes/partsOf) && !(s.age > 0 && now.Sub(rec.info.ModTime()) > s.age) {
			break
		}
		bytes -= rec.info.Size()
		if err := os.Remove(rec.path); err != nil {
			log(fmt.Sprintf("an old recording: %v", err))
			continue
		}
		log(fmt.Sprintf("the old recording %s is deleted", filepath.Base(rec.path)))
	}
	name := s.room + ".rec"
	if n > 1 {
		name = fmt.Sprintf("%s-%d.rec", s.room, n)
	}
	return filepath.Join(s.dir, name), nil
}
