package mbt

import (
	"strconv"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// scriptWord is the line of something that scripts find in place.
type scriptWord struct {
	call string // how scripts call it, with the names of its arguments; (id) stands for that of a bot
	kind host.Kind
	unit string
	doc  string
}

// scriptWords are what the scripts of an arena define, see docs/mbt-lua.md.
var scriptWords = []scriptWord{
	{"entity:GetPos()", host.Any, "metres", "Where the bot is, as a point."},
	{"entity:GetWorldPos()", host.Any, "metres", "Where the bot is, as a point."},
	{"entity:GetDistance(id)", host.Number, "metres", "How far another is, by its id, script table or name."},
	{"entity:GetName()", host.String, "", "The name of the bot."},
	{"entity:IsDead()", host.Bool, "", "Whether it is dead."},
	{"entity:IsActive()", host.Bool, "", "Whether it lives."},
	{"entity:GetTargetDistance()", host.Number, "metres", "How far the target is, or where it was seen last; 500 without one."},
	{"entity:IsTargetInNearbyRange()", host.Bool, "", "Whether that is below 10 m."},
	{"entity:IsTargetInMiddleRange()", host.Bool, "", "Whether that is below 30 m."},
	{"entity:IsAlone()", host.Bool, "", "Whether no member of the team is within 50 m."},
	{"entity:IsClosestToTargetInGroup()", host.Bool, "", "Whether it has a target, and no member of the team is nearer to its own."},
	{"entity:SelectPrimaryWeapon()", host.Null, "", "Takes its first weapon that shoots in hand, else its first."},
	{"entity:HolsterItem(on)", host.Null, "", "Puts its weapon away, or takes it in hand."},
	{"entity:IsAllowedToUsePrimaryWeapon()", host.Bool, "", "The state key bCanUsePrimaryWeapon, else true."},
	{"entity:IsAllowedToUseSecondaryWeapon()", host.Bool, "", "The state key bCanUseSecondaryWeapon, else false."},
	{"entity:SelectPipe(mode, pipe)", host.Bool, "", "Runs a goal pipe beside the tree: AIGOALPIPE_RUN_ONCE, or AIGOALPIPE_LOOP for ever. A target may follow, to which it leads."},
	{"entity:InsertSubpipe(mode, pipe)", host.Bool, "", "Runs another pipe before the one that runs goes on. A target may follow, to which it leads."},
	{"entity:SetAssignment(kind, data)", host.Null, "", "Sets what the bot is to do, and the variable of that name: DefendArea, HoldPosition or CombatMove."},
	{"entity:ClearAssignment()", host.Null, "", "Clears what the bot was to do, and stops it."},
	{"entity.actor:HolsterItem(on)", host.Null, "", "Puts its weapon away, or takes it in hand."},
	{"entity.actor:GetHealth()", host.Number, "", "Points of health."},
	{"HoldPositionAssignment:IsAtHoldPosition(entity)", host.Bool, "", "Whether it is where its assignment HoldPosition says."},
	{"DefendAreaAssignment:IsInsideDefendArea(entity)", host.Bool, "", "Whether it is within 15 m of the position of its assignment DefendArea."},

	{"AI.GetGroupOf(id)", host.Number, "", "The number of its team, from 1; 0 without a team; nil for a player."},
	{"AI.GetGroupCount(id)", host.Number, "", "How many of its team live."},
	{"AI.GetGroupMember(id, i)", host.Any, "", "The script table of a member of its team, from 1, by ascending id."},
	{"AI.GetGroupTarget(id)", host.Any, "", "The script table of the nearest target of its team."},
	{"AI.GetGroupTargetEntity(id)", host.Any, "", "The script table of the nearest target of its team."},
	{"AI.GetGroupTargetType(id)", host.Number, "", "The highest type of a target of its team."},
	{"AI.GetGroupTargetThreat(id)", host.Number, "", "The highest threat of a target of its team."},
	{"AI.GetGroupScopeUserCount(id, name)", host.Number, "", "How many of its group are in a GroupScope."},
	{"AI.GetAttentionTargetDistance(id)", host.Number, "metres", "How far its target is, or nil."},
	{"AI.GetAttentionTargetPosition(id, to)", host.Bool, "", "Fills a table with where its target is; whether there is one."},
	{"AI.GetAttentionTargetEntity(id)", host.Any, "", "The script table of a target that is alive."},
	{"AI.GetAttentionTargetOf(id)", host.String, "", "The name of a target that is alive."},
	{"AI.GetAttentionTargetType(id)", host.Number, "", "One of AITARGET_NONE to AITARGET_VISUAL."},
	{"AI.GetTargetType(id)", host.Number, "", "One of AITARGET_NONE to AITARGET_VISUAL."},
	{"AI.GetAttentionTargetThreat(id)", host.Number, "", "One of AITHREAT_NONE to AITHREAT_AGGRESSIVE."},
	{"AI.SetRefPointPosition(id, to)", host.Number, "", "Sets the reference point: to a point, the target, a body or a place; 1, or nil where there is none."},
	{"AI.SetRefPointDirection(id, v)", host.Null, "", "Sets the direction of the reference point."},
	{"AI.GetRefPointPosition(id)", host.Any, "metres", "The reference point."},
	{"AI.GetRefPointDirection(id)", host.Any, "", "The direction of the reference point, a vector of length 1."},
	{"AI.IsInCover(id)", host.Bool, "", "From arrival at a cover until it is left or compromised."},
	{"AI.IsMovingToCover(id)", host.Bool, "", "Whether it is on the way to a cover."},
	{"AI.IsMovingInCover(id)", host.Bool, "", "False."},
	{"AI.IsTakingCover(id, metres)", host.Bool, "", "Whether it is in cover, or on the way and no farther from it."},
	{"AI.IsCoverCompromised(id)", host.Bool, "", "Whether its cover does not hide it from its target."},
	{"AI.SetInCover(id, on)", host.Null, "", "Sets whether it is in cover."},
	{"AI.SetCoverCompromised(id)", host.Null, "", "Takes its cover away, with the events."},
	{"AI.IsOutOfAmmo(id)", host.Bool, "", "Whether the clip is empty."},
	{"AI.IsLowOnAmmo(id, share)", host.Bool, "", "Whether the clip holds less than a share, or 0.15."},
	{"AI.IsAimReady(id)", host.Bool, "", "Whether nothing is between it and its target."},
	{"AI.IsEnabled(id)", host.Bool, "", "Whether it lives."},
	{"AI.Hostile(id, other)", host.Bool, "", "Whether they fight."},
	{"AI.GetReactionOf(a, b)", host.Number, "", "0 hostile, 1 neutral, 2 of one faction."},
	{"AI.GetFactionOf(id)", host.String, "", "The id of its team, else of its class; Players."},
	{"AI.GetAlertness(id)", host.Number, "", "How alert it is, from 0 to 2."},
	{"AI.GetGroupAlertness(id)", host.Number, "", "The highest of its team."},
	{"AI.GetDistanceToClosestGroupMember(id)", host.Number, "metres", "How far the nearest of its team is; 1,000,000,000 for one that is alone."},
	{"AI.Signal(filter, n, name, id)", host.Null, "", "Sends an event as that bot does."},
	{"AI.SetFireMode(id, mode)", host.Null, "", "Orders to fire, until another order comes."},
	{"AI.ChangeParameter(id, p, v)", host.Null, "", "Sets how far it shoots and hears, and how long it remembers."},
	{"AI.StartModularBehaviorTree(id, name)", host.Bool, "", "Gives the bot another tree of the scene; whether there is one."},
	{"AI.StopModularBehaviorTree(id)", host.Null, "", "Takes the bot's tree away."},
	{"AI.SetPathToFollow(id, path)", host.Null, "", "Gives the bot a path of the scene."},
	{"AI.SetBehaviorVariable(id, name, on)", host.Null, "", "Sets a variable of the tree of the bot whose code runs."},
	{"AI.GetBehaviorVariable(id, name)", host.Bool, "", "A variable of that tree."},
	{"AI.SetStance(id, stance)", host.Null, "", "Takes a stance, from STANCE_STAND to STANCE_ALERTED."},
	{"AI.SetAlarmed(id)", host.Null, "", "Alerts the bot whose code runs."},
	{"AI.RequestToStopMovement(id)", host.Null, "", "Stops the bot whose code runs."},
	{"AI.PlayCommunication(id, name)", host.Null, "", "Says a line."},
	{"AI.QueueBubbleMessage(id, text)", host.Null, "", "Shows a text over the bot."},
	{"AI.CreateGoalPipe(pipe)", host.Null, "", "Makes a goal pipe, which PushGoal fills."},
	{"AI.BeginGoalPipe(name)", host.Null, "", "Begins a goal pipe: the goals that follow are its own."},
	{"AI.PushGoal(goal, waits)", host.Null, "", "Adds a goal to a pipe; arguments of the goal follow."},
	{"AI.PushLabel(label)", host.Null, "", "Marks the next goal of a pipe for goals named branch."},
	{"AI.EndGoalPipe()", host.Null, "", "Ends the goal pipe that was begun."},
	{"AI.RegisterTacticalPointQuery(query)", host.Null, "", "Adds a query, at the top of a file."},
	{"CreateAIBehavior(name, behavior)", host.Null, "", "Makes a behaviour of nodes LuaBehavior."},

	{"DistanceVectors(a, b)", host.Number, "metres", "How far two points are apart."},
	{"DistanceSqVectors(a, b)", host.Number, "square metres", "The square of how far two points are apart."},
	{"CopyVector(to, from)", host.Null, "", "Copies a point."},
	{"IsNullVector(v)", host.Bool, "", "Whether a point is missing or at 0."},
}

// scriptConstants are the numbers that these functions take and give, counted from 0.
var scriptConstants = []struct {
	doc   string
	names string
}{
	{"What kind a target is.", "AITARGET_NONE AITARGET_SOUND AITARGET_MEMORY AITARGET_VISUAL"},
	{"How threatening a target is.", "AITHREAT_NONE AITHREAT_SUSPECT AITHREAT_INTERESTING AITHREAT_THREATENING AITHREAT_AGGRESSIVE"},
	{"Who gets a signal.", "SIGNALFILTER_SENDER SIGNALFILTER_GROUPONLY SIGNALFILTER_GROUPONLY_EXCEPT"},
	{"A stance.", "STANCE_STAND STANCE_CROUCH STANCE_RELAXED STANCE_ALERTED"},
	{"How a bot fires.", "FIREMODE_OFF FIREMODE_BURST FIREMODE_CONTINUOUS FIREMODE_FORCED FIREMODE_AIM FIREMODE_SECONDARY FIREMODE_SECONDARY_SMOKE " +
		"FIREMODE_MELEE FIREMODE_KILL FIREMODE_BURST_WHILE_MOVING FIREMODE_PANIC_SPREAD FIREMODE_BURST_DRAWFIRE FIREMODE_MELEE_FORCED " +
		"FIREMODE_BURST_SNIPE FIREMODE_AIM_SWEEP FIREMODE_BURST_ONCE"},
}

// scriptTables are tables that are always there.
var scriptTables = []struct{ name, doc string }{
	{"entity", "The bot whose code runs: its state by keys, the functions of the game as methods, and what scripts keep there."},
	{"entity.AI", "A table of the bot's own, empty at first, with its assignments."},
	{"entity.Properties", "Settings of the level: the state keys of the bot."},
	{"entity.PropertiesInstance", "Its groupid, the number of its team, and in AI the state keys of the bot."},
	{"entity.actor", "The bot as an actor, with its health and its weapon."},
	{"AI", "The functions of the engine's scripts."},
	{"GoalPipes", "The goal pipes of the scene: functions by name."},
	{"SmartObjectStates", "What a state of a smart object does: functions by name."},
	{"HoldPositionAssignment", "Asks about the assignment HoldPosition."},
	{"DefendAreaAssignment", "Asks about the assignment DefendArea."},
}

// scriptGoals are the goals of pipes.
var scriptGoals = []struct{ name, doc string }{
	{"timeout", "Waits: seconds, and at most so many."},
	{"signal", "Sends an event: 1, its name and who gets it."},
	{"waitsignal", "Waits for an event: its name, and at most so many seconds."},
	{"locate", "Says where the next goals lead: refpoint, atttarget, player or a place."},
	{"pathfind", "Says where the next goals lead: refpoint, atttarget, player or a place."},
	{"approach", "Goes there, as near as so many metres."},
	{"stick", "Goes there, as near as so many metres."},
	{"trace", "Goes there."},
	{"lookat", "Turns there."},
	{"run", "Walks, runs or sprints from now on: 0, 1 or 2."},
	{"bodypos", "Takes a stance."},
	{"firecmd", "Orders to fire, by a fire mode."},
	{"clear", "Forgets the target."},
	{"devalue", "Forgets the target."},
	{"hide", "Goes to the cover that a query found."},
	{"stance", "Takes a stance."},
	{"speed", "Walks, runs or sprints from now on: Walk, Run or Sprint."},
	{"animation", "Takes a pose: 1 from now on, else 0, and its name."},
	{"tacticalpos", "Asks a query: its name, and Cover or RefPoint."},
	{"communicate", "Says a line."},
	{"subgoalpipe", "Runs another pipe."},
	{"branch", "Goes on behind a label: its name, and a condition such as IF_RANDOM with its number."},
	{"wait", "Waits for the goals that go on beside."},
}

const (
	scriptsPage    = "mbt-lua.md"
	goalsPage      = "mbt-lua.md#goal-pipes"
	nodesOfLua     = "mbt-lua.md#behaviours-and-smart-objects"
	eventsPage     = "mbt.md#events"
	aiPage         = "mbt-lua.md#ai"
	entityPage     = "mbt-lua.md#entity"
	assignmentPage = "mbt-lua.md#assignments"
)

// inCode says that a word stands in Lua code.
var inCode = []string{"lua"}

// Words lists what trees and their scripts have in an arena beside actions, and functions of the game:
// events, and what code finds in place.
var Words = sync.OnceValue(func() (all []words.Word) {
	for _, e := range events[noEvent+1:] {
		all = append(all, words.Word{Name: e.Name, Role: words.Event, Doc: e.Doc, Page: eventsPage})
	}
	for _, s := range scriptWords {
		all = append(all, s.row())
	}
	constant := func(name, doc, is string) {
		all = append(all, words.Word{Name: name, Role: words.Constant, Doc: doc, In: inCode, Value: words.Value{Kind: host.Int, Is: is}, Page: aiPage})
	}
	for _, c := range scriptConstants {
		for i, name := range strings.Fields(c.names) {
			constant(name, c.doc, strconv.Itoa(i))
		}
	}
	constant("AIGOALPIPE_LOOP", "A pipe that begins anew when it is over.", "0")
	constant("AIGOALPIPE_RUN_ONCE", "A pipe that ends when it is over.", "1")
	for _, name := range strings.Fields(branchNames) {
		constant(name, "A condition of goals named branch.", "'"+name+"'")
		all[len(all)-1].Value.Kind = host.String
	}
	for i, name := range strings.Fields(parameterNames) {
		doc := "A parameter of AI.ChangeParameter."
		if i >= usedParameters {
			doc = "A parameter of AI.ChangeParameter that changes nothing here."
		}
		constant("AIPARAM_"+name, doc, strconv.Itoa(i+1))
	}
	for _, s := range scriptTables {
		all = append(all, words.Word{Name: s.name, Role: words.Place, Doc: s.doc, In: inCode, Page: scriptsPage})
	}
	for _, s := range scriptGoals {
		all = append(all, words.Word{Name: s.name, Role: words.Part, Doc: s.doc, In: []string{"AI.PushGoal"}, Page: goalsPage})
	}
	words.Sort(all)
	return all
})

// usedParameters is how many of the parameters mean something; they come first.
const usedParameters = 3

const branchNames = `IF_LASTOP_SUCCEED IF_LASTOP_FAILED IF_RANDOM IF_CHANCE IF_SEES_TARGET IF_NO_ENEMY_TARGET IF_TARGET_DIST_LESS
	IF_TARGET_DIST_GREATER IF_IS_HIDDEN IF_CAN_SHOOT_TARGET IF_COVER_COMPROMISED`

const parameterNames = `ATTACKRANGE SOUNDRANGE FORGETTIME_TARGET
	SIGHTRANGE ACCURACY AGGRESION GROUPID FOVPRIMARY FOVSECONDARY COMMRANGE FWDSPEED FACTION COMBATCLASS INVISIBLE
	PERCEPTIONSCALE_VISUAL PERCEPTIONSCALE_AUDIO FORGETTIME_SEEK FORGETTIME_MEMORY LOOKIDLE_TURNSPEED LOOKCOMBAT_TURNSPEED
	AIM_TURNSPEED FIRE_TURNSPEED MELEE_DISTANCE MELEE_SHORT_DISTANCE MIN_ALARM_LEVEL PROJECTILE_LAUNCHDIST GRENADE_THROWDIST
	CAMOSCALE HEATSCALE TURNSPEED`

// row makes the row of a function of scripts.
func (s *scriptWord) row() words.Word {
	name, args, _ := strings.Cut(strings.TrimSuffix(s.call, ")"), "(")
	w := words.Word{Name: name, Role: words.Function, Doc: s.doc, In: inCode, Value: words.Value{Kind: s.kind, Unit: s.unit}, Example: s.call, Page: aiPage}
	switch {
	case strings.HasPrefix(name, "entity") && !strings.Contains(strings.ToLower(name), "pipe"):
		w.Page = entityPage
	case strings.Contains(name, "Pipe"), strings.Contains(name, "Push"), strings.Contains(name, "pipe"), strings.HasPrefix(name, "AI.Create"):
		w.Page = goalsPage
	case strings.HasPrefix(name, "Create"):
		w.Page = nodesOfLua
	}
	if strings.Contains(name, "Assignment") {
		w.Page = assignmentPage
	}
	for arg := range strings.SplitSeq(args, ", ") {
		if p, ok := scriptArgs[arg]; ok {
			p.Name, p.Required = arg, true
			w.Params = append(w.Params, p)
		}
	}
	return w
}

// scriptArgs are the arguments of functions by their names.
var scriptArgs = map[string]words.Param{
	"id":       {Doc: "the id of a bot or player", Value: words.Value{Kind: host.Int, Domain: host.Domain{Names: "body"}}},
	"other":    {Doc: "the id of another", Value: words.Value{Kind: host.Int, Domain: host.Domain{Names: "body"}}},
	"a":        {Doc: "the one", Value: words.Value{Kind: host.Any}},
	"b":        {Doc: "the other", Value: words.Value{Kind: host.Any}},
	"to":       {Doc: "the table that gets it, or where to", Value: words.Value{Kind: host.Any}},
	"from":     {Doc: "the point", Value: words.Value{Kind: host.Any}},
	"v":        {Doc: "the vector, or the value", Value: words.Value{Kind: host.Any}},
	"i":        {Doc: "which, from 1", Value: words.Value{Kind: host.Int}},
	"n":        {Doc: "a number, which changes nothing", Value: words.Value{Kind: host.Int}},
	"p":        {Doc: "one of AIPARAM_ATTACKRANGE and such", Value: words.Value{Kind: host.Int}},
	"on":       {Doc: "whether", Value: words.Value{Kind: host.Bool}},
	"name":     {Doc: "the name", Value: words.Value{Kind: host.String}},
	"kind":     {Doc: "the assignment", Value: words.Value{Kind: host.String, Domain: host.Domain{Words: []string{"DefendArea", "HoldPosition", "CombatMove"}}}},
	"data":     {Doc: "its position, direction, radius and useCover", Value: words.Value{Kind: host.Any}},
	"text":     {Doc: "the text", Value: words.Value{Kind: host.String}},
	"pipe":     {Doc: "the name of the pipe", Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "pipe"}}},
	"path":     {Doc: "the id of a path", Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "path"}}},
	"label":    {Doc: "the label", Value: words.Value{Kind: host.String}},
	"goal":     {Doc: "the goal", Value: words.Value{Kind: host.String}},
	"waits":    {Doc: "whether the pipe waits for it", Value: words.Value{Kind: host.Any}},
	"query":    {Doc: "the query", Value: words.Value{Kind: host.Any}},
	"behavior": {Doc: "its functions Constructor, Update and Destructor, and those of events", Value: words.Value{Kind: host.Any}},
	"entity":   {Doc: "the script table of the bot", Value: words.Value{Kind: host.Any}},
	"filter":   {Doc: "one of SIGNALFILTER_SENDER and such", Value: words.Value{Kind: host.Int}},
	"mode":     {Doc: "one of FIREMODE_OFF and such", Value: words.Value{Kind: host.Int}},
	"stance":   {Doc: "one of STANCE_STAND and such", Value: words.Value{Kind: host.Int}},
	"share":    {Doc: "the share of a clip", Value: words.Value{Kind: host.Number, Domain: host.Domain{Least: 0, Most: 1}}},
	"metres":   {Doc: "how far it may be from the cover", Value: words.Value{Kind: host.Number, Unit: "metres"}},
}
