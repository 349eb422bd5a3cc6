package live

import (
	"math"
	"reflect"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// commandKind describes one command: scripts, recordings, the network and the tables of
// docs/commands.md are made from it.
type commandKind struct {
	name string // as scripts and recordings call it
	doc  string // begins its section in docs/commands.md
	keys []commandKey
	handler
	decode func(*commandDecoder) session.Command
}

// commandKey is a key of a command in a script, and what it means.
type commandKey struct{ name, meaning string }

// handler carries out the commands of one type.
type handler struct {
	typ reflect.Type
	do  func(*Session, session.Command) (session.Reply, error)
}

func handle[T any, P interface {
	*T
	session.Command
}](do func(*Session, P) (session.Reply, error)) handler {
	return handler{reflect.TypeFor[T](), func(s *Session, c session.Command) (session.Reply, error) { return do(s, c.(P)) }}
}

// commands lists all commands, in the order of docs/commands.md.
var commands = [...]commandKind{
	{
		name: "add",
		doc:  "Adds bots of a class, as many as its `maxCount` has room for.",
		keys: []commandKey{
			{"class", "The bot class."},
			{"count", "How many, 1 to 10,000,000. Default 1."},
			{"at", "A spot. Default: anywhere on the field."},
		},
		handler: handle((*Session).doAdd),
		decode: func(d *commandDecoder) session.Command {
			return &session.Add{Class: d.o.RequiredStr("class"), Count: d.count(), At: d.spot("at")}
		},
	},
	{
		name: "remove",
		doc:  "Removes one bot, or the youngest bots of a class, as many as its `minCount` allows.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
			{"count", "How many of the class. Default 1."},
		},
		handler: handle((*Session).doRemove),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			c := &session.Remove{Bot: bot, Class: class}
			if bot == nil {
				c.Count = d.count()
			}
			return c
		},
	},
	{
		name: "place",
		doc:  "Puts a bot or player at a spot, and turns it.",
		keys: []commandKey{
			{"id", "The bot or player."},
			{"at", "A spot."},
			{"heading", "A heading."},
		},
		handler: handle((*Session).doPlace),
		decode: func(d *commandDecoder) session.Command {
			return &session.Place{Who: d.who("id"), At: d.spot("at"), Heading: d.heading()}
		},
	},
	{
		name: "event",
		doc:  "Hands an event to the tree of one bot, of all bots of a class, or of everybody.",
		keys: []commandKey{
			{"name", "The event. A session has room for 10,000 names: what varies belongs into `data`."},
			{"data", "What it carries, any value. Default null."},
			{"bot", "The bot or player; or"},
			{"class", "the bot class; or"},
			{"all", "`true`."},
		},
		handler: handle((*Session).doEvent),
		decode: func(d *commandDecoder) session.Command {
			all := d.o.Has("all") && d.o.Bool("all", true)
			bot, class := d.target(all)
			return &session.Event{Name: d.o.RequiredStr("name"), Data: d.value("data"), Bot: bot, Class: class, All: all}
		},
	},
	{
		name: "tree",
		doc:  "Gives a bot or a class another tree.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
			{"file", "A tree file, relative to the scene; or"},
			{"behavior", "a name of `behaviors` in the scene, or an action that needs no arguments."},
			{"source", "With `file`: the text of the tree. No file of that name is read; its extension names the dialect, and files that the tree refers to are looked for beside it."},
			{"with", "With `source`: other files that the tree refers to, by their names relative to the scene, with their texts. They count before those on the disk, and for this tree alone: what else the game has read of the same names stays. Up to 1,000. A window brings trees that are dropped on it so, with what they refer to among the files that were dropped."},
		},
		handler: handle((*Session).doSwitch),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			c := &session.Switch{Bot: bot, Class: class}
			c.File, _ = d.o.Str("file")
			c.Behavior, _ = d.o.Str("behavior")
			c.Source, _ = d.o.Str("source")
			c.With = d.texts("with")
			switch {
			case (c.File == "") == (c.Behavior == ""):
				d.list.Errorf(d.o.Span(), "tree: wanted a file or a behavior")
			case d.o.Has("source") && c.Source == "":
				d.list.Errorf(d.o.Span(), "tree: source is empty, wanted the text of the file")
			case d.o.Has("source") && c.File == "":
				d.list.Errorf(d.o.Span(), "tree: source without file, whose extension says what kind of tree it is")
			case d.o.Has("with") && c.Source == "":
				d.list.Errorf(d.o.Span(), "tree: with, but no source: wanted the text of the tree that refers to these files")
			}
			return c
		},
	},
	{
		name: "control",
		doc:  "Gives the tree of a bot, or of all bots of a class, a command in the words of its dialect.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class. The reply says how many of its bots obeyed."},
			{"name", "The command."},
			{"data", "What goes with it, any value. Default null."},
		},
		handler: handle((*Session).doControl),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			return &session.Control{Bot: bot, Class: class, Name: d.o.RequiredStr("name"), Data: d.value("data")}
		},
	},
	{
		name: "announce",
		doc:  "Makes an announcement to the whole game, and not to the trees of some bots: a global event of Drag[en]gine.",
		keys: []commandKey{
			{"name", "The announcement."},
			{"source", "Who or what it comes from. Default empty."},
			{"data", "What it carries, any value. Default null."},
		},
		handler: handle((*Session).doAnnounce),
		decode: func(d *commandDecoder) session.Command {
			c := &session.Announce{Announcement: host.Announcement{Name: d.o.RequiredStr("name"), Data: d.value("data")}}
			c.Source, _ = d.o.Str("source")
			return c
		},
	},
	{
		name: "tune",
		doc:  "Overrides a tunable of a class or of a bot.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
			{"key", "The tunable, such as `health` or [`tree.flee.distance`](scene.md#numbers-of-a-tree). A single bot has only `speedMps`."},
			{"value", "A number."},
		},
		handler: handle((*Session).doTune),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			if !d.o.Has("value") {
				d.list.Errorf(d.o.Span(), "tune without value, wanted a number")
			}
			return &session.Tune{Bot: bot, Class: class, Key: d.o.RequiredStr("key"), Value: d.o.Number("value", 0)}
		},
	},
	{
		name: "untune",
		doc:  "Takes an override back.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
			{"key", "The tunable."},
		},
		handler: handle((*Session).doUntune),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			return &session.Untune{Bot: bot, Class: class, Key: d.o.RequiredStr("key")}
		},
	},
	{
		name: "hold",
		doc:  "Has the trees of a bot, or of all bots of a class that are there, get no turns, as in a stun or a cut-scene.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
		},
		handler: handle(func(s *Session, c *session.Hold) (session.Reply, error) {
			return session.Reply{}, hold(s, c.Bot, c.Class, true)
		}),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			return &session.Hold{Bot: bot, Class: class}
		},
	},
	{
		name: "release",
		doc:  "Undoes `hold`.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
		},
		handler: handle(func(s *Session, c *session.Release) (session.Reply, error) {
			return session.Reply{}, hold(s, c.Bot, c.Class, false)
		}),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			return &session.Release{Bot: bot, Class: class}
		},
	},
	{
		name: "station",
		doc: "Gives a bot, or all bots of a class that are there, a spot to go to and to hold, or takes it away. What they make of it their trees say: " +
			"in those for Unvanquished `stayHere` goes there, and `distanceToSpecifiedPosition` asks how far it is. A bot keeps its spot over its death.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"class", "the bot class."},
			{"at", "A spot. Default: none any more."},
		},
		handler: handle(station),
		decode: func(d *commandDecoder) session.Command {
			bot, class := d.target(false)
			return &session.Station{Bot: bot, Class: class, At: d.spot("at")}
		},
	},
	{
		name: "join",
		doc:  "Brings a human player onto the field.",
		keys: []commandKey{
			{"name", `Default: "Player" and a running number.`},
			{"at", "A spot. Default: anywhere on the field."},
			{"heading", "A heading. Default none: the player stands."},
			{"speedMps", "Metres a second, 0 or more. Default 2."},
			{"state", "A map of state, on top of `playerJoinStates`."},
		},
		handler: handle((*Session).doJoin),
		decode: func(d *commandDecoder) session.Command {
			c := &session.Join{At: d.spot("at"), SpeedMPS: d.o.NumberIn("speedMps", 2, 0, math.Inf(1))}
			c.Name, _ = d.o.Str("name")
			if h := d.heading(); h != nil {
				c.Heading = *h
			}
			if n := d.o.Node("state"); n != nil {
				c.State = d.bag(n)
			}
			return c
		},
	},
	{
		name: "leave",
		doc:  "Takes a player off the field.",
		keys: []commandKey{
			{"player", "The player."},
		},
		handler: handle((*Session).doLeave),
		decode:  func(d *commandDecoder) session.Command { return &session.Leave{Player: d.who("player")} },
	},
	{
		name: "input",
		doc:  "Turns a player.",
		keys: []commandKey{
			{"player", "The player."},
			{"heading", "A heading; `[0, 0]` stops the player."},
		},
		handler: handle((*Session).doInput),
		decode: func(d *commandDecoder) session.Command {
			c := &session.Input{Player: d.who("player")}
			if h := d.heading(); h != nil {
				c.Heading = *h
			} else if !d.o.Has("heading") {
				d.list.Errorf(d.o.Span(), "input without heading, wanted [x, y]")
			}
			return c
		},
	},
	{
		name: "act",
		doc:  "Has a player do something in the next tick, as an action key does.",
		keys: []commandKey{
			{"player", "The player."},
			{"verb", "`attack` the nearest foe that a weapon reaches, `deliver` what it carries, in a `store`; `take` the nearest item in reach of the hand; `eat` what it carries; `rest` in a place that heals; `mend` a hurt friend in reach; " +
				"`buy` the first good that is of use and that the purse has the money for, in a `shop`; `drop` what it took last; `become` the next class of its team. Default: the first of these, but the last two, that can be done."},
		},
		handler: handle(func(s *Session, c *session.Act) (session.Reply, error) {
			id, err := s.who(c.Player)
			if err != nil {
				return session.Reply{}, err
			}
			return session.Reply{}, s.game.Act(id, c.Verb)
		}),
		decode: func(d *commandDecoder) session.Command {
			c := &session.Act{Player: d.who("player")}
			c.Verb, _ = d.o.Str("verb")
			return c
		},
	},
	{
		name: "state",
		doc:  "Sets a state key of a bot or player.",
		keys: []commandKey{
			{"bot", "The bot; or"},
			{"player", "the player."},
			{"key", "The state key."},
			{"value", "Its value: true or false, a number, a text or null. `null` must be written."},
		},
		handler: handle((*Session).doSetState),
		decode: func(d *commandDecoder) session.Command {
			who := "bot"
			switch {
			case d.o.Has("bot") && d.o.Has("player"):
				d.list.Errorf(d.o.Span(), "wanted one of bot and player")
			case d.o.Has("player"):
				who = "player"
			}
			c := &session.SetState{Who: d.who(who), State: session.State{Key: d.o.RequiredStr("key"), Value: d.value("value")}}
			if !d.o.Has("value") {
				d.list.Errorf(d.o.Span(), "state without value (null must be written)")
			}
			return c
		},
	},
	{
		name:    "pause",
		doc:     "Stops the game: steps do nothing until `resume`.",
		handler: handle((*Session).doPause),
		decode:  func(*commandDecoder) session.Command { return &session.Pause{} },
	},
	{
		name:    "resume",
		doc:     "Undoes `pause`.",
		handler: handle((*Session).doResume),
		decode:  func(*commandDecoder) session.Command { return &session.Resume{} },
	},
	{
		name: "seed",
		doc:  "Gives everything random a new seed from the next tick on.",
		keys: []commandKey{
			{"seed", "A whole number."},
		},
		handler: handle((*Session).doSeed),
		decode: func(d *commandDecoder) session.Command {
			if !d.o.Has("seed") {
				d.list.Errorf(d.o.Span(), "seed without seed, wanted a whole number")
			}
			return &session.Seed{Seed: d.o.Int("seed", 1, -1<<53, 1<<53)}
		},
	},
	{
		name: "nature",
		doc:  "Changes the season, the moon, the weather and so on of the scene, see [`nature`](scene.md#nature).",
		keys: []commandKey{
			{"set", "A map of what changes: `season`, `daysLeft`, `phase`, `moon`, `weather`, `temperature`, `nightmare`."},
		},
		handler: handle((*Session).doNature),
		decode:  func(d *commandDecoder) session.Command { return &session.Nature{Set: d.nature()} },
	},
	{
		name:    "reload",
		doc:     "Reads the files of the scene again and brings the running game up to date: the scene, its trees, what these include, and the scene's files of Lua.",
		handler: handle((*Session).doReload),
		decode:  func(*commandDecoder) session.Command { return &session.Reload{} },
	},
	{
		name: "restart",
		doc: "Begins the next round: the scene from its beginning, with a seed that is one higher. People stay, with their names, teams and speeds, and get new ids, " +
			"which the reply lists in the order of their old ones; their state is that of somebody who joins. So do tunables and trees that were given to whole classes. " +
			"All else is as in a fresh game: the ticks of the game count from 0 again, and its past is forgotten; those of a script go on.",
		keys: []commandKey{
			{"wait", "`true`: the round waits, paused, until `resume`. Default false."},
		},
		handler: handle(restart),
		decode: func(d *commandDecoder) session.Command {
			return &session.Restart{Wait: d.o.Bool("wait", false)}
		},
	},
}

// CommandNames lists the commands that a script may hold.
func CommandNames() []string {
	names := make([]string, len(commands))
	for i := range commands {
		names[i] = commands[i].name
	}
	return names
}

// CommandName returns the word of scripts for a command: add, remove and so on.
func CommandName(c session.Command) string { return kindOf(c).name }

// kindOf finds the kind of a command; nil for a type that is none.
func kindOf(c session.Command) *commandKind {
	t := reflect.TypeOf(c).Elem()
	i := slices.IndexFunc(commands[:], func(k commandKind) bool { return k.typ == t })
	if i < 0 {
		return nil
	}
	return &commands[i]
}

// commandNamed finds the command of a name; nil if there is none.
func commandNamed(name string) *commandKind {
	i := slices.IndexFunc(commands[:], func(k commandKind) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &commands[i]
}
