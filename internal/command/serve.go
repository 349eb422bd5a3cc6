package command

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	front "github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/server"
)

// serveFlags are the flags of `thicket serve`.
type serveFlags struct {
	limits    limit.Values
	listen    string
	tokenFile string
	code      string
	lenient   bool
	noChat    bool
	hosts     []string
	cert, key string
	rooms     int
	maxRooms  int
	players   int
	address   int
	workers   int
	sight     float64
	noEdit    bool
	lobby     bool
	saveDir   string
	recordDir string
	recorded  int64
	recordAge time.Duration
	proxies   []string
	audit     string
	try       string
	history   float64
	names     gameFlag
	game      *Game
	errs      io.Writer
}

func newServeCommand(own *Game) *cobra.Command {
	f := &serveFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "serve SCENE...",
		Short: "Share games over a network",
		Long: `Serve plays games that people share. In a browser, players join the bots, and a game master
watches the games and changes them. Each scene is a room, which sleeps while nobody is in
it. docs/protocol.md tells how a program takes part.

The game master's token is printed once, with the address of the game master's page.
Anybody who can reach the server may join; with --code, only those who know it. By
default it listens on this machine alone.

It goes on until Ctrl-C or SIGTERM asks it to end: that is its usual end, with exit code 0,
after it has told everybody there and saved its rooms.`,
		Example: `  thicket serve tag                              on http://127.0.0.1:8080
  thicket serve tag siege my.yaml                three rooms
  thicket serve tag --rooms 10                   ten rooms of tag: tag-1 to tag-10
  thicket serve tag --listen :8080 --code 4711   for all who reach this machine and know the code
  thicket serve tag --save-dir rooms             goes on where it was, also after a crash
  thicket serve tag --listen :443 --host play.example.org --tls-cert c.pem --tls-key k.pem`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: complete(scenesAndTrees, scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if f.game, err = f.names.playing(cmd); err != nil {
				return err
			}
			f.limits, f.errs = limitsOf(cmd), cmd.ErrOrStderr()
			return f.serve(cmd.Context(), args, cmd.OutOrStdout())
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.listen, "listen", "127.0.0.1:8080", "listen on `ADDRESS`, such as :8080 for all networks")
	fs.IntVar(&f.rooms, "rooms", 1, "`N` rooms of each scene")
	fs.IntVar(&f.maxRooms, "max-rooms", 100, "`N` rooms at most, with those that game masters make")
	fs.IntVar(&f.players, "max-players", 200, "`N` players in a room at most")
	fs.IntVar(&f.address, "per-address", 50, "`N` connections, and `N` players of a room, from one address at most")
	fs.StringSliceVar(&f.proxies, "proxy", nil, "believe the proxies of `NETWORK`, such as 10.0.0.0/8, when they say whom a connection is of (repeatable)")
	addLenient(fs, &f.lenient)
	fs.StringVar(&f.code, "code", "", "players must know `CODE`")
	fs.BoolVar(&f.noChat, "no-chat", false, "players do not speak to each other")
	fs.StringVar(&f.tokenFile, "gm-token-file", "", "read the game master's token from `FILE`")
	fs.StringSliceVar(&f.hosts, "host", nil, "answer to `NAME`, beside localhost and addresses")
	fs.StringVar(&f.cert, "tls-cert", "", "speak TLS, with the certificates of `FILE`")
	fs.StringVar(&f.key, "tls-key", "", "the key of --tls-cert is in `FILE`")
	fs.Float64Var(&f.sight, "sight", 40, "players see `M` metres to each side")
	fs.BoolVar(&f.lobby, "lobby", false, "each round waits until a game master has it begin")
	fs.BoolVar(&f.noEdit, "no-edit", false, "game masters may not change trees by sending their text")
	fs.StringVar(&f.saveDir, "save-dir", "", "save each room in `DIR` every second, and go on from there")
	fs.StringVar(&f.recordDir, "record-dir", "", "record each room in `DIR`, for thicket replay; another one begins where a game goes back")
	fs.Int64Var(&f.recorded, "record-mb", 1024, "keep `N` megabytes of recordings of a room at most; the oldest ones are deleted")
	fs.DurationVar(&f.recordAge, "record-age", 0, "delete recordings that are older than `TIME`, such as 720h; 0: none")
	fs.StringVar(&f.audit, "audit", "", "add a line of JSON to `FILE` for what a game master does")
	fs.StringVar(&f.try, "try", "", "offer the playground in `DIR`, which thicket playground has written, at /try/")
	fs.Float64Var(&f.history, "history", 60, "game masters can go back `S` seconds; 0: a game that fails ends its room")
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the result is the same")
	f.names.add(c)
	return c
}

