package live_test

// ownFiles are the scenes of this test, and what they are made of.
var ownFiles = map[string]string{
	// a herd and bots with trees of all dialects that are given them later; no arena
	"own.yaml": `
tickRate: 10
world: { width: 40, height: 40 }
places: [{ id: den, at: [10, 10], radius: 3 }]
lua: [night.lua]
playerJoinStates: { tasty: true }
behaviors:
  stroll: { file: stroll.yaml }
bots:
  - { id: fox, name: Fox, count: 3, maxCount: 30, initialState: { tasty: false }, speedMps: 3 # metres a second
    , tunable: [{ key: speedMps, min: 1, max: 8 }, { key: minCount, min: 0, max: 5 }, { key: maxCount, min: 5, max: 40 }]
    , behavior: { kind: chase_nearest, where: { key: tasty, value: true } } }
  - { id: hen, name: Hen, count: 5, minCount: 2, initialState: { tasty: true, name: Berta }, speedMps: 2, behavior: { file: stroll.yaml } }
  - { id: hare, name: Hare, count: 2, behavior: { file: nervous.debt } }
rules:
  - { on: contact, radius: 2, from: { tasty: false }, to: { tasty: true }, set: { to: { name: caught } }, cooldown: 1s, send: { event: alarm, to: to } }
`,
	"ownarena.yaml": `
tickRate: 10
vocabularies: [unvanquished, mbt]
world: { width: 40, height: 30, solid: true }
teams: [{ id: red }, { id: blue }]
match: { score: 50, time: 90s, kill: 1, purse: 100, income: 1 }
day: { length: 20s, start: 18 }
lua: [night.lua]
obstacles: [{ circle: [20, 15, 3] }]
places: [{ id: den, at: [6, 6], radius: 3, team: red }, { id: camp, at: [34, 24], radius: 3, team: blue, tags: [cover] }]
items: [{ kind: meat, count: 6, respawn: 3s, food: 0.5, health: 5 }]
weapons: [{ id: rifle, damage: 9, range: 14, cooldown: 0.4s, clip: 5, ammo: 60, reload: 1s }, { id: teeth, damage: 15, range: 2, cooldown: 0.5s }]
goods: [{ id: vest, price: 20, armour: 0.3 }]
behaviors:
  hunt: { kind: selector, children: [{ kind: action, name: fight, args: { who: enemy } }, { kind: action, name: roam, args: { every: 2 } }] }
  stroll: { file: stroll.yaml }
bots:
  - { id: red, name: Red, teamId: red, count: 3, maxCount: 12, speedMps: 3, health: 50, weapons: [rifle], sight: { radius: 20 }, home: den, respawn: 2s
    , hunger: { lasts: 20s, damage: 1 }, initialState: { tasty: true }, tunable: [{ key: health, min: 10, max: 90 }, { key: sight.radius, min: 2, max: 30 }, { key: speedMps, min: 1, max: 9 }, { key: rifle.damage, min: 1, max: 9 }]
    , behavior: { kind: selector, children: [{ kind: action, name: fight, args: { who: enemy } }, { kind: action, name: eat, args: { item: meat } }, { kind: action, name: roam, args: { every: 2 } }] } }
  - { id: blue, name: Blue, teamId: blue, count: 3, maxCount: 12, speedMps: 3, health: 50, weapons: [teeth], sight: { radius: 20 }, home: camp, respawn: 2s, initialState: { tasty: false }, behavior: { file: monster.xml } }
  - { id: scout, name: Scout, teamId: blue, count: 2, speedMps: 3, health: 40, weapons: [rifle], behavior: { file: scout.bt } }
`,
	"ownbrains.yaml": `
tickRate: 10
world: { width: 40, height: 30 }
nature: { clock: true, season: autumn }
places: [{ id: den, at: [6, 6], radius: 3 }]
items: [{ kind: berry, count: 6, respawn: 3s, food: 0.5, spare: 4 }]
bots:
  - { id: idler, name: Idler, count: 3, maxCount: 9, speedMps: 3, health: 40, home: den, initialState: { tasty: true }, tunable: [{ key: speedMps, min: 1, max: 9 }], behavior: { file: brains/idler.lua } }
  - { id: fox, name: Fox, count: 2, speedMps: 3, initialState: { tasty: false }, behavior: { kind: chase_nearest, where: { key: tasty, value: true } } }
`,
	"ownempty.yaml": `
tickRate: 10
world: { width: 40, height: 40 }
lua: [night.lua]
bots: [{ id: fox, name: Fox, minCount: 0, count: 0, maxCount: 9, initialState: { tasty: true }, tunable: [{ key: speedMps, min: 1, max: 8 }], behavior: wander }]
`,
	"ownover.yaml": `
tickRate: 10
world: { width: 40, height: 40 }
teams: [{ id: red }, { id: blue }]
match: { time: 1s }
bots:
  - { id: red, name: Red, teamId: red, count: 3, health: 10, initialState: { tasty: true }, tunable: [{ key: speedMps, min: 1, max: 8 }], behavior: wander }
  - { id: blue, name: Blue, teamId: blue, count: 3, health: 10, behavior: { file: stroll.yaml } }
`,
	"stroll.yaml":  "kind: wander\n",
	"late.yaml":    "kind: wander\n",
	"brave.yaml":   "kind: selector\nchildren:\n  - kind: wander\n  - { kind: chase_nearest, where: { key: tasty, value: false } }\n",
	"faulty.yaml":  "kind: no such thing\n",
	"nervous.debt": "<behaviorTree><sequence id='root'><action id='stroll' name='wander'/><yield id='pause'/><action id='dash' name='flee_nearest'/></sequence></behaviorTree>",
	"monster.xml": `<BehaviorTree><Variables><Variable name="PlayerVisible"/></Variables><SignalVariables><Signal name="alarm" variable="PlayerVisible" value="true"/></SignalVariables>
<Root><Loop><Priority><Case condition="PlayerVisible"><Wait duration="1" variation="1"/></Case><Case><Sequence><SetAlertness value="1"/><Wait duration="0.5"/></Sequence></Case></Priority></Loop></Root></BehaviorTree>`,
	"scout.bt":  "selector {\n\tsequence { condition blackboardNumTransient( 3 ) < 2 action blackboardNoteTransient( 3 ) action roam }\n\taction roam\n}\n",
	"night.lua": "calls = 0\nfunction listeners.dusk(event) dark = event.data calls = calls + 1 end\n",
	"brains/idler.lua": `local WALKS = 1
require "behaviours/wander"
local IdlerBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function IdlerBrain:OnStart()
	local inst = self.inst
	self.seen = 0
	self.faces = inst.Transform:GetRotation() -- as it begins
	inst:ListenForEvent("alarm", function() self.seen = self.seen + WALKS end)
	inst:DoPeriodicTask(0.4, function() self.seen = self.seen + math.random() end)
	self.bt = BT(inst, PriorityNode({ Wander(inst, function() return inst:GetPosition() end, 10) }, 0.3))
end
return IdlerBrain
`,
}
