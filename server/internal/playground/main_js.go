// Command playground is a game in a browser's worker, without a server: a page talks to its room as
// to that of `thicket serve`, and asks what package lab answers. `thicket playground` builds it.
package main

import (
	"math"
	"runtime/debug"
	"sync"
	"syscall/js"
	"time"

	"github.com/thicket-sim/thicket/server/internal/lab"
	"github.com/thicket-sim/thicket/server/internal/room"
)

// main gives the worker the object thicket, and tells it so by calling thicketReady.
func main() {
	of := &lab.Lab{}
	js.Global().Set("thicket", js.ValueOf(map[string]any{
		"ask":   js.FuncOf(func(_ js.Value, a []js.Value) any { return promise(a[0].String(), a[1].String(), of) }),
		"enter": js.FuncOf(func(_ js.Value, a []js.Value) any { return enter(of, a[0].String(), a[1], a[2]) }),
	}))
	js.Global().Call("thicketReady")
	select {}
}

// promise asks the lab without a wait for its answer.
func promise(name, about string, of *lab.Lab) js.Value {
	var run js.Func
	run = js.FuncOf(func(_ js.Value, a []js.Value) any {
		done, refused := a[0], a[1]
		go func() {
			run.Release()
			text, err := of.Ask(name, []byte(about))
			begun()
			if err != nil {
				refused.Invoke(err.Error())
				return
			}
			done.Invoke(string(text))
		}()
		return nil
	})
	return js.Global().Get("Promise").New(run)
}

// begun is called once something was done. The worker starts the program such that it collects no garbage,
// of which there is little: the browser would compile the collector while it is to open a game. Some seconds
// later it begins to.
var begun = sync.OnceFunc(func() {
	time.AfterFunc(3*time.Second, func() {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(100)
	})
})

// enter lets a guest in. It returns a function that takes its messages, and null once it leaves;
// message is called with what is for it, and ended with the reason when nothing follows.
func enter(of *lab.Lab, hello string, message, ended js.Value) any {
	in := make(chan []byte, room.MaxQueue)
	go attend(of, hello, in, message, ended)
	left := false
	return js.FuncOf(func(_ js.Value, a []js.Value) any {
		switch {
		case left:
		case a[0].IsNull():
			left = true
			close(in)
		default:
			select {
			case in <- []byte(a[0].String()):
			default: // the page says more than the game can hear
			}
		}
		return nil
	})
}

func attend(of *lab.Lab, hello string, in <-chan []byte, message, ended js.Value) {
	g, err := of.Enter([]byte(hello))
	if err != nil {
		ended.Invoke(err.Error())
		return
	}
	over := make(chan struct{})
	go func() {
		tell(g, message)
		close(over)
	}()
	reason := ""
	for reason == "" {
		select {
		case m, ok := <-in:
			if !ok {
				reason = "you have left"
			} else if err := g.Handle(m); err != nil {
				reason = err.Error()
			}
		case <-over:
			reason = "the game has ended"
		}
	}
	g.Leave(true)
	ended.Invoke(reason)
}

// tell carries what is for a guest until its last message.
func tell(g *room.Guest, message js.Value) {
	var frame []byte
	for range g.Ready() {
		for {
			next, text, over := g.Next(frame[:0])
			if next == nil {
				break
			}
			if text {
				message.Invoke(string(next))
			} else {
				frame = next
				bytes := js.Global().Get("Uint8Array").New(len(next))
				js.CopyBytesToJS(bytes, next)
				message.Invoke(bytes.Get("buffer"))
			}
			if over {
				return
			}
		}
	}
}
