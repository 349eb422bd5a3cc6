-- What scripts of the engine's games find in place, as far as an arena has it. Ids are
-- those of bots and players; points are tables with x, y and z, in metres, z is 0.

local function number(list)
	for i, name in ipairs(list) do
		_G[name] = i - 1
	end
end

number { "AITARGET_NONE", "AITARGET_SOUND", "AITARGET_MEMORY", "AITARGET_VISUAL" }
number { "AITHREAT_NONE", "AITHREAT_SUSPECT", "AITHREAT_INTERESTING", "AITHREAT_THREATENING", "AITHREAT_AGGRESSIVE" }
number { "SIGNALFILTER_SENDER", "SIGNALFILTER_GROUPONLY", "SIGNALFILTER_GROUPONLY_EXCEPT" }
number { "STANCE_STAND", "STANCE_CROUCH", "STANCE_RELAXED", "STANCE_ALERTED" }

number {
	"FIREMODE_OFF", "FIREMODE_BURST", "FIREMODE_CONTINUOUS", "FIREMODE_FORCED", "FIREMODE_AIM", "FIREMODE_SECONDARY", "FIREMODE_SECONDARY_SMOKE",
	"FIREMODE_MELEE", "FIREMODE_KILL", "FIREMODE_BURST_WHILE_MOVING", "FIREMODE_PANIC_SPREAD", "FIREMODE_BURST_DRAWFIRE", "FIREMODE_MELEE_FORCED",
	"FIREMODE_BURST_SNIPE", "FIREMODE_AIM_SWEEP", "FIREMODE_BURST_ONCE",
}

local fireModes = {
	"Off", "Burst", "Continuous", "Forced", "Aim", "Secondary", "SecondarySmoke", "Melee", "Kill", "BurstWhileMoving", "PanicSpread", "BurstDrawFire",
	"MeleeForced", "BurstSnipe", "AimSweep", "BurstOnce",
}
local stances = { "Stand", "Crouch", "Relaxed", "Alerted" }
local filters = { "Sender", "Group", "GroupExcludingSender" }

local function point(x, y)
	if x and y then
		return { x = x, y = y, z = 0 }
	end
end

-- idOf takes an id, a script table or a name: of a bot, or of a place where places count.
local function idOf(who)
	if type(who) == "table" then
		return who.id
	elseif type(who) == "string" then
		return game.named(who)
	end
	return who
end

-- only ends the script where something is done to another than the bot itself.
local function only(id, what)
	if id ~= entity.id then
		error(what .. " is only for the bot itself, which is " .. entity.id, 3)
	end
end

AI = {
	GetGroupOf = game.group,
	GetGroupScopeUserCount = game.scope_users,
	IsInCover = game.in_cover,
	IsCoverCompromised = game.cover_compromised,
	IsMovingToCover = game.moving_to_cover,
	IsMovingInCover = function() return false end,
	GetAttentionTargetDistance = game.target_distance,
	GetAttentionTargetType = game.target_type,
	GetAttentionTargetThreat = game.target_threat,
	GetAlertness = game.alertness,
	GetGroupAlertness = game.group_alertness,
	GetFactionOf = game.faction,
	IsOutOfAmmo = game.out_of_ammo,
	GetDistanceToClosestGroupMember = game.nearest_member,
	IsEnabled = game.alive,
	IsAimReady = game.aim_ready,
}

function AI.IsTakingCover(id, distance)
	return game.in_cover(id) or game.moving_to_cover(id) and game.cover_distance(id) <= (distance or 0)
end

function AI.SetInCover(id, on)
	game.set_in_cover(id, on and true or false)
end

function AI.SetCoverCompromised(id)
	game.compromise(id)
end

function AI.IsLowOnAmmo(id, share)
	return game.loaded(id) < (share or 0.15)
end

function AI.GetAttentionTargetPosition(id, to)
	local p = point(game.target_x(id), game.target_y(id))
	if p and to then
		to.x, to.y, to.z = p.x, p.y, 0
	end
	return p ~= nil
