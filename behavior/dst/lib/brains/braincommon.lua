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
    local function starts() return leader() ~= nil and (parameters.starter == nil or parameters.starter(inst, leader())) end
    local function keeps() return leader() ~= nil and (parameters.keepgoing == nil or parameters.keepgoing(inst, leader())) end
    local node = DoAction(inst, function() return parameters.finder and parameters.finder(inst, leader()) end, "DoAction_" .. tostring(parameters.action), parameters.shouldrun)
    if parameters.chatterstring then node = ChattyNode(inst, parameters.chatterstring, node) end
    return IfThenDoWhileNode(starts, keeps, "AssistLeader", LoopNode{ node })
end

function BrainCommon.NodeAssistLeaderPickUps(self, parameters)
    return BrainCommon.NodeAssistLeaderDoAction(self, parameters or {})
end

return { BrainCommon = BrainCommon }
