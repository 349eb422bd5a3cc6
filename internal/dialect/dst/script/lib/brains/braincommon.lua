-- Pieces that many brains share.
local native = ...
local BrainCommon = {}

local function leaderof(inst)
    local follower = inst.components.follower
    return follower ~= nil and follower.leader or nil
end

-- Panics while fire hurts it, or a ghost haunts it. Whoever has no file of a creature burns
-- by the state of its body, which does not hurt by itself.
function BrainCommon.ShouldTriggerPanic(inst)
    local health, haunted = inst.components.health, inst.components.hauntable
    if health ~= nil and health.takingfiredamage or haunted ~= nil and haunted.panic then return true end
    return not native.made(inst) and inst.components.burnable ~= nil and inst.components.burnable:IsBurning()
end

function BrainCommon.PanicTrigger(inst)
    return WhileNode(function() return BrainCommon.ShouldTriggerPanic(inst) end, "PanicTrigger", Panic(inst))
end

function BrainCommon.ShouldAvoidElectricFence(inst)
    return inst.panic_electric_field ~= nil
end

function BrainCommon.ElectricFencePanicTrigger(inst)
    return WhileNode(function() return BrainCommon.ShouldAvoidElectricFence(inst) end, "ElectricFencePanicTrigger", AvoidElectricFence(inst))
end

function BrainCommon.IpecacsyrupPanicTrigger(inst)
    return WhileNode(function() return inst:HasDebuff("ipecacsyrup_debuff") end, "IpecacsyrupPanicTrigger", Panic(inst))
end

-- Panics for a while after something scared it: it forgets its target, and every 3 s it may
-- leave its leader.
function BrainCommon.PanicWhenScared(inst, loseloyaltychance, chatty)
    local ends, nextdoubt = 0, 0
    inst:ListenForEvent("epicscare", function(_, data)
        ends = math.max(ends, GetTime() + (data and data.duration or 0) + math.random())
    end)
    local function scared()
        local now = GetTime()
        if now >= ends then return false end
        local combat = inst.components.combat
        if combat ~= nil and combat.target ~= nil then combat:SetTarget(nil) end
        if loseloyaltychance and now >= nextdoubt then
            nextdoubt = now + 3
            if leaderof(inst) ~= nil and math.random() < loseloyaltychance then inst.components.follower:SetLeader(nil) end
        end
        return true
    end
    local panic = Panic(inst)
    return WhileNode(scared, "PanicScared", chatty and ChattyNode(inst, chatty, panic) or panic)
end

function BrainCommon.ShouldSeekSalt(inst)
    local licker = inst.components.saltlicker
    return licker ~= nil and not licker.salted
end

local licks, spent = { "saltlick" }, { "INLIMBO", "fire", "burnt" }

-- Stays near a salt lick while it wants salt.
function BrainCommon.AnchorToSaltlick(inst)
    local lick, nextlook = nil, 0
    local function near()
        if not BrainCommon.ShouldSeekSalt(inst) then return false end
        local gone = lick == nil or not lick:IsValid() or not inst:IsNear(lick, TUNING.SALTLICK_CHECK_DIST)
        if gone and GetTime() >= nextlook then
            nextlook = GetTime() + 2
            lick = FindEntity(inst, TUNING.SALTLICK_CHECK_DIST, nil, licks, spent)
        end
        return lick ~= nil and lick:IsValid()
    end
    return WhileNode(near, "Stay Near Salt", Wander(inst, function() return lick:GetPosition() end, TUNING.SALTLICK_USE_DIST))
end

-- What helping with an action means: when it begins, how long it goes on, and with what.
local function works(id, tag)
    local cant = { "INLIMBO", "fire", "waxedplant", "carnivalgame_part", "event_trigger" }
    local must = { id .. "_workable" }
    return {
        Starter = function(inst)
            local leader = leaderof(inst)
            return leader ~= nil and leader.sg ~= nil and leader.sg:HasStateTag(tag)
        end,
        KeepGoing = function(inst, leaderdist)
            local leader = leaderof(inst)
            return leader ~= nil and inst:IsNear(leader, leaderdist)
        end,
        FindNew = function(inst, _, finddist)
            local leader = leaderof(inst)
            local target = FindEntity(inst, finddist, nil, must, cant) or leader and FindEntity(leader, finddist, nil, must, cant)
            return target and BufferedAction(inst, target, ACTIONS[id]) or nil
        end,
    }
end
BrainCommon.AssistLeaderDefaults = {
    CHOP = works("CHOP", "chopping"), MINE = works("MINE", "mining"), DIG = works("DIG", "digging"), HAMMER = works("HAMMER", "hammering"),
    TILL = works("TILL", "tilling"),
}

-- Helps its leader with the work that the leader does.
function BrainCommon.NodeAssistLeaderDoAction(self, parameters)
    local inst, action = self.inst, parameters.action
    local usual = BrainCommon.AssistLeaderDefaults[action] or {}
    local leaderdist = parameters.keepgoing_leaderdist or TUNING.FOLLOWER_HELP_LEADERDIST
    local finddist = parameters.finder_finddist or TUNING.FOLLOWER_HELP_FINDDIST
    local function part(given, name)
        local fn = given or usual[name]
        return function() return fn ~= nil and fn(inst, leaderdist, finddist) or nil end
    end
    local starts, goeson = part(parameters.starter, "Starter"), part(parameters.keepgoing, "KeepGoing")
    local node = DoAction(inst, part(parameters.finder, "FindNew"), "DoAction_" .. tostring(action), parameters.shouldrun)
    if parameters.chatterstring then node = ChattyNode(inst, parameters.chatterstring, node) end
    return IfThenDoWhileNode(starts, goeson, tostring(action), LoopNode{ node })
end

-- Picks up what lies around its leader, a player who takes things, and brings it.
function BrainCommon.NodeAssistLeaderPickUps(self, parameters)
    local inst = self.inst
    local p = parameters or {}
    local function taker()
        local leader = leaderof(inst)
        return leader ~= nil and leader.components.trader ~= nil and leader or nil
    end
    local function may(fn) return taker() ~= nil and (fn == nil or fn(inst)) end
    local function carried()
        local inventory = inst.components.inventory
        return inventory and inventory:GetFirstItemInAnySlot()
    end
    local function give()
        local item, leader = carried(), taker()
        return item and leader and BufferedAction(inst, leader, ACTIONS.GIVEALLTOPLAYER, item) or nil
    end
    local function pickup()
        local leader = taker()
        if leader == nil or inst.components.inventory == nil or inst.components.inventory:IsFull() then return nil end
        local item = FindPickupableItem(leader, p.range or TUNING.SHADOWWAXWELL_WORKER_WORK_RADIUS, p.furthestfirst, FunctionOrValue(p.positionoverride, inst),
            p.ignorethese, nil, p.allowpickables, inst, p.extra_filter, inst.components.inventory, nil, p.custom_pickup_filter)
        if item == nil then return nil end
        return BufferedAction(inst, item, item.components.trap ~= nil and ACTIONS.CHECKTRAP or ACTIONS.PICKUP)
    end
    return PriorityNode({
        WhileNode(function() return carried() ~= nil and may(p.give_cond) end, "BringToLeader", DoAction(inst, give, "Give", true)),
        WhileNode(function() return may(p.cond) end, "PickUpForLeader", DoAction(inst, pickup, "Pickup", true)),
    }, 0.25)
end

return { BrainCommon = BrainCommon }
