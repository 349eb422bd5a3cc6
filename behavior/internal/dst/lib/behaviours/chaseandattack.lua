-- Hunts the combat target, and gives up after a time, a distance or some hits.
local ChaseAndAttack = Class(BehaviourNode, function(self, inst, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk)
    BehaviourNode._ctor(self, "ChaseAndAttack")
    self.inst, self.max_chase_time, self.give_up_dist = inst, max_chase_time, give_up_dist
    self.max_attacks, self.findnewtargetfn, self.walk = max_attacks, findnewtargetfn, walk
    self.numattacks = 0
    self.onattackfn = function(_, data) self:OnAttackOther(data and data.target) end
    inst:ListenForEvent("onattackother", self.onattackfn)
    inst:ListenForEvent("onmissother", self.onattackfn)
end)

function ChaseAndAttack:DBString()
    return "target " .. tostring(self.inst.components.combat.target)
end

function ChaseAndAttack:OnStop()
    self.inst:RemoveEventCallback("onattackother", self.onattackfn)
    self.inst:RemoveEventCallback("onmissother", self.onattackfn)
end

function ChaseAndAttack:OnAttackOther()
    self.numattacks = self.numattacks + 1
    self.startruntime = nil
end

function ChaseAndAttack:Give(up)
    self.status = up
    self.inst.components.combat:GiveUp()
    self.inst.components.locomotor:Stop()
end

function ChaseAndAttack:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then
        combat:ValidateTarget()
        if combat.target == nil and self.findnewtargetfn then
            combat.target = self.findnewtargetfn(inst)
        end
        if combat.target then
            combat:BattleCry()
            self.startruntime, self.startloc = GetTime(), inst:GetPosition()
            self.numattacks, self.status = 0, RUNNING
        else
            self.status = FAILED
        end
    end
    if self.status ~= RUNNING then return end
    local target = combat.target
    local give_up_dist, max_chase_time = FunctionOrValue(self.give_up_dist, inst), FunctionOrValue(self.max_chase_time, inst)
    if target == nil or not target:IsValid() then
        self.status = FAILED
        combat:SetTarget(nil)
        inst.components.locomotor:Stop()
    elseif target.components.health ~= nil and target.components.health:IsDead() then
        self.status = SUCCESS
        combat:SetTarget(nil)
        inst.components.locomotor:Stop()
    elseif self.max_attacks and self.numattacks >= FunctionOrValue(self.max_attacks, inst) then
        self.status = SUCCESS
        combat:SetTarget(nil)
        inst.components.locomotor:Stop()
    elseif give_up_dist and self.startloc and distsq(inst:GetPosition(), self.startloc) > give_up_dist * give_up_dist then
        self:Give(FAILED)
    elseif max_chase_time and self.startruntime and GetTime() - self.startruntime > max_chase_time then
        self:Give(FAILED)
    else
        inst.components.locomotor:GoToEntity(target, nil, not FunctionOrValue(self.walk, inst))
        combat:TryAttack()
        self:Sleep(0.125)
    end
end

return { ChaseAndAttack = ChaseAndAttack }
