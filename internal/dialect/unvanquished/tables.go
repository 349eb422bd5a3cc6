package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Entry is an action or a function of the game.
type Entry struct {
	Name     string
	Min, Max int // parameters
	// Long says that an action goes on over many ticks, Current that it takes the
	// place of the bot's current action, and starts over when that is another.
	Long, Current bool
	// Result holds the result of a function: Int, or Number for a float. Domain and Unit say what
	// numbers these are.
	Result host.Kind
	Domain host.Domain
	Unit   string
	// Params are the names and kinds of the parameters.
	Params []host.Param
	Doc    string
}

// Actions are the actions of the game.
var Actions = actions()

// actions is apart from
// the other variables of the package: WebAssembly engines optimise the function that initializes them all, when
// it is very long, though it runs once.
func actions() []Entry {
	return []Entry{
		oneShot("activateUpgrade", "Switches on an item that the bot has and that is off.", upgrade),
		oneShot("aimAtGoal", "Turns toward the goal; fails without one."),
		oneShot("alternateStrafe", "Sidesteps, changing sides."),
		oneShot("blackboardNoteTransient", "Leaves a number that team mates can count until the next tick.", intParam("value")),
		oneShot("buildNowChosenBuildable", "Places the building that the builder logic picked."),
		lasting("buy", "Goes to the armoury and buys.", weapon, optional(upgrade, "upgrade1"), optional(upgrade, "upgrade2"), optional(upgrade, "upgrade3")),
		lasting("buyPrimary", "Goes to the armoury and buys one weapon, keeping the items.", weapon),
		oneShot("changeGoal", "Sets the goal: an entity, or three coordinates in metres.", anyParam("entity"), optional(anyParam(""), "y"), optional(anyParam(""), "z")),
		oneShot("classDodge", "Dodges as the bot's class can."),
		oneShot("deactivateUpgrade", "Switches off an item that is on.", upgrade),
		lasting("equip", "Buys what the bot's own logic wants."),
		oneShot("evolve", "Evolves to the first class of the bot's preferences that is possible."),
		oneShot("evolveTo", "Evolves to a class.", class),
		lasting("extinguishFire", "Goes to a burning building and puts the fire out."),
		lasting("fight", "Chases and attacks the best enemy until it is dead, lost or out of reach."),
		oneShot("fireWeapon", "Fires."),
		lasting("flee", "Runs to the retreat."),
		lasting("follow", "Goes to random points near the player that the user named.", numberParam("radius")),
		oneShot("gesture", "Taunts."),
		lasting("heal", "Goes to a building that heals until the bot is well."),
		oneShot("jump", "Jumps."),
		oneShot("moveInDir", "Moves; two directions are combined.", intParam("direction"), optional(intParam(""), "direction2")),
		lasting("moveTo", "Goes to an entity.", entity, optional(numberParam(""), "radius")),
		steady("moveToGoal", "Goes to the goal."),
		oneShot("reload", "Reloads where that makes sense."),
		lasting("repair", "Goes to the closest damaged building of the team and repairs it."),
		oneShot("resetMyTimer", "Sets the bot's timer to now."),
		oneShot("resetStuckTime", "Forgets how long the bot is stuck."),
		lasting("roam", "Goes to a target to roam to."),
		lasting("roamInRadius", "Goes to random points near an entity.", entity, numberParam("radius")),
		lasting("rush", "Goes to the enemy's base."),
		oneShot("say", "Chats; to everybody where no mode is given.", text, optional(intParam(""), "mode")),
		lasting("stayHere", "Goes to random points near the spot that the user named.", numberParam("radius")),
		oneShot("strafeDodge", "Sidesteps."),
		oneShot("suicide", "Kills the bot."),
		oneShot("teleport", "Sets the position, in metres.", numberParam("x"), numberParam("y"), numberParam("z")),
	}
}

// Functions are the functions that conditions can ask. A truth value is the int
// 0 or 1.
var Functions = functions()

