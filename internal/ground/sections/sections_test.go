package sections

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

var format = Format{Kind: "test", Title: "test file", Oldest: 2, Newest: 3}

type section struct {
	name string
	data []byte
}

// write makes a file of sections, in pieces of Write as well as whole.
func write(t testing.TB, all []section) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range all {
		if i%2 == 0 {
			err = w.Section(s.name, s.data)
		} else {
			err = w.Begin(s.name)
			for rest := s.data; len(rest) > 0; {
				n := min(len(rest), 1+len(s.data)/3)
				if _, e := w.Write(rest[:n]); err == nil {
					err = e
				}
				rest = rest[n:]
			}
			if e := w.End(); err == nil {
				err = e
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read reads sections until an error, which is nil at a good end.
func read(from io.Reader, lim Limits) (all []section, err error) {
	r, err := NewReader(from, format, lim)
	if err != nil {
		return nil, err
	}
	for {
		name, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		data, err := r.All()
		if err != nil {
			return all, err
		}
		all = append(all, section{name, data})
	}
}

func equal(a, b []section) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].name != b[i].name || !bytes.Equal(a[i].data, b[i].data) {
			return false
		}
	}
	return true
}

// sample has data that pack and data that do not, an empty section, and one of several blocks.
func sample() []section {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	large := bytes.Repeat([]byte("a body, a body, another body; "), MaxBlock/28)
	for i := 0; i < len(large); i += 97 {
		large[i] = byte(random.Uint32())
	}
	return []section{
		{"about", []byte("thicket")}, {"scene", bytes.Repeat([]byte("bots: 12\n"), 40)}, {"none", nil},
		{"noise", noise}, {"large", large}, {"ticks", noise[:33]}, {"ticks", noise[:34]},
	}
}

func TestWhatIsWrittenReadsBack(t *testing.T) {
	want := sample()
	file := write(t, want)
	for name, from := range map[string]io.Reader{"whole": bytes.NewReader(file), "byte by byte": iotest.OneByteReader(bytes.NewReader(file))} {
		got, err := read(from, Limits{})
		if err != nil || !equal(got, want) {
			t.Errorf("%s: %d sections, %v", name, len(got), err)
		}
	}
	if len(file) > MaxBlock/2 {
		t.Errorf("%d bytes: what could be packed was not", len(file))
	}
	if !bytes.Equal(file, write(t, want)) {
		t.Error("the same sections make another file the second time")
	}
}

