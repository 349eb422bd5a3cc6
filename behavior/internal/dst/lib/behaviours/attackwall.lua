-- Attacks a wall that is in its way.
local AttackWall = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AttackWall")
    self.inst = inst
end)

function AttackWall:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then
        self.target = FindEntity(inst, 2, function(e) return combat:CanTarget(e) end, { "wall" })
        self.status = self.target and RUNNING or FAILED
        if self.target then combat:SetTarget(self.target) end
    end
    if self.status == RUNNING then
        if self.target:IsValid() and combat.target == self.target then
            combat:TryAttack(self.target)
            self:Sleep(0.5)
        else
            self.status = FAILED
        end
    end
end

return { AttackWall = AttackWall }
