-- Pieces that many brains share.
local BrainCommon = {}

function BrainCommon.ShouldTriggerPanic(inst)
    local c = inst.components
    return c.hauntable ~= nil and c.hauntable.panic or c.health ~= nil and c.health.takingfiredamage
        or c.burnable ~= nil and c.burnable:IsBurning() or false
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

-- Panics for a while after it was scared.
function BrainCommon.PanicWhenScared(inst, loyaltyloss, chatty)
    local scaredends = 0
    inst:ListenForEvent("epicscare", function(_, data)
        scaredends = GetTime() + (data and data.duration or 10) + math.random()
    end)
    local panic = chatty and ChattyNode(inst, chatty, Panic(inst)) or Panic(inst)
    return WhileNode(function() return GetTime() < scaredends end, "PanicScared", panic)
end

-- Stays near a salt lick that is not used up.
function BrainCommon.AnchorToSaltlick(inst)
    local function lick()
        local l = inst._brainsaltlick
        return l ~= nil and l:IsValid() and l:GetPosition() or nil
    end
    return WhileNode(function() return lick() ~= nil end, "Saltlick", Wander(inst, lick, 8))
end

-- Helps its leader with the work that the leader does.
function BrainCommon.NodeAssistLeaderDoAction(self, parameters)
    local inst = self.inst
    local function leader() return inst.components.follower and inst.components.follower.leader end
    local usual = BrainCommon.AssistLeaderDefaults[parameters.action] or {}
    local starter, keepgoing, finder = parameters.starter or usual.Starter, parameters.keepgoing or usual.KeepGoing, parameters.finder or usual.FindNew
    local function starts() return leader() ~= nil and (starter == nil or starter(inst, leader(), parameters.startdistance)) end
    local function keeps() return leader() ~= nil and (keepgoing == nil or keepgoing(inst, leader(), parameters.keepgoing_leaderdist)) end
    local node = DoAction(inst, function() return finder and finder(inst, leader(), parameters.finddistance) end, "DoAction_" .. tostring(parameters.action), parameters.shouldrun)
    if parameters.chatterstring and inst.components.talker then node = ChattyNode(inst, parameters.chatterstring, node) end
    return IfThenDoWhileNode(starts, keeps, "AssistLeader", LoopNode{ node })
end

-- What helping means by the action: when it begins, when it goes on, and with what.
local function works(tag)
    local function leader(inst) return inst.components.follower and inst.components.follower.leader end
    return {
        Starter = function(inst, who) return who ~= nil and who.sg ~= nil and who.sg:HasStateTag(string.lower(tag) .. "ing") end,
        KeepGoing = function(inst, who, near) return who ~= nil and inst:IsNear(who, near or 15) end,
        FindNew = function(inst, who)
            local target = FindEntity(inst, 15, nil, { tag .. "_workable" }, { "carnivalgame_part", "event_trigger", "waxedplant" })
                or leader(inst) and FindEntity(leader(inst), 15, nil, { tag .. "_workable" })
            return target and BufferedAction(inst, target, ACTIONS[tag]) or nil
        end,
    }
end
BrainCommon.AssistLeaderDefaults = { CHOP = works("CHOP"), MINE = works("MINE"), DIG = works("DIG"), HAMMER = works("HAMMER"), TILL = works("TILL") }

function BrainCommon.ShouldSeekSalt(inst)
    return inst.components.saltlicker ~= nil and not inst.components.saltlicker.salted
end

function BrainCommon.NodeAssistLeaderPickUps(self, parameters)
    return BrainCommon.NodeAssistLeaderDoAction(self, parameters or {})
end

return { BrainCommon = BrainCommon }