end

function AI.GetAttentionTargetEntity(id)
	local target = game.target_id(id)
	return target and game.entity(target)
end

function AI.GetAttentionTargetOf(id)
	local target = game.target_id(id)
	return target and game.name(target)
end

function AI.GetTargetType(id)
	return game.target_type(id)
end

function AI.GetGroupCount(id)
	return game.group_count(id)
end

function AI.GetGroupMember(id, i)
	local member = game.group_member(id, i)
	return member and game.entity(member)
end

function AI.GetGroupTarget(id)
	local target = game.group_target(id)
	return target and game.entity(target)
end

AI.GetGroupTargetEntity = AI.GetGroupTarget

-- most returns the highest number that a function says of the members of a group.
local function most(id, of)
	local best = 0
	for i = 1, game.group_count(id) do
		best = math.max(best, of(game.group_member(id, i)))
	end
	return best
end

function AI.GetGroupTargetType(id)
	return most(id, game.target_type)
end

function AI.GetGroupTargetThreat(id)
	return most(id, game.target_threat)
end

function AI.SetRefPointPosition(id, to)
	local x, y
	if to == nil then
		x, y = game.target_x(id), game.target_y(id)
	elseif type(to) == "table" and to.x and to.y then
		x, y = to.x, to.y
	elseif type(to) == "string" and game.place_x(id, to) then
		x, y = game.place_x(id, to), game.place_y(id, to)
	else
		local of = idOf(to)
		local e = of and game.entity(of)
		if e then
			x, y = e.x, e.y
		end
	end
	if x and y then
		game.set_ref(id, x, y)
		return 1
	end
end

function AI.SetRefPointDirection(id, v)
	if v and game.set_ref_direction(id, v.x, v.y) then
		return 1
	end
end

function AI.GetRefPointPosition(id)
	return point(game.ref_x(id), game.ref_y(id))
end

function AI.GetRefPointDirection(id)
	return point(game.ref_dx(id), game.ref_dy(id))
end

function AI.Hostile(id, other)
	other = idOf(other)
	return other ~= nil and game.hostile(id, other)
end

function AI.GetReactionOf(a, b)
	b = idOf(b)
	if b == nil then
		return nil
	elseif game.hostile(a, b) then
		return 0
	end
	return game.faction(a) == game.faction(b) and 2 or 1
end

function AI.Signal(filter, signal, name, id)
	local to = filters[(filter or 0) + 1]
	if not to then
		error("AI.Signal: filter " .. tostring(filter) .. ", wanted SIGNALFILTER_SENDER, SIGNALFILTER_GROUPONLY or SIGNALFILTER_GROUPONLY_EXCEPT", 2)
	end
	game.signal(id, to, name)
end

function AI.SetBehaviorVariable(id, name, on)
	only(id, "AI.SetBehaviorVariable")
	if not game.set_variable(name, on and true or false) then
		print("AI.SetBehaviorVariable: the tree has no variable " .. name)
	end
end

function AI.GetBehaviorVariable(id, name)
	only(id, "AI.GetBehaviorVariable")
	return game.variable(name) or false
end

function AI.SetStance(id, stance)
	only(id, "AI.SetStance")
	game.set_stance(stances[stance + 1] or "Stand")
end

-- The order stands until another one comes, whichever node runs.
function AI.SetFireMode(id, mode)
	local word = fireModes[(mode or -1) + 1]
	if not word then
		error("AI.SetFireMode: found " .. tostring(mode) .. ", wanted a number from FIREMODE_OFF to FIREMODE_BURST_ONCE", 2)
	end
	game.set_fire_mode(id, word)
end

function AI.SetAlarmed(id)
	only(id, "AI.SetAlarmed")
	game.set_alertness(2)
end

function AI.RequestToStopMovement(id)
	only(id, "AI.RequestToStopMovement")
	game.stop()
end

