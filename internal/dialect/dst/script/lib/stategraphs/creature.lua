-- The state graph of a creature that has none of its own: what brains ask of one, without
-- animations. Standing and walking it is not updated. It has a state for every action.

local function dead(inst) return inst.components.health ~= nil and inst.components.health:IsDead() end
local function stop(inst)
    if inst.components.locomotor ~= nil then inst.components.locomotor:StopMoving() end
end
local function walk(inst) inst.components.locomotor:WalkForward() end
local function run(inst) inst.components.locomotor:RunForward() end
local function to(name) return function(inst) inst.sg:GoToState(name) end end
local function perform(inst) inst:PerformBufferedAction() end

-- A state that lasts for some frames, and then goes on to the next.
local function lasting(name, tags, frames, onenter, nextstate, timeline)
    return State{ name = name, tags = tags, timeline = timeline, ontimeout = to(nextstate or "idle"), onenter = function(inst)
        stop(inst)
        inst.sg:SetTimeout(frames * FRAMES)
        if onenter ~= nil then onenter(inst) end
    end }
end
local function deed(name, tags, frames, at)
    return lasting(name, tags, frames, nil, "idle", { FrameEvent(at, perform) })
end
-- One that lasts until an event ends it.
local function until_told(name, tags, events, onenter)
    return State{ name = name, tags = tags, events = events, onenter = onenter or stop }
end

local states = {
    until_told("idle", { "idle", "canrotate" }),
    until_told("walk_start", { "moving", "canrotate" }, nil, walk), until_told("walk", { "moving", "canrotate" }, nil, walk),
    lasting("walk_stop", { "canrotate" }, 5),
    until_told("run_start", { "moving", "running", "canrotate" }, nil, run), until_told("run", { "moving", "running", "canrotate" }, nil, run),
    lasting("run_stop", { "idle", "canrotate" }, 5),
    until_told("alert", { "idle", "alert", "canrotate" }),
    lasting("attack", { "attack", "busy" }, 27, function(inst) inst.components.combat:StartAttack() end, "idle", {
        FrameEvent(14, function(inst) inst.components.combat:DoAttack() end),
    }),
    lasting("hit", { "hit", "busy" }, 11, function(inst) CommonHandlers.UpdateHitRecoveryDelay(inst) end),
    until_told("death", { "busy", "dead" }, nil, function(inst)
        stop(inst)
        local loot = inst.components.lootdropper
        if loot ~= nil then loot:DropLoot(inst:GetPosition()) end
    end),
    deed("eat", { "busy" }, 24, 14), deed("pickup", { "busy" }, 16, 10), deed("gohome", { "busy" }, 16, 4), deed("action", {}, 8, 6),
    lasting("sleep", { "busy", "sleeping" }, 30, nil, "sleeping"),
    until_told("sleeping", { "busy", "sleeping" }),
    lasting("wake", { "busy", "waking" }, 30, function(inst)
        local sleeper = inst.components.sleeper
        if sleeper ~= nil and sleeper:IsAsleep() then sleeper:WakeUp() end
    end),
    until_told("frozen", { "busy", "frozen" }), until_told("thaw", { "busy", "thawing" }),
    lasting("taunt", { "busy" }, 30),
    State{ name = "flyaway", tags = { "flight", "busy", "notarget" }, ontimeout = function(inst) inst:Remove() end, onenter = function(inst)
        stop(inst)
        inst.sg:SetTimeout(2)
    end },
}

local function awake(inst)
    if inst.sg:HasStateTag("sleeping") then inst.sg:GoToState("wake") end
end
local function thawed(inst)
    if inst.sg:HasAnyStateTag("frozen", "thawing") then inst.sg:GoToState("idle") end
end
local events = {
    CommonHandlers.OnLocomote(true, true), CommonHandlers.OnAttack(), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath(), CommonHandlers.OnSleep(),
    CommonHandlers.OnFreeze(), EventHandler("onwakeup", awake), EventHandler("unfreeze", thawed),
    EventHandler("onthaw", function(inst)
        if inst.sg:HasStateTag("frozen") then inst.sg:GoToState("thaw") end
    end),
    EventHandler("flyaway", function(inst)
        if not dead(inst) and not inst.sg:HasStateTag("busy") then inst.sg:GoToState("flyaway") end
    end),
    EventHandler("respawnfromghost", to("idle")),
}

local Creature = StateGraph("creature", states, events, "idle")
Creature.plain = true
local own = { EAT = "eat", PICKUP = "pickup", GOHOME = "gohome", ATTACK = "attack" }
function Creature.otheraction(_, action) return own[action.action.id] or "action" end
return Creature
