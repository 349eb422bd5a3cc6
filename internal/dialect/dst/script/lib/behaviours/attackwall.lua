-- Attacks a wall that is in its way, once.
local AttackWall = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AttackWall")
    self.inst = inst
end)

local must = { "wall" }

function AttackWall:FindWall()
    local inst = self.inst
    local heading = inst.Transform:GetRotation()
    return FindEntity(inst, 1.5 + inst:GetPhysicsRadius(0), function(wall)
        return DiffAngle(heading, inst:GetAngleToPoint(wall:GetPosition())) <= 30 and inst.components.combat:CanTarget(wall)
    end, must)
end

function AttackWall:Visit()
    local inst = self.inst
    if self.status == READY then
        self.target = self:FindWall()
        if self.target == nil then
            self.status = FAILED
            return
        end
        inst.components.locomotor:Stop()
        self.status = RUNNING
    end
    if self.status ~= RUNNING then return end
    self.status = inst.components.combat:TryAttack(self.target) and SUCCESS or FAILED
    self:Sleep(1)
end

return { AttackWall = AttackWall }