function AI.SetPathToFollow(id, name)
	return game.set_path(id, name)
end

function AI.PlayCommunication(id, name)
	only(id, "AI.PlayCommunication")
	return game.say(name, false) and 1 or 0
end

function AI.QueueBubbleMessage(id, text)
	only(id, "AI.QueueBubbleMessage")
	game.say(text, true)
end

-- Vectors.

function DistanceSqVectors(a, b)
	local dx, dy, dz = a.x - b.x, a.y - b.y, (a.z or 0) - (b.z or 0)
	return dx * dx + dy * dy + dz * dz
end

function DistanceVectors(a, b)
	return math.sqrt(DistanceSqVectors(a, b))
end

function CopyVector(to, from)
	to.x, to.y, to.z = from.x, from.y, from.z or 0
end

function IsNullVector(v)
	return not v or v.x == 0 and v.y == 0 and (v.z or 0) == 0
end

-- Entities.

function entity:GetPos()
	return point(self.x, self.y)
end

entity.GetWorldPos = entity.GetPos

function entity:GetDistance(id)
	local other = game.entity(idOf(id))
	return other and DistanceVectors(self:GetPos(), other:GetPos())
end

function entity:GetName()
	return game.name(self.id)
end

function entity:IsDead()
	return not game.alive(self.id)
end

function entity:IsActive()
	return game.alive(self.id)
end

function entity:GetTargetDistance()
	return game.target_distance(self.id) or 500
end

function entity:IsTargetInNearbyRange()
	return self:GetTargetDistance() < 10
end

function entity:IsTargetInMiddleRange()
	return self:GetTargetDistance() < 30
end

function entity:IsAlone()
	return game.nearest_member(self.id) > 50
end

function entity:IsClosestToTargetInGroup()
	local mine = game.target_distance(self.id)
	if not mine then
		return false
	end
	for i = 1, game.group_count(self.id) do
		local member = game.group_member(self.id, i)
		local distance = member and member ~= self.id and game.target_distance(member)
		if distance and distance < mine then
			return false
		end
	end
	return true
end

function entity:SelectPrimaryWeapon()
	only(self.id, "SelectPrimaryWeapon")
	game.draw()
end

function entity:HolsterItem(on)
	only(self.id, "HolsterItem")
	game.holster(on and true or false)
end

local function allowed(self, key, otherwise)
	local on = self.Properties[key]
	if on == nil then
		return otherwise
	end
	return on ~= false and on ~= 0
end

function entity:IsAllowedToUsePrimaryWeapon()
	return allowed(self, "bCanUsePrimaryWeapon", true)
end

function entity:IsAllowedToUseSecondaryWeapon()
	return allowed(self, "bCanUseSecondaryWeapon", false)
end

-- Settings of the level are state keys of the bot, by their names. A boolean that no class
-- sets is false.
local settings = {
	__index = function(t, key)
		local e = rawget(t, "entity")
		local v = rawget(e, key)
		if v == nil and type(key) == "string" then
			v = e["state." .. key]
		end
		if v == nil then
			v = e[key]
		end
		if v == nil and key == "bGoBackToStartOnIdle" then
			return false
		end
		return v
	end,
}

local function settingsOf(e)
	return setmetatable({ entity = e }, settings)
end

function game.fresh.Properties(e)
	return settingsOf(e)
end

function game.fresh.PropertiesInstance(e)
	return { AI = settingsOf(e), groupid = game.group(e.id) }
end

function game.fresh.AI(e)
	return {}
end

local actor = { __index = {} }

function actor.__index:HolsterItem(on)
	self.entity:HolsterItem(on)
end

function actor.__index:GetHealth()
	return game.points(self.entity.id)
end

function game.fresh.actor(e)
	return setmetatable({ entity = e }, actor)
end

-- Assignments: what a bot is to do where, as data for its tree and a variable of it.

local variables = { DefendArea = "DefendArea", HoldPosition = "HoldPosition", CombatMove = "CombatMove" }
local fields = { DefendArea = "defendArea", HoldPosition = "holdPosition", CombatMove = "combatMove" }

