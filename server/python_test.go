package server

import (
	"bufio"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// docs/client.py, which has nothing but Python's own library, joins and runs, and is where the game
// master sees it.
func TestTheClientInPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	src, err := os.ReadFile("../docs/client.py")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(src), "\n"); n > 60 {
		t.Errorf("the client has %d lines, wanted 60 at most", n)
	}
	_, address := serve(t, Options{Sight: 100})
	gm := dial(t, address, `{"type":"hello","role":"gm","name":"g","token":"`+secret+`"}`)
	gm.until("welcome")
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	script := exec.Command(python, "../docs/client.py", at.Hostname(), at.Port(), "chase")
	var errs strings.Builder
	script.Stderr = &errs
	out, err := script.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	defer func() {
		_ = script.Process.Kill() // it runs for as long as it is let
		_ = script.Wait()
	}()

	seen := map[int64][2]float64{} // the player, by tick, as the game master sees it
	compared, first := 0, [2]float64{}
	for frames := 0; compared < 20; frames++ {
		if frames > 1000 { // half a minute of the game
			t.Fatalf("of 20 moments it told %d", compared)
		}
		gm.until("frame")
		for _, b := range gm.now.Bodies {
			if b.ID == 5 {
				x, y := (wire.Field{Width: 60, Height: 60}).Metres(b.X, b.Y)
				seen[gm.now.Tick] = [2]float64{x, y}
			}
		}
		for more := true; more; {
			select {
			case line, ok := <-lines:
				if !ok {
					t.Fatalf("the client ended: %s", errs.String())
				}
				var tick int64
				var x, y float64
				var others int
				if _, err := fmt.Sscanf(line, "tick %d: %f, %f among %d", &tick, &x, &y, &others); err != nil {
					t.Fatalf("the client printed %q", line)
				}
				if first == [2]float64{} {
					first = [2]float64{x, y}
				}
				where, ok := seen[tick]
				if !ok {
					continue
				}
				compared++
				if others != 4 || math.Hypot(where[0]-x, where[1]-y) > 0.2 {
					t.Errorf("%s; the game master has it at %v", line, where)
				}
			default:
				more = false
			}
		}
	}
	last := first
	for _, at := range seen {
		if math.Hypot(at[0]-first[0], at[1]-first[1]) > math.Hypot(last[0]-first[0], last[1]-first[1]) {
			last = at
		}
	}
	if moved := math.Hypot(last[0]-first[0], last[1]-first[1]); moved < 0.5 {
		t.Errorf("it went %.2f m, wanted more", moved)
	}
}
