package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/command/scenelist"
	"github.com/thicket-sim/thicket/internal/window"
)

// The exit codes.
const (
	exitDone = iota
	exitFault
	exitUsage
)

var _ window.Recorder = (*playback.Recording)(nil)

func main() { os.Exit(execute(arguments(), os.Stdout, os.Stderr)) }

// execute runs a command line and gives the exit code.
func execute(args []string, out, errs io.Writer) int {
	o, err := parse(args, out)
	if errors.Is(err, pflag.ErrHelp) {
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(errs, "thicket-view: %v\nsee: thicket-view --help\n", err)
		return exitUsage
	}
	switch {
	case o.list:
		err = scenelist.Write(out)
	case o.web != "":
		err = serve(o.web, errs)
	default:
		err = show(o, errs)
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return exitFault
	}
	return exitDone
}

// show plays a scene in a window until that is closed.
func show(o *options, errs io.Writer) error {
	var game *window.Game
	ended, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	v := &viewer{options: o, again: o.open, ended: ended.Done(), drops: ebiten.DroppedFiles}
	o.onNotice = func(text string) {
		fmt.Fprintln(errs, "note:", text)
		v.notice(text)
	}
	s, err := v.open(v.again)
	if err != nil {
		return err
	}
	v.session = s
	defer func() { s.Close() }()
	var movie *playback.Recording
	if o.record != "" {
		if movie, err = playback.Record(o.record, s); err != nil {
			return err
		}
	}
	if err := v.follow(); err != nil {
		fmt.Fprintln(errs, "note: files are not followed:", err)
	}
	defer v.close()
	if game, err = window.NewGame(s); err != nil {
		return err
	}
	if movie != nil {
		game.Recorder = movie
	}
	if err := o.dress(game); err != nil {
		return err
	}
	v.tell(game)
	game.OnUpdate, game.OnRestart, game.OnWrite, game.OnPicture = v.update, v.restart, v.write, v.picture
	expose(game)
	err = game.Run()
	s = game.Session()
	if movie != nil {
		wrote, e := movie.Close()
		if e == nil {
			fmt.Fprintf(errs, "wrote %s (%s)\n", wrote.Path, wrote.What)
		} else if err == nil {
			err = e
		}
	}
	if err != nil && !v.shown {
		return noWindow(o, err)
	}
	return err
}

// noWindow says in one line why there is no window, and what to do instead.
func noWindow(o *options, err error) error {
	why := []rune(strings.Join(strings.Fields(err.Error()), " "))
	const most = 160 // for missing libraries the error lists every path that was tried
	if len(why) > most {
		why = append(why[:most], '…')
	}
	return fmt.Errorf("no window can be opened (%s); without one there are: thicket run %s, thicket run %[2]s --gif %[2]s.gif, and in a browser thicket-view --web :8080", string(why), o.scene)
}
