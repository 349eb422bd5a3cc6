-- Notes each state in which its creature is, and does what it is told at certain ticks.
local BadgerBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

function BadgerBrain:OnStart()
    local inst = self.inst
    local born = GetTick()
    inst:ListenForEvent("newstate", function(_, data) print(GetTick() - born, data.statename) end)
    inst:ListenForEvent("bite", function() print(GetTick() - born, "bite") end)
    local function at(tick, fn) inst:DoTaskInTime(tick * FRAMES, fn) end
    at(5, function() inst:PushEvent("roar") end)
    at(80, function() inst.components.locomotor:GoToPoint(inst:GetPosition() + Vector3(4, 0, 0)) end)
    at(110, function() inst.components.locomotor:GoToPoint(inst:GetPosition() - Vector3(9, 0, 0)) end)
    at(150, function() inst:PushEvent("doattack") end)
    at(200, function() inst.components.locomotor:RunInDirection(90) end)
    at(230, function() inst.components.locomotor:Stop() end)
    at(240, function() inst:PushEvent("gotosleep") end)
    at(350, function() inst:PushEvent("onwakeup") end)
    self.bt = BT(inst, ConditionNode(function() return false end))
end

return BadgerBrain