func TestSectionsCanBeSkippedAndStreamed(t *testing.T) {
	want := sample()
	r, err := NewReader(bytes.NewReader(write(t, want)), format, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Version() != format.Newest {
		t.Errorf("version %d, wanted %d", r.Version(), format.Newest)
	}
	for _, s := range want {
		name, err := r.Next()
		if err != nil || name != s.name {
			t.Fatalf("section %q, %v, wanted %q", name, err, s.name)
		}
		if name == "noise" {
			continue
		}
		if data, err := io.ReadAll(iotest.HalfReader(r)); err != nil || !bytes.Equal(data, s.data) {
			t.Errorf("section %q: %d bytes, %v, wanted %d", name, len(data), err, len(s.data))
		}
	}
	for range 2 {
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

// TestDamageIsFound flips bits and cuts files off. What is read without an error before the
// damage must be what was written.
func TestDamageIsFound(t *testing.T) {
	want := sample()
	file := write(t, want)
	random := rand.New(rand.NewPCG(3, 4))
	check := func(what string, bad []byte, cut bool) {
		t.Helper()
		got, err := read(bytes.NewReader(bad), Limits{})
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Fatalf("%s: %v, wanted an Error", what, err)
		case len(got) > len(want) || !equal(got, want[:len(got)]):
			t.Fatalf("%s: other sections than were written", what)
		case e.Cut != cut:
			t.Fatalf("%s: cut off %v: %v", what, e.Cut, e)
		case e.At < 0 || e.At > int64(len(bad)):
			t.Fatalf("%s: the error is at byte %d of %d", what, e.At, len(bad))
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 1000 {
		bad := bytes.Clone(file)
		bit := random.IntN(8 * len(bad))
		if i < 8*headerSize+400 { // all bits of the header and of the first blocks
			bit = i
		}
		bad[bit/8] ^= 1 << (bit % 8)
		got, err := read(bytes.NewReader(bad), Limits{})
		if err == nil || len(got) > len(want) || !equal(got, want[:len(got)]) {
			t.Fatalf("bit %d: %v, %d sections", bit, err, len(got))
		}
	}
	for i := range 200 {
		n := 1 + random.IntN(len(file)-1)
		if i < 100 {
			n = 1 + i
		}
		check(fmt.Sprintf("cut at %d", n), file[:n], true)
	}
	runtime.ReadMemStats(&after)
	if grew := int64(after.HeapSys) - int64(before.HeapSys); grew > 100<<20 {
		t.Errorf("reading damaged files took %d MB", grew>>20)
	}
	check("something behind", append(bytes.Clone(file), 0), false)
}

func TestBlocksAreFoundMissingDoubledOrMoved(t *testing.T) {
	part := func(all ...section) []byte { return write(t, all)[headerSize:] }
	a, b := section{"a", []byte("first")}, section{"b", []byte("second")}
	first := len(part(a)) - len(part())
	both := part(a, b)
	header := write(t, nil)[:headerSize]
	for what, body := range map[string][]byte{
		"missing": both[first:],
		"doubled": append(bytes.Clone(both[:first]), both...),
		"moved":   append(bytes.Clone(both[first:2*first]), both[:first]...),
		"foreign": append(bytes.Clone(both[:first]), part(b)...),
	} {
		if _, err := read(bytes.NewReader(append(bytes.Clone(header), body...)), Limits{}); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestKindOf(t *testing.T) {
	file := write(t, sample()[:1])
	for text, want := range map[string]string{string(file): "test", string(file[:16]): "test", string(file[:15]): "", "name: a scene that is long enough": "", "": ""} {
		if got := KindOf(strings.NewReader(text)); got != want {
			t.Errorf("%q is of the kind %q, wanted %q", text, got, want)
		}
	}
}

func TestForeignFiles(t *testing.T) {
	file := write(t, sample()[:2])
	as := func(f Format) error {
		_, err := NewReader(bytes.NewReader(file), f, Limits{})
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{as(format), "<nil>"},
		{as(Format{"other", "save", 1, 3, ""}), `byte 0: a file of Thicket of the kind "test", wanted a save`},
		{as(Format{"test", "test file", 1, 2, ""}), "byte 0: made by a newer Thicket: format 3, this one reads 1 to 2"},
		{as(Format{"test", "test file", 2, 2, ""}), "byte 0: made by a newer Thicket: format 3, this one reads 2"},
		{as(Format{"test", "test file", 4, 5, "; play it with X"}), "byte 0: made by an older Thicket: format 3, this one reads 4 to 5; play it with X"},
	} {
		if fmt.Sprint(c.err) != c.want {
			t.Errorf("%v, wanted %s", c.err, c.want)
		}
	}
	for src, want := range map[string]string{
		"":           "an empty file, wanted a test file",
		"GIF89a\x01": `no test file: it begins with "GIF89a\x01"`,
		magic[:3]:    "cut off before its first section",
	} {
		if _, err := read(strings.NewReader(src), Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, wanted %s", src, err, want)
		}
	}
}

// seal makes blocks of a file with the right checksums: each of fields, name and data.
func seal(blocks ...[3]string) []byte {
	var b bytes.Buffer
	w, _ := NewWriter(&b, format) // a buffer takes everything
	file, sum := b.Bytes(), w.sum
	add := func(part string) {
		file = append(file, part...)
		sum = crc32.Update(sum, castagnoli, []byte(part))
		file = binary.LittleEndian.AppendUint32(file, sum)
	}
	for _, p := range blocks {
		add(p[0] + p[1])
		add(p[2])
	}
	return file
}

func fields(flags, name byte, raw, stored uint32) string {
	b := binary.LittleEndian.AppendUint32([]byte{flags, name}, raw)
	return string(binary.LittleEndian.AppendUint32(b, stored))
}

func TestHostileFilesAreRefused(t *testing.T) {
	bomb := string(encoder().EncodeAll(make([]byte, 8<<20), nil))
	ok := [3]string{fields(begins|ends, 1, 2, 2), "a", "xy"}
	for _, c := range []struct {
		blocks [][3]string
		want   string
	}{
		{[][3]string{ok}, "cut off after section \"a\""},
		{[][3]string{{fields(begins|ends|8, 1, 2, 2), "a", "xy"}}, "unknown flags 0xe"},
		{[][3]string{{fields(ends, 0, 2, 2), "", "xy"}}, "data outside of a section"},
		{[][3]string{{fields(begins, 1, 2, 2), "a", "xy"}, ok}, "begins within section \"a\""},
		{[][3]string{{fields(begins, 1, 2, 2), "a", "xy"}, {fields(ends, 1, 2, 2), "a", "xy"}}, "a block with a name within"},
		{[][3]string{{fields(begins|ends, 0, 2, 2), "", "xy"}}, "name of 0 bytes, wanted 1 to 32"},
		{[][3]string{{fields(begins|ends, 2, 2, 2), "a/", "xy"}}, `name "a/", wanted letters`},
		{[][3]string{{fields(begins|ends, 1, MaxBlock+1, MaxBlock+1), "a", ""}}, "a block of 1048577 bytes, wanted at most 1048576"},
		{[][3]string{{fields(begins|ends, 1, 2, 1<<31), "a", "xy"}}, "a block of 2 bytes, stored as 2147483648"},
		{[][3]string{{fields(begins|ends|packed, 1, 2, 2), "a", "xy"}}, "a block of 2 bytes, stored as 2"},
		{[][3]string{{fields(begins|ends|packed, 1, 3, 2), "a", "xy"}}, `cannot unpack section "a"`},
		{[][3]string{{fields(begins|ends|packed, 1, MaxBlock, uint32(len(bomb))), "a", bomb}}, `cannot unpack section "a"`},
		{[][3]string{{fields(begins|ends, 3, 2, 2), "end", "xy"}}, "a last section with data"},
		{[][3]string{{fields(begins|ends, 3, 0, 0), "end", ""}, ok}, "something follows the end"},
	} {
		_, err := read(bytes.NewReader(seal(c.blocks...)), Limits{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, wanted %s", err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	file := write(t, sample())
	for _, c := range []struct {
		lim  Limits
		want string
	}{
		{Limits{Sections: 7, Section: 3 << 20, Total: 3 << 20}, "<nil>"},
		{Limits{Sections: 6}, "more than 6 sections"},
		{Limits{Section: 4999}, `section "noise" has more than 4999 bytes`},
		{Limits{Section: MaxBlock + 5}, `section "large" has more than`},
		{Limits{Total: 1 << 20}, "more than 1048576 bytes of data"},
		{Limits{Ratio: 1}, "<nil>"}, // it is small
	} {
		if _, err := read(bytes.NewReader(file), c.lim); !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%+v: %v, wanted %s", c.lim, err, c.want)
		}
	}
}

// TestWhatUnpacksToFarMore: a file that is packed to fill the memory is refused when a little of
// it was read; one of the same size that is not packed so well is read.
func TestWhatUnpacksToFarMore(t *testing.T) {
	for _, c := range []struct {
		megabytes, ratio int
		want             string
	}{
		{15, 0, "<nil>"},
		{64, 0, "unpack to more than 100 each, wanted at most that (the limit save.ratio)"},
		{64, 1 << 16, "<nil>"},
	} {
		file := write(t, []section{{"zeros", make([]byte, c.megabytes<<20)}})
		if _, err := read(bytes.NewReader(file), Limits{Ratio: int64(c.ratio)}); !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%d MB of zeros, at most %d a byte: %v, wanted %s", c.megabytes, c.ratio, err, c.want)
		}
	}
}

// limited fails as a full disk does, after n bytes.
type limited struct{ n int }

var errFull = errors.New("no space left")

func (w *limited) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFullDisk(t *testing.T) {
	size := len(write(t, sample()[:4]))
	for n := 0; n < size; n += 1 + n/50 {
		w, err := NewWriter(&limited{n}, format)
		if err == nil {
			for _, s := range sample()[:4] {
				err = w.Section(s.name, s.data)
			}
			err = errors.Join(err, w.Close())
		}
		if !errors.Is(err, errFull) {
			t.Fatalf("a disk of %d bytes: %v", n, err)
		}
	}
}

func TestWriterRefusesMisuse(t *testing.T) {
	open := func() *Writer {
		w, err := NewWriter(io.Discard, format)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for want, do := range map[string]func(*Writer) error{
		"which Close writes": func(w *Writer) error { return w.Section("end", nil) },
		"wanted 1 to 32":     func(w *Writer) error { return w.Section(strings.Repeat("x", 33), nil) },
		"no section has begun": func(w *Writer) error {
			_, err := w.Write([]byte("x"))
			return err
		},
		"begins within another": func(w *Writer) error { return errors.Join(w.Begin("a"), w.Begin("b")) },
		"after Close":           func(w *Writer) error { return errors.Join(w.Close(), w.Section("a", nil)) },
	} {
		if err := do(open()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
}

// FuzzSections takes any bytes as sections to write, as a file, and as a file whose
// checksums are right. What is written reads back; a changed byte is found; what a file
// gives without an error makes a file that gives the same; and no more than the limits
// allow comes out of it.
func FuzzSections(f *testing.F) {
	f.Add([]byte("some bytes for a section"), uint16(40))
	f.Add(write(f, sample()[:4]), uint16(100))
	f.Add([]byte(fields(begins|ends, 1, 2, 2)+"axy"), uint16(0))
	f.Fuzz(func(t *testing.T, src []byte, at uint16) {
		var want []section
		for i, part := range bytes.SplitN(src, []byte{0}, 20) {
			want = append(want, section{fmt.Sprint("s", i), part})
		}
		file := write(t, want)
		if got, err := read(bytes.NewReader(file), Limits{}); err != nil || !equal(got, want) {
			t.Fatalf("does not read back: %v", err)
		}
		bad := bytes.Clone(file)
		bad[int(at)%len(bad)] ^= byte(at>>8) | 1
		if got, err := read(bytes.NewReader(bad), Limits{}); err == nil || len(got) > len(want) || !equal(got, want[:len(got)]) {
			t.Fatalf("byte %d was changed: %v", int(at)%len(bad), err)
		}
		lim := Limits{Sections: 10, Section: 1 << 16, Total: 1 << 17}
		for _, file := range [][]byte{src, sealed(src)} {
			got, err := read(bytes.NewReader(file), lim)
			total := 0
			for _, s := range got {
				total += len(s.data)
			}
			if len(got) > lim.Sections || total > int(lim.Total) {
				t.Fatalf("%d sections of %d bytes", len(got), total)
			}
			if err != nil {
				continue
			}
			if again, err := read(bytes.NewReader(write(t, got)), Limits{}); err != nil || !equal(again, got) {
				t.Fatalf("what was read does not read back: %v", err)
			}
		}
	})
}

// sealed takes bytes as blocks whose lengths are those that their fields say, as far as
// there are so many, with the right checksums.
func sealed(src []byte) []byte {
	var blocks [][3]string
	for len(src) >= blockSize {
		name := min(int(src[1]), len(src)-blockSize)
		stored := int(min(uint64(binary.LittleEndian.Uint32(src[6:])), uint64(len(src)-blockSize-name)))
		rest := src[blockSize:]
		blocks = append(blocks, [3]string{string(src[:blockSize]), string(rest[:name]), string(rest[name : name+stored])})
		src = rest[name+stored:]
	}
	return seal(blocks...)
}
