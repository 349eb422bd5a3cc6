package live_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// A save or a recording of the time before digests had the whole state is refused by the
// version in its header, which is read before anything else, and the sentence names the
// commit that reads it.
func TestOldFilesAreRefusedWithTheCommitThatReadsThem(t *testing.T) {
	saved := save(t, open(t, "tag", 1))
	made := recorded(t, "tag", 3, func(int, *live.Session) {})
	for _, test := range []struct {
		what         string
		file         []byte
		version, now uint32
		read         func([]byte) error
	}{
		{"save", saved, 2, 3, func(b []byte) error {
			_, err := live.Restore(bytes.NewReader(b), live.Options{})
			return err
		}},
		{"recording", made, 2, 4, func(b []byte) error {
			_, err := live.ReadRecording(bytes.NewReader(b), limit.Values{})
			return err
		}},
		{"recording", made, 3, 4, func(b []byte) error {
			_, err := live.ReadRecording(bytes.NewReader(b), limit.Values{})
			return err
		}},
	} {
		// 8 bytes for what it is and 8 for its kind, the version, and the checksum of these.
		old := bytes.Clone(test.file)
		binary.LittleEndian.PutUint32(old[16:], test.version)
		binary.LittleEndian.PutUint32(old[20:], crc32.Checksum(old[:20], crc32.MakeTable(crc32.Castagnoli)))
		want := fmt.Sprintf("byte 0: made by an older Thicket: format %d, this one reads %d; play the %s with the commit ea303f58 of Thicket, the last one that reads it",
			test.version, test.now, test.what)
		if err := test.read(old); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("format %d: %v, wanted %s", test.version, err, want)
		}
	}
}
