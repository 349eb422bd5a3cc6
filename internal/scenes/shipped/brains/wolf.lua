-- A wolf hunts when it is hungry and eats what it kills, keeps clear of the
-- torch, and lies in its den by day.
require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/leash"

local WolfBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function IsHungry(inst)
    return inst.components.hunger:GetPercent() < 0.75
end

local function FindMeat(inst)
    local meat = FindEntity(inst, 25, nil, { "meat" })
    return meat and BufferedAction(inst, meat, ACTIONS.EAT)
end

local function FindPrey(inst)
    return FindEntity(inst, 50, function(e) return inst.components.combat:CanTarget(e) end, { "forager" })
end

local function HomePos(inst)
    return inst.components.knownlocations:GetLocation("home")
end

function WolfBrain:OnStart()
    local inst = self.inst
    inst.components.combat:SetRetargetFunction(2, function() return nil end) -- it hunts by hunger only
    local root = PriorityNode({
        WhileNode(function() return inst.components.burnable:IsBurning() end, "OnFire", Panic(inst)),
        RunAway(inst, "torchbearer", 7, 12),
        WhileNode(function() return IsHungry(inst) end, "Hungry", PriorityNode({
            DoAction(inst, FindMeat, "eat meat", true),
            ChaseAndAttack(inst, 12, 70, nil, FindPrey),
        }, 0.5)),
        WhileNode(function() return TheWorld.state.isday end, "IsDay", PriorityNode({
            Leash(inst, HomePos, 12, 4),
            StandStill(inst, function() return not IsHungry(inst) end, function() return not IsHungry(inst) end),
        }, 1)),
        Wander(inst, HomePos, 30),
    }, 0.5)
    self.bt = BT(inst, root)
end

return WolfBrain