// guests limits those in a room who do not play.
const guests = 100

// shutdownTime says how long clients may take to go.
const shutdownTime = 4 * time.Second

func (f *serveFlags) serve(ctx context.Context, args []string, out io.Writer) error {
	token, own, err := f.token()
	if err != nil {
		return err
	}
	switch {
	case f.players < 1 || f.address < 1 || f.maxRooms < 1:
		return usagef("--max-players %d, --per-address %d, --max-rooms %d, wanted 1 at least", f.players, f.address, f.maxRooms)
	case (f.cert == "") != (f.key == ""):
		return usagef("--tls-cert and --tls-key go together")
	case f.rooms < 1 || f.rooms*len(args) > f.maxRooms:
		return usagef("--rooms %d of %d scenes, wanted 1 to %d rooms in all; --max-rooms", f.rooms, len(args), f.maxRooms)
	case !(f.history >= 0 && f.history <= 3600):
		return usagef("--history %g, wanted 0 to 3600 seconds", f.history)
	case !(f.sight > 0):
		return usagef("--sight %g, wanted metres", f.sight)
	case f.recorded < 1 || f.recorded > 1<<40 || f.recordAge < 0:
		return usagef("--record-mb %d, --record-age %v, wanted 1 megabyte at least, and no time below 0", f.recorded, f.recordAge)
	}
	proxies, err := f.networks()
	if err != nil {
		return err
	}
	for flag, dir := range map[string]string{"save-dir": f.saveDir, "record-dir": f.recordDir} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
	}
	var audit io.Writer
	if f.audit != "" {
		file, err := os.OpenFile(f.audit, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("--audit: %w", err)
		}
		defer file.Close()
		audit = file
	}
	s, err := server.New(server.Options{
		Token: token, Code: f.code, Hosts: f.hosts, Sight: f.sight, NoEdit: f.noEdit, Lobby: f.lobby, SaveDir: f.saveDir, RecordDir: f.recordDir,
		Recorded: f.recorded << 20, RecordAge: f.recordAge, Audit: audit, Proxies: proxies, NoChat: f.noChat, Try: f.try,
		Limits: server.Limits{Rooms: f.maxRooms, PerAddress: f.address, Seats: f.address, Players: f.players, Guests: f.players + guests, Connections: f.maxRooms * (f.players + guests)},
		Make:   func(scene string) (*front.Session, error) { return f.make(args, scene) },
	})
	if err != nil {
		return err
	}
	end := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		return s.Close(ctx)
	}
	if err := f.open(s, args, out); err != nil {
		return errors.Join(err, end())
	}
	plain := net.ListenConfig{}
	plain.SetMultipathTCP(false) // which the system cannot filter
	listener, err := plain.Listen(ctx, "tcp", f.listen)
	if err != nil {
		return errors.Join(err, end())
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(listener, f.cert, f.key) }()
	f.tell(out, listener.Addr(), token, own)
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, end())
}

// networks returns the networks of the proxies that are believed.
func (f *serveFlags) networks() (all []netip.Prefix, err error) {
	for _, text := range f.proxies {
		network, err := netip.ParsePrefix(text)
		if address, wrong := netip.ParseAddr(text); wrong == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, usagef("--proxy %s, wanted an address or a network, such as 10.0.0.0/8", text)
		}
		all = append(all, network)
	}
	return all, nil
}