function entity:SetAssignment(kind, data)
	only(self.id, "SetAssignment")
	if not variables[kind] then
		error("SetAssignment: unknown assignment " .. tostring(kind) .. ", wanted DefendArea, HoldPosition or CombatMove", 2)
	end
	self:ClearAssignment()
	local kept = {}
	for key, value in pairs(data or {}) do
		kept[key] = value
	end
	if kind == "HoldPosition" then
		local radius = kept.radius or 3
		kept.radiusSq = radius > 0 and radius * radius or 9
	end
	self.AI[fields[kind]] = kept
	self.AI.assignment = kind
	AI.SetBehaviorVariable(self.id, variables[kind], true)
end

function entity:ClearAssignment()
	only(self.id, "ClearAssignment")
	local kind = self.AI.assignment
	if kind then
		self.AI[fields[kind]] = nil
		self.AI.assignment = nil
		AI.SetBehaviorVariable(self.id, variables[kind], false)
		game.stop()
	end
end

HoldPositionAssignment = {}

function HoldPositionAssignment:IsAtHoldPosition(e)
	local at = e.AI.holdPosition
	return at ~= nil and at.position ~= nil and DistanceSqVectors(e:GetPos(), at.position) < (at.radiusSq or 9)
end

DefendAreaAssignment = {}

-- The area is 15 m wide, whatever radius the assignment says, as in the original.
function DefendAreaAssignment:IsInsideDefendArea(e)
	local area = e.AI.defendArea
	return area ~= nil and area.position ~= nil and DistanceSqVectors(e:GetPos(), area.position) < 225
end

-- Behaviours of nodes LuaBehavior and states of smart objects, which a scene fills in.

AIBehavior = {}

function CreateAIBehavior(name, base, behavior)
	if type(base) == "table" then
		base, behavior = nil, base
	end
	if base then
		if not AIBehavior[base] then
			error("CreateAIBehavior: no behaviour " .. tostring(base), 2)
		end
		setmetatable(behavior, { __index = AIBehavior[base] })
	end
	behavior.name = name
	AIBehavior[name] = behavior
	return behavior
end

GoalPipes = {}
SmartObjectStates = {}

local hooks = game.hooks

-- tell calls a function of a behaviour, where it has one.
local function tell(behavior, name, e, ...)
	local f = behavior and behavior[name]
	if type(f) == "function" then
		return f(behavior, e, ...)
	end
end

function hooks.has_behavior(e, name)
	return AIBehavior[name] ~= nil
end

function hooks.enter_behavior(e, name)
	e.behavior = name
	tell(AIBehavior[name], "Constructor", e)
end

-- update_behavior is true once the behaviour says that it has finished, by what its Update
-- returns or by a true field finished of entity.
function hooks.update_behavior(e, name)
	if e.finished then
		e.finished = nil
		return true
	end
	return tell(AIBehavior[name], "Update", e) == true
end

function hooks.leave_behavior(e, name)
	e.behavior, e.finished = nil, nil
	tell(AIBehavior[name], "Destructor", e)
end

function hooks.tell_behavior(e, name, event)
	if event ~= "Update" and event ~= "Constructor" and event ~= "Destructor" then
		tell(AIBehavior[name], event, e)
	end
end

-- change_states calls what a scene has for each of the states A and -B.
function hooks.change_states(e, list)
	for sign, name in string.gmatch(list, "([%-%+]?)%s*([%w_]+)") do
		if type(SmartObjectStates[name]) == "function" then
			SmartObjectStates[name](e, sign ~= "-")
		end
		e.states = e.states or {}
		e.states[name] = sign ~= "-" or nil
	end
end

function hooks.field(e, name)
	return e[name]
end

-- script_event calls a method of the entity by the name of the event.
function hooks.script_event(e, name)
	if type(e[name]) == "function" then
		e[name](e)
	end
end
