package command

import (
	"errors"
	"os"
	"os/user"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/play"
	"github.com/thicket-sim/thicket/internal/command/terminal"
)

func newPlayCommand() *cobra.Command {
	o := play.Options{Hello: client.Hello{Role: "player"}}
	watch := false
	c := &cobra.Command{
		Use:   "play URL",
		Short: "Join a game of thicket serve from the terminal",
		Long: `Play takes part in a game that somebody serves. The terminal shows the surroundings of the player, its
health and the like, and whom to look for; keys make it walk and act. When a match is over its table is
shown. --watch shows the whole field, without a body of your own.`,
		Example: `  thicket play http://127.0.0.1:8080
  thicket play http://127.0.0.1:8080 --room siege --name Ann`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if watch {
				o.Hello.Role = "watcher"
			}
			tty, ok := terminal.File(cmd.OutOrStdout())
			keys, isFile := cmd.InOrStdin().(*os.File)
			if !ok || !isFile {
				return errors.New("play needs a terminal")
			}
			if o.Server = args[0]; o.Hello.Name == "" {
				o.Hello.Name = userName()
			}
			err := play.Run(cmd.Context(), o, keys, tty)
			if err == nil && cmd.Context().Err() != nil {
				return wasCut("stopped by a signal")
			}
			return err
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.Room, "room", "", "join the room `NAME`; without it, the first")
	fs.StringVar(&o.Hello.Name, "name", "", "be called `NAME`; without it, as the user of this machine")
	fs.StringVar(&o.Hello.Code, "code", "", "the join code is `CODE`")
	fs.BoolVar(&watch, "watch", false, "look, without a body")
	return c
}

// userName returns how the person at the keyboard is called, as a name of a player.
func userName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return terminal.Cut(u.Username, 24)
	}
	return "somebody"
}