// token returns the game master's: that of a file, or a new one, which is to be told.
func (f *serveFlags) token() (token string, own bool, err error) {
	if f.tokenFile == "" {
		var b [16]byte
		rand.Read(b[:])
		return hex.EncodeToString(b[:]), true, nil
	}
	b, err := os.ReadFile(f.tokenFile)
	if err != nil {
		return "", false, fmt.Errorf("--gm-token-file: %w", err)
	}
	token = strings.TrimSpace(string(b))
	if len(token) < 16 {
		return "", false, fmt.Errorf("--gm-token-file: %s holds %d characters, wanted 16 at least", f.tokenFile, len(token))
	}
	return token, false, nil
}

// historyBytes says how much the history of a room takes at most.
const historyBytes = 32 << 20

func (f *serveFlags) options() front.Options {
	return front.Options{
		Registry: f.game.Registry, Prepare: f.game.World, Workers: f.workers, Lenient: f.lenient,
		Limits: f.limits.Map(), History: front.History{Seconds: f.history, Bytes: historyBytes},
	}
}

// make opens the game of a room that a game master makes: of a scene of the command line, or
// a shipped one. Other files are none of a game master's business.
func (f *serveFlags) make(args []string, scene string) (*front.Session, error) {
	for _, arg := range args {
		if scene == arg || scene == roomOf(arg) {
			return f.start(arg)
		}
	}
	if !slices.Contains(scenes.Shipped(), scene) {
		return nil, fmt.Errorf("no scene %q, wanted one that the server was started with, or a shipped one", scene)
	}
	return f.start(scene)
}

// start opens a scene.
func (f *serveFlags) start(scene string) (*front.Session, error) {
	s, err := front.Open(scene, f.options())
	if err == nil {
		f.game.tell(f.errs, backdoor.Inside(s).Scene())
	}
	return s, err
}

// roomOf returns how the room of a scene is called.
func roomOf(scene string) string {
	return strings.ToLower(strings.TrimSuffix(filepath.Base(scene), filepath.Ext(scene)))
}

// open opens the rooms: those that were saved, and one of each scene, called after it, or
// several.
func (f *serveFlags) open(s *server.Server, args []string, out io.Writer) error {
	back, err := s.Restore(f.options())
	if err != nil {
		return fmt.Errorf("--save-dir: %w", err)
	}
	for _, name := range back {
		fmt.Fprintf(out, "room         %s goes on as it was saved\n", name)
	}
	for _, scene := range args {
		name := roomOf(scene)
		for i := range f.rooms {
			room := name
			if f.rooms > 1 {
				room = fmt.Sprintf("%s-%d", name, i+1)
			}
			if slices.Contains(back, room) {
				continue
			}
			game, err := f.start(scene)
			if err != nil {
				return err
			}
			if err := s.Open(room, game); err != nil {
				return err
			}
		}
	}
	return nil
}

// tell says where to go.
func (f *serveFlags) tell(out io.Writer, at net.Addr, token string, own bool) {
	scheme, host := "http", at.String()
	if f.cert != "" {
		scheme = "https"
	}
	if a, ok := at.(*net.TCPAddr); ok && a.IP.IsUnspecified() {
		host = net.JoinHostPort("localhost", fmt.Sprint(a.Port))
	}
	fmt.Fprintf(out, "players      %s://%s/\n", scheme, host)
	if own {
		fmt.Fprintf(out, "game master  %s://%s/gm.html#%s\n", scheme, host, token)
	} else {
		fmt.Fprintf(out, "game master  %s://%s/gm.html, with the token of %s\n", scheme, host, f.tokenFile)
	}
	if f.try != "" {
		fmt.Fprintf(out, "playground   %s://%s/try/\n", scheme, host)
	}
	fmt.Fprintln(out, "Ctrl-C ends it")
}
