package glossary

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// kinds are what the lists call values. An object of scripts is any value, with what it is in the
// place of a unit.
var kinds = map[string]words.Value{
	"any": {Kind: host.Any}, "bool": {Kind: host.Bool}, "number": {Kind: host.Number}, "text": {Kind: host.String},
	"metres": {Kind: host.Number, Unit: "metres"}, "seconds": {Kind: host.Number, Unit: "seconds"}, "points": {Kind: host.Number, Unit: "points"},
	"share": {Kind: host.Number, Domain: host.Domain{Most: 1}}, "speed": {Kind: host.Number, Unit: "metres per second"},
	"degrees": {Kind: host.Number, Unit: "degrees"}, "radians": {Kind: host.Number, Unit: "radians"},
	"entity": {Kind: host.Any, Unit: "entity"}, "function": {Kind: host.Any, Unit: "function"}, "point": {Kind: host.Any, Unit: "Vector3"},
	"action": {Kind: host.Any, Unit: "action"}, "bufferedaction": {Kind: host.Any, Unit: "BufferedAction"}, "task": {Kind: host.Any, Unit: "task"},
	"node": {Kind: host.Any, Unit: "node"}, "nodes": {Kind: host.Any, Unit: "list of nodes"}, "tags": {Kind: host.Any, Unit: "list of tags"},
	"table": {Kind: host.Opaque}, "list": {Kind: host.Opaque},
	"tag": named("tag"), "event": named("event"), "state": named("state"), "component": named("component"), "prefab": named("prefab"),
	"worldstate": named("part of TheWorld.state"),
}

func named(of string) words.Value {
	return words.Value{Kind: host.String, Domain: host.Domain{Names: of}}
}

// samples are expressions of each kind for which a plain value does not do.
var samples = map[string]string{
	"any": "1", "entity": "inst", "function": "function() return true end", "point": "Vector3(0, 0, 0)", "node": "WaitNode(1)", "nodes": "{ WaitNode(1) }",
	"tags": `{ "player" }`, "table": "{}", "task": "inst:DoTaskInTime(1, print)", "list": "{ 1 }", "action": "ACTIONS.EAT", "bufferedaction": "BufferedAction(inst, inst, ACTIONS.WALKTO)", "tag": `"player"`, "event": `"attacked"`, "state": `"idle"`, "component": `"combat"`,
	"prefab": `"log"`, "worldstate": `"isnight"`,
}

// firstOf returns the first of kinds that stand with / between.
func firstOf(kind string) string {
	first, _, _ := strings.Cut(kind, "/")
	return first
}

// valueOf returns what a value of a kind is. Of several kinds it is any value, with the unit of the
// first.
func valueOf(kind string) (words.Value, error) {
	if kind, within, ok := strings.Cut(strings.TrimSuffix(kind, ")"), "("); ok {
		return bounded(kind, strings.Fields(within))
	}
	of := strings.Split(kind, "/")
	for _, k := range of {
		if _, ok := kinds[k]; !ok {
			return words.Value{}, fmt.Errorf("unknown kind %q", k)
		}
	}
	v := kinds[of[0]]
	if len(of) > 1 {
		v.Kind, v.Domain = host.Any, host.Domain{}
		if v.Unit == "" {
			v.Unit = of[0]
		}
	}
	return v, nil
}

// bounded returns a text that is one of words, or a number from one to another.
func bounded(kind string, within []string) (v words.Value, err error) {
	if v = kinds[kind]; v.Kind == host.String {
		v.Domain.Words = within
		return v, nil
	}
	if len(within) != 2 {
		return v, fmt.Errorf("%s: wanted the least and the most, found %v", kind, within)
	}
	if v.Domain.Least, err = strconv.ParseFloat(within[0], 64); err == nil {
		v.Domain.Most, err = strconv.ParseFloat(within[1], 64)
	}
	return v, err
}

// byName are the kinds of parameters that are called the same everywhere.
var byName = func() map[string]string {
	names := map[string]string{}
	for _, of := range []struct{ kind, names string }{
		{"entity", "inst target doer other e who attacker item owner child worker food giver harvester picker observer taker victim flower " +
			"afflicter by source launcher leader home herd bait grower feeder eater weapon projectile destroyer loot toy tool from " +
			"threat old plant trapper thrower scarer fence explosive prev_item commander oldtarget spared fertilizer object"},
		{"function", "fn handler held dropped ongrow onharvest check onclear oncover second extrafilter condition before skip"},
		{"seconds", "time delay seconds period dt duration cooldown timeout initialdelay retryperiod startdelay timeoverride regen left " +
			"initialtime interrupt startheight timeinphase d"},
		{"metres", "radius dist range distance near far r height attack hit arrivedist"},
		{"degrees", "angle rotation"},
		{"radians", "theta"},
		{"point", "pos pt position startpos src_pos offset"},
		{"number", "n x y z a b c i j m level amount value share chance weight rangesq digits frame index scale v ax az bx bz s p max " +
			"least most ay tox toy toz attempts percent speed size density mass mode throttle order speedmult basespeed multiplier uses " +
			"base penalty mod variance wait length limit launchchance ignitechance than effectiveness max_hitreacts workleft " +
			"stacksize oldstacksize fuelvalue newsection oldsection progress elapseddaysinseason remainingdaysinseason oldpercent " +
			"newpercent delta damage damageresolved original_damage health hunger sanity dry wet step init"},
		{"bool", "on alive force loop enabled immediate overtime run needhealth water boats noboats check_los ignore_walls allow_water " +
			"allow_boats keep wholestack furthestfirst only queued paused reset salted direct can_run can_walk softstop delaystart " +
			"nofreeze plain noanim nobroadcast landed poll ignore_invincible ignore_absorb enable ignoreheight allowpickables abs " +
			"ignorechance ignorefirst hasnext keepequip incombat ignore_damage forcemood entire resetpropagator invincible waxing " +
			"reached randomdir ondeath skipsymbol only_arrival forced instant first invalid wait_for_pre"},
		{"text", "name key text message pattern sep path anim sound symbol bank build how lines cause reason script stimuli indent season " +
			"phase file kind colour product eslot statename moonphase"},
		{"action", "action"}, {"task", "task thread"},
		{"tag", "tag"},
		{"event", "event"},
		{"prefab", "prefab childname"},
		{"tags", "tags must cant oneof ignorethese"},
		{"state", "finishstate"},
		{"list", "list states timeline timelines assets deps onlytheseprefabs out"},
		{"table", "t data fns anims values config caps sgparams param platform into spdamage funny slotfilter " +
			"inventoryoverride special recipe diet"},
		{"any", "what id combine structure heat tile default slot override"},
	} {
		for _, name := range strings.Fields(of.names) {
			names[name] = of.kind
		}
	}
	return names
}()

// kindOf returns what a parameter is by its name, and a sample.
func kindOf(name string) (words.Value, string) {
	kind := byName[name]
	if kind == "" {
		kind = "any"
	}
	return kinds[kind], samples[kind]
}

// asks reports whether the name of a function is a question.
func asks(name string) bool {
	for _, word := range []string{"Is", "Has", "Can", "Should", "Was", "Wants"} {
		if rest, ok := strings.CutPrefix(name, word); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return true
		}
	}
	return false
}
