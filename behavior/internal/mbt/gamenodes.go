package mbt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// gameNodes are the nodes that the original's own games add to the generic
// ones, with the attributes that they read. A tree that uses them loads with
// any registry; where the game has no action of that name, a notice says so, and
// they fail.
var gameNodes = map[string]*host.Action{}

// missed has the attributes without which a game node loads but cannot do
// anything.
var missed = map[string]string{}

// bareNodes are those that neither read the log attributes nor look at
// children, because their loaders skip what all others begin with.
var bareNodes = []string{
	"GoalPipe", "Bubble", "AdjustCoverStance", "Animate", "Stance", "Fly", "FlyShoot",
	"WaitAlignedWithAttentionTarget", "AnimateFragment", "Melee",
}

// GameNodes lists the nodes of the original's games in the order of their
// names, so that a game can offer those that it has under their own names and
// parameters.
func GameNodes() []host.Action {
	names := make([]string, 0, len(gameNodes))
	for name := range gameNodes {
		names = append(names, name)
	}
	slices.Sort(names)
	list := make([]host.Action, len(names))
	for i, name := range names {
		list[i] = *gameNodes[name]
	}
	return list
}

// gameNodeList has a line for each node: its name, with a + if it needs a child
// and a ? if it may have one; then its attributes. A ! marks a required attribute,
// a * one without which the node does nothing, a # a number, a ? a boolean.
const gameNodeList = `
AdjustCoverStance duration# variation#
Aim at* angleThreshold# durationOnceWithinThreshold#
AimAroundWhileUsingAMachingGun maxAngleRange# minSecondsBetweenUpdates# useReferencePoint?
Animate name* urgent? loop? setBodyDirectionTowardsAttentionTarget?
AnimateFragment name*
AnimationTagWrapper + name*
Bubble message duration# balloon? log?
ChasePlayer
CheckIfTargetCanBeReached mode
ClearTargets
Communicate name! channel! expirity# minSilence# waitUntilFinished? ignoreSound? ignoreAnim?
Fly desiredSpeed# pathRadius# lookAheadDistance# decelerateDistance# maxStartDistanceAlongNonLoopingPath# loopAlongPath? startPathFromClosestLocation? goToRefPoint? pathEndDistance# name
FlyAimAtCombatTarget
FlyForceAttentionTarget
FlyShoot useSecondaryWeapon?
GoalPipe name*
HoldFormation name*
Hover
IfSquadCount ? isMoreThan# isLessThan# equals#
InflateAgentCollisionRadiusUsingPhysicsTrick + radius#
JoinFormation
KeepTargetAtADistance distance# duration#
Look at*
LookAround
LuaBehavior name*
Melee target cylinderRadius# hitType materialEffect failIfTooFar?
Move to* speed stance fireMode bodyOrientation lookAroundType dangersFlags avoidDangers? avoidGroupMates? considerActorsAsPathObstacles? moveToCover? turnTowardsMovementDirectionBeforeMoving? strafe? glanceInMovementDirection? lengthToTrimFromThePathEnd# stopWithinDistance# stopDistanceVariation# requireAlignment? exactPositioning?
PullDownThreatLevel to#
QueryTPS name! register!
SendSquadEvent name*
SetAlertness value!#
Shoot at! stance! fireMode! duration!# bodyDirection position aimObstructedTimeout#
ShootFromCover duration*# fireMode aimObstructedTimeout#
SmartObjectStatesWrapper + onEnter onExit
Stance name* allowedSlopeNormalDeviationFromUpInDegrees#
StopMovement waitUntilStopped? waitUntilIdleAnimation?
SuppressHitReactions +
TauntPlayer
TeleportStalker_Deprecated node
ThrowGrenade fragGrenadeThrow? timeout# type
TurnBody turnTowards alignWithTarget# stopAngle#
WaitAlignedWithAttentionTarget toleranceDegrees#
`

// choices has the texts that some attributes accept.
var choices = map[string]func(*host.Site) error{
	"QueryTPS":     oneOf(1, "register", "Cover", "RefPoint"),
	"SetAlertness": oneOf(0, "value", "0", "1", "2"),
}

func oneOf(param int, name string, values ...string) func(*host.Site) error {
	return func(s *host.Site) error {
		v := s.Args[param].Text()
		if s.Args[param].Kind() != host.String {
			v = s.Args[param].String()
		}
		if slices.Contains(values, v) {
			return nil
		}
		return fmt.Errorf("%s %q, wanted one of %s", name, shorten(v), strings.Join(values, ", "))
	}
}

// overChild are the marks of nodes that stand over a child.
var overChild = map[string]host.ActionKind{"+": host.Decorator, "?": host.Gate}

// namedNodes show their names in the view of a tree.
var namedNodes = []string{"QueryTPS", "LuaBehavior", "Animate", "GoalPipe"}

func init() {
	for line := range strings.Lines(gameNodeList) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		a := &host.Action{Name: words[0], Doc: "A node of the original's games.", Local: true, Check: choices[words[0]]}
		for _, w := range words[1:] {
			if kind, ok := overChild[w]; ok {
				a.Kind = kind
				continue
			}
			p := host.Param{Name: strings.TrimRight(w, "!*#?"), Kind: host.String, Optional: !strings.Contains(w, "!")}
			if strings.Contains(w, "*") {
				missed[a.Name] = p.Name
			}
			switch {
			case strings.Contains(w, "#"):
				p.Kind = host.Number
			case strings.Contains(w, "?"):
				p.Kind = host.Bool
			}
			a.Params = append(a.Params, p)
		}
		switch a.Kind {
		case host.Decorator:
			a.Tick = passing
		case host.Leaf, host.Gate:
			a.Tick = missing
		}
		if slices.Contains(namedNodes, a.Name) {
			a.Describe = func(c *host.Call) string { return c.Args[0].Text() }
		}
		gameNodes[a.Name] = a
	}
}

// passing does nothing: it is what a wrapper does that the game does not have.
func passing(c *host.Call) host.Status { return c.Child }

// missing is what any other node does that the game does not have: it fails.
func missing(*host.Call) host.Status { return host.Failure }
