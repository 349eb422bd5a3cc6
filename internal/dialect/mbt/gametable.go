package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// The words that several nodes know.
var (
	stanceWords = []string{"Relaxed", "Alerted", "Stand", "Crouch"}
	fireWords   = []string{
		"Off", "Burst", "Continuous", "Forced", "Aim", "Secondary", "SecondarySmoke", "Melee", "Kill", "BurstWhileMoving",
		"PanicSpread", "BurstDrawFire", "MeleeForced", "BurstSnipe", "AimSweep", "BurstOnce",
	}
)

// The attributes that several nodes have.
var (
	aimTimeout = number("aimObstructedTimeout", "s", -1, "fails when the aim was obstructed for so long without a break; below 0: never")
	steepest   = number("allowedSlopeNormalDeviationFromUpInDegrees", "°", 90, "up to which slope the stance is taken")
	onSteep    = word("stanceToUseIfSlopeIsTooSteep", "Stand", "the stance on steeper slopes", stanceWords...)
)

// gameTable has the nodes of the original's games with the attributes that they read,
// in the order of their names.
var gameTable = originalNodes()

// originalNodes is apart from
// the other variables of the package: WebAssembly engines optimise the function that initializes them all, when
// it is very long, though it runs once.
func originalNodes() []gameNode {
	return []gameNode{
		{name: "AdjustCoverStance", bare: true, attrs: []attribute{
			number("duration", "s", 0, "how long").or("continuous"), number("variation", "s", 0, "at most so much longer"),
		}},
		{name: "Aim", attrs: []attribute{
			word("at", "Target", "at what; other words are Target", "Target", "RefPoint").exactly().open("target"),
			number("angleThreshold", "°", 30, "how near to the direction is near enough"),
			number("durationOnceWithinThreshold", "s", 0.2, "how long it must have been within it, in all").or("forever"),
		}},
		{name: "AimAroundWhileUsingAMachingGun", attrs: []attribute{
			number("maxAngleRange", "°", 30, "how far to each side"),
			number("minSecondsBeweenUpdates", "s", 2, "after how long it aims elsewhere"),
			flag("useReferencePointForInitialDirectionAndPivotPosition", false, "must be 1"),
		}},
		{name: "Animate", named: true, attrs: []attribute{
			text("name", "", "the animation").required(), flag("urgent", true, ""), flag("loop", false, "plays for ever"),
			word("playMode", "", "the same in files of the newer editor, where it goes before `loop`", "PlayOnce", "InfiniteLoop").unset(),
			flag("setBodyDirectionTowardsAttentionTarget", false, "faces the target meanwhile"),
		}},
		{name: "AnimateFragment", bare: true, attrs: []attribute{text("name", "", "the animation").required()}},
		{name: "AnimationTagWrapper", kind: host.Decorator, attrs: []attribute{text("name", "", "the tag")}},
		{name: "Bubble", bare: true, attrs: []attribute{
			text("message", "", "the text"), number("duration", "s", 2, "how long it is shown"), flag("balloon", true, "shows it"), flag("log", true, ""),
		}},
		{name: "ChasePlayer"},
		{name: "CheckIfTargetCanBeReached", attrs: []attribute{
			word("mode", "UseAttentionTarget", "to where: the living target, or what the bot knows of it", "UseLiveTarget", "UseAttentionTarget").exactly().open("target"),
		}},
		{name: "ClearTargets"},
		{name: "Communicate", attrs: []attribute{
			text("name", "", "the line").required(), text("channel", "", "who talks there one at a time").wanted(),
			flag("waitUntilFinished", true, "runs until the line is over"), number("timeout", "s", 8, "and no longer than that"),
			number("expiry", "s", 0, "how long the line waits for its channel"), number("minSilence", "s", -1, "how long the channel is silent after it; below 0: as the channel says"),
			flag("ignoreSound", false, ""), flag("ignoreAnim", false, ""),
		}},
		{name: "Fly", bare: true, attrs: []attribute{
			number("desiredSpeed", "m/s", 15, "how fast"), number("pathRadius", "m", 1, "how near to the path is on it"),
			number("lookAheadDistance", "m", 3, "how far ahead on the path it heads for"), number("decelerateDistance", "m", 10, "how far before the end it slows down"),
			number("maxStartDistanceAlongNonLoopingPath", "m", 30, "up to where on the path it may begin"), flag("loopAlongPath", false, "flies round for ever"),
			flag("startPathFromClosestLocation", false, "begins at the nearest point of the path"), number("pathEndDistance", "m", 1, "how near to the end is the end"),
			flag("goToRefPoint", false, "flies to the point of the path nearest to the reference point"),
		}},
		{name: "FlyAimAtCombatTarget"},
		{name: "FlyForceAttentionTarget"},
		{name: "FlyShoot", bare: true, attrs: []attribute{flag("useSecondaryWeapon", false, "with the second weapon")}},
		{name: "FollowPath", attrs: []attribute{
			text("path", "", "the id of a path; without it that of the bot").naming("path"), word("speed", "Walk", "how fast", "Walk", "Run", "Sprint"),
			flag("loop", false, "walks round for ever"), number("stopWithinDistance", "m", 0.5, "how near to the end is the end"),
		}},
		{name: "GoalPipe", bare: true, named: true, attrs: []attribute{text("name", "", "the pipe").naming("pipe")}},
		{name: "HoldFormation", kind: host.Composite, attrs: []attribute{text("name", "", "the formation").naming("formation")}},
		{name: "Hover"},
		{name: "IfSquadCount", kind: host.Gate, alone: true, attrs: []attribute{
			number("isGreaterThan", "", 0, "").unset(), number("isLesserThan", "", 0, "").unset(), number("equals", "", 0, "").unset(),
		}},
		{name: "InflateAgentCollisionRadiusUsingPhysicsTrick", attrs: []attribute{
			number("radiusForAgentVsPlayer", "m", 2, ""), number("radiusForAgentVsWorld", "m", 0.5, ""),
		}},
		{name: "JoinFormation"},
		{name: "KeepTargetAtADistance", attrs: []attribute{
			number("distance", "m", 0, "nearer than that it pushes").required(), number("impulsePower", "", 0, "how hard").required(),
		}},
		{name: "Look", attrs: []attribute{
			word("at", "Target", "at what; other words are Target", "Target", "RefPoint", "ClosestGroupMember").exactly().open("target"),
		}},
		{name: "LookAround"},
		{name: "LuaBehavior", named: true, attrs: []attribute{text("name", "", "the behaviour").wanted().naming("behavior")}},
		{name: "Melee", bare: true, attrs: []attribute{
			word("target", "AttentionTarget", "at what", "AttentionTarget", "RefPoint").warned(), number("cylinderRadius", "m", 0.3, ""), text("hitType", "", ""),
			flag("failIfTargetNotInNavigationMesh", false, ""), text("materialEffect", "", ""),
		}},
		{name: "Move", attrs: []attribute{
			word("to", "Target", "where, or the id or tag of a place", "Target", "Cover", "RefPoint", "LastOp", "InitialPosition").warned().open("place"),
			word("speed", "Run", "how fast", "Walk", "Run", "Sprint").warned(), word("stance", "Stand", "how", stanceWords...),
			word("fireMode", "Off", "fires on the way", fireWords...),
			word("bodyOrientation", "HalfwayTowardsAimOrLook", "where the body faces", "FullyTowardsMovementDirection", "FullyTowardsAimOrLook", "HalfwayTowardsAimOrLook"),
			flag("moveToCover", false, "is overruled by `to`"),
			flag("turnTowardsMovementDirectionBeforeMoving", false, "turns first"), flag("strafe", false, ""), flag("glanceInMovementDirection", false, ""),
			number("stopWithinDistance", "m", 0, "how near is near enough"), number("stopDistanceVariation", "m", 0, "at most so much more, by chance"),
			flag("avoidDangers", true, ""), flag("avoidGroupMates", true, ""), flag("considerActorsAsPathObstacles", false, ""),
			number("lengthToTrimFromThePathEnd", "m", 0, "how much of the end of the path is left out"),
		}},
		{name: "PullDownThreatLevel"},
		{name: "QueryTPS", named: true, attrs: []attribute{
			text("name", "", "the query").required().naming(QueryNames).declared(), word("register", "Cover", "what it fills in", "Cover", "RefPoint").wanted(),
		}},
		{name: "SendSquadEvent", bare: true, attrs: []attribute{text("name", "", "the event").wanted().naming(namedEvent)}},
		{name: "SetAlertness", attrs: []attribute{number("value", "", 0, "0 calm, 1 alerted, 2 in combat").whole().between(0, 2)}},
		{name: "Shoot", attrs: []attribute{
			word("at", "", "at what", "Target", "RefPoint", "LocalSpacePosition").required(), word("stance", "", "how", stanceWords...).required(),
			word("fireMode", "", "how", fireWords...).required(), number("duration", "s", 0, "how long").required().between(0, math.Inf(1)),
			text("position", "", "x,y: metres ahead of the bot and to its right, for LocalSpacePosition"), aimTimeout, steepest, onSteep,
		}},
		{name: "ShootFromCover", attrs: []attribute{
			number("duration", "s", 0, "how long").required(), word("fireMode", "Burst", "how", fireWords...).strictly(), aimTimeout,
		}},
		{name: "SmartObjectStatesWrapper", kind: host.Decorator, attrs: []attribute{text("onEnter", "", ""), text("onExit", "", "")}},
		{name: "Stance", bare: true, attrs: []attribute{word("name", "Stand", "the stance", stanceWords...), steepest, onSteep}},
		{name: "StopMovement", attrs: []attribute{flag("waitUntilStopped", false, "succeeds when it stands"), flag("waitUntilIdleAnimation", false, "the same")}},
		{name: "SuppressHitReactions", kind: host.Decorator},
		{name: "TauntPlayer"},
		{name: "Teleport"},
		{name: "TeleportStalker_Deprecated"},
		{name: "ThrowGrenade", attrs: []attribute{
			word("type", "", "of the grenade", "emp", "frag", "smoke").exactly().required(),
			number("timeout", "s", 5, "how long to wait for the throw").wanted().between(0, math.Inf(1)),
		}},
		{name: "TurnBody", attrs: []attribute{
			word("towards", "", "to what", "Target", "RefPoint").unset(), word("alignWith", "", "in whose direction", "Target", "RefPoint").unset(),
			number("stopWithinAngle", "°", 17, "how near to the direction is near enough").between(0, 180),
			number("randomMinAngle", "°", 0, "turns at least so much farther; 0 where only the other is given").between(0, 180).unset(),
			number("randomMaxAngle", "°", 180, "and at most so much; 180 where only the other is given").between(0, 180).unset(),
			number("randomTurnRightChance", "", 0.5, "how often to the right").between(0, 1),
		}},
		{name: "WaitAlignedWithAttentionTarget", bare: true, attrs: []attribute{number("toleranceDegrees", "°", 20, "how near to the direction is near enough, 0 to 180")}},
	}
}
