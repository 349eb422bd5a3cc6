package command

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestTraceReadsStandardInput(t *testing.T) {
	var out strings.Builder
	cmd := newTraceCommand(nil)
	cmd.SetIn(strings.NewReader(`{"name": "in", "dialect": "wage", "source": "{kind: wander}", "ticks": 1}`))
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"-"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"in","ticks":[{"status":"success","visits":["wander=success"]}]}` + "\n"; out.String() != want {
		t.Errorf("got %s, wanted %s", out.String(), want)
	}
}

func TestReadCase(t *testing.T) {
	long := strings.Repeat("x", maxCase)
	in := "  one \r\n\n" + long + "\n" + long + "y\n" + long + "yy" + strings.Repeat("z", 1<<17) + "\nlast"
	r := bufio.NewReaderSize(strings.NewReader(in), 64)
	want := []struct {
		text string
		err  error
	}{{"one", nil}, {"", nil}, {long, nil}, {"", errLongCase}, {"", errLongCase}, {"last", nil}, {"", io.EOF}, {"", io.EOF}}
	for i, w := range want {
		line, err := readCase(r)
		if string(line) != w.text || !errors.Is(err, w.err) {
			t.Fatalf("line %d: %d bytes and error %v, wanted %d and %v", i+1, len(line), err, len(w.text), w.err)
		}
	}
	r = bufio.NewReader(io.MultiReader(strings.NewReader("whole\npart"), failing{}))
	if line, err := readCase(r); string(line) != "whole" || err != nil {
		t.Errorf("got %q and %v before a failure", line, err)
	}
	if _, err := readCase(r); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v at a failure, wanted %v", err, io.ErrClosedPipe)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