// functions is apart likewise.
func functions() []Entry {
	return []Entry{
		whether("alertedToEnemy", "Whether the bot has a best enemy."),
		since("aliveTime", "Milliseconds since the bot spawned."),
		function("baseRushScore", host.Number, span(0, 1), "How ready the bot is to attack the base, 0 to 1."),
		function("blackboardNumTransient", host.Int, span(0, math.Inf(1)), "Bots of the team that left this number in this tick.", intParam("value")),
		whether("buildingIsBurning", "Whether a building of the team burns."),
		whether("buildingIsDamaged", "Whether a building of the team is damaged."),
		whether("canEvolveTo", "Whether the bot can evolve to a class.", class),
		function("chosenBuildableCost", host.Int, span(0, math.MaxInt16), "What the building that the bot picked costs; 32767 where there is none."),
		function("class", host.Int, host.Domain{Names: "class"}, "The bot's class."),
		function("cvar", host.Any, host.Domain{}, "A setting, as an int or a float; 0 where it has another value.", setting),
		whether("directPathTo", "Whether nothing is in the way to an entity.", entity),
		distance("distanceTo", "The distance to an entity; very large where there is none.", entity),
		distance("distanceToSpecifiedPosition", "The distance to the spot that the user named; 1.7e19 where there is none."),
		function("goalBuildingType", host.Int, host.Domain{Names: "entity"}, "Which building the goal is; 0 for none."),
		whether("goalIsDead", "Whether the goal is dead."),
		function("goalTeam", host.Int, host.Domain{Names: "team"}, "The goal's team; 0 without a goal."),
		function("goalType", host.Int, host.Domain{Names: kindNames}, "The kind of entity that the goal is."),
		whether("haveUpgrade", "Whether the bot has an item that is off.", upgrade),
		whether("haveWeapon", "Whether the bot has a weapon.", weapon),
		function("healScore", host.Number, span(0, math.Inf(1)), "How much the bot wants to heal."),
		whether("inAttackRange", "Whether an entity is in range of the bot's attack.", entity),
		whether("isVisible", "Whether the bot sees an entity; notes when it saw an enemy.", entity),
		since("levelTime", "Milliseconds since the match began."),
		since("matchTime", "Milliseconds since the match began."),
		function("momentum", host.Int, span(0, 300), "A team's momentum; 0 for what is no team.", intParam("team")),
		since("myTimer", "Milliseconds since resetMyTimer, or since the bot spawned."),
		function("numOurBuildings", host.Int, span(0, math.Inf(1)), "The team's buildings of a kind; 0 for a name that is no building.", entity),
		function("numUsersInTeam", host.Int, span(0, math.Inf(1)), "Players of the team who are no bots."),
		function("percentAmmoClip", host.Number, span(0, 1), "How full the loaded clip is, 0 to 1."),
		function("percentClips", host.Number, span(0, 1), "How many of its clips the bot has left, 0 to 1; 0 for weapons without clips."),
		function("percentHealth", host.Number, span(0, 1), "An entity's health, 0 to 1.", entity),
		function("random", host.Number, span(0, 1), "A random number from 0 to 1."),
		function("resupplyScore", host.Number, span(0, math.Inf(1)), "How much the bot wants ammunition."),
		function("skill", host.Int, span(1, 9), "The bot's skill."),
		since("stuckTime", "Milliseconds since the bot got on."),
		function("team", host.Int, host.Domain{Names: "team"}, "The bot's team."),
		whether("teamateHasWeapon", "Whether another bot of the team has a weapon.", weapon),
		since("timeSinceLastCombat", "Milliseconds since the bot last fought."),
		function("usableBuildPoints", host.Int, span(0, math.Inf(1)), "Build points that the team can spend."),
		function("weapon", host.Int, host.Domain{Names: "weapon"}, "The weapon in hand."),
	}
}

// kindNames are the names of kinds of entities, which no parameter takes.
const kindNames = "kind of entity"

var (
	upgrade = intParam("upgrade")
	weapon  = intParam("weapon")
	class   = intParam("class")
	entity  = intParam("entity")
	text    = host.Param{Name: "text", Doc: "the line", Kind: host.String}
	setting = host.Param{Name: "text", Doc: "the name of the setting", Kind: host.String, Domain: host.Domain{Names: "setting"}}
)

func intParam(name string) host.Param    { return described(host.Param{Name: name, Kind: host.Int}) }
func numberParam(name string) host.Param { return described(host.Param{Name: name, Kind: host.Number}) }
func anyParam(name string) host.Param    { return described(host.Param{Name: name, Kind: host.Any}) }

// described adds to a parameter what its name says: the family of its symbols, or what number it is.
func described(p host.Param) host.Param {
	p.Doc = "a number"
	switch p.Name {
	case "x", "y", "z":
		p.Doc, p.Unit = "the coordinate "+p.Name, "m"
	case "radius":
		p.Doc, p.Unit = "how far", units
	case timerParam:
		p.Doc, p.Unit = "for how long it fails", "ms"
	}
	if f := familyOf(p.Name); f != nil {
		p.Doc, p.Domain.Names = f.member+", a symbol "+f.prefix+"...", f.param
	}
	return p
}

// optional makes a parameter that may be left out, and is null then.
func optional(p host.Param, name string) host.Param {
	p.Name, p.Optional = name, true
	doc, unit := p.Doc, p.Unit
	if p = described(p); p.Kind == host.String {
		p.Doc, p.Unit = doc, unit
	}
	return p
}

func oneShot(name, doc string, params ...host.Param) Entry {
	c := arity(params)
	return Entry{Name: name, Min: c.min, Max: c.max, Params: params, Doc: doc}
}

func lasting(name, doc string, params ...host.Param) Entry {
	e := steady(name, doc, params...)
	e.Current = true
	return e
}

// steady makes an action that goes on over many ticks and keeps nothing of its own
// from one to the next.
func steady(name, doc string, params ...host.Param) Entry {
	e := oneShot(name, doc, params...)
	e.Long = true
	return e
}

// function makes a function of numbers of a domain.
func function(name string, result host.Kind, of host.Domain, doc string, params ...host.Param) Entry {
	c := arity(params)
	return Entry{Name: name, Min: c.min, Max: c.max, Result: result, Domain: of, Params: params, Doc: doc}
}

func span(least, most float64) host.Domain { return host.Domain{Least: least, Most: most} }

// whether makes a function that gives 0 or 1.
func whether(name, doc string, params ...host.Param) Entry {
	return function(name, host.Int, span(0, 1), doc, params...)
}

// since makes a function that gives milliseconds.
func since(name, doc string) Entry {
	e := function(name, host.Int, span(0, math.Inf(1)), doc)
	e.Unit = "ms"
	return e
}

// units are the game's own lengths, unless a setting says otherwise.
const units = "units"

// distance makes a function that gives a length.
func distance(name, doc string, params ...host.Param) Entry {
	e := function(name, host.Number, span(0, math.Inf(1)), doc, params...)
	e.Unit = units
	return e
}
