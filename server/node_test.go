package server

import (
	"bytes"
	"encoding/json"
	"math"
	"os/exec"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// docs/protocol.md is enough to write a client: testdata/client.mjs, in another language and
// without the library, plays here.
func TestAClientInAnotherLanguage(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	args := []string{"testdata/client.mjs"}
	if exec.Command(node, "-e", "WebSocket").Run() != nil { // before node 22 it is asked for
		if args = append([]string{"--experimental-websocket"}, args...); exec.Command(node, args[0], "-e", "WebSocket").Run() != nil {
			t.Skip("node has no WebSocket")
		}
	}
	_, url := serve(t, Options{Sight: 100})
	gm := dial(t, url, `{"type":"hello","role":"gm","name":"g","token":"`+secret+`"}`)
	gm.until("welcome")
	var out, errs bytes.Buffer
	script := exec.Command(node, append(args, strings.Replace(url, "http", "ws", 1)+"/ws/chase")...)
	script.Stdout, script.Stderr = &out, &errs
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- script.Wait() }()
	if m := gm.until("said"); m["name"] != "Node" || m["text"] != "hello from node" {
		t.Errorf("said %v", m)
	}
	seen := map[int64]wire.Body{} // the player, by tick, as the game master sees it
	for ended := false; !ended; {
		select {
		case err = <-over:
			ended = true
		default:
			gm.until("frame")
			for _, b := range gm.now.Bodies {
				if b.ID == 5 {
					seen[gm.now.Tick] = b
				}
			}
		}
	}
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	var saw struct {
		You, Bots, Frames int
		Tick              int64
		X, Y, Moved       float64
	}
	if err := json.Unmarshal(out.Bytes(), &saw); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	if saw.You != 5 || saw.Bots != 4 || saw.Frames < 20 || saw.Moved < 3 {
		t.Errorf("the script saw %s", out.String())
	}
	near := int64(math.MaxInt64) // the game master may have been left out at that very tick
	for tick := range seen {
		if abs(tick-saw.Tick) < abs(near-saw.Tick) {
			near = tick
		}
	}
	at, may := seen[near], 0.2+0.2*float64(abs(near-saw.Tick))
	if x, y := (wire.Field{Width: 60, Height: 60}).Metres(at.X, at.Y); may > 3 || math.Abs(saw.X-x) > may || math.Abs(saw.Y-y) > 0.2 {
		t.Errorf("at tick %d the script is at %g, %g, and at %d the game master has it at %g, %g", saw.Tick, saw.X, saw.Y, near, x, y)
	}
}

func abs(n int64) int64 { return max(n, -n) }
