-- Runs at its target in a straight line, and past it.
local ChaseAndRam = Class(BehaviourNode, function(self, inst, max_chase_time, give_up_dist, max_charge_dist, max_attacks)
    BehaviourNode._ctor(self, "ChaseAndRam")
    self.inst, self.max_chase_time, self.give_up_dist = inst, max_chase_time, give_up_dist
    self.max_charge_dist, self.max_attacks, self.numattacks = max_charge_dist, max_attacks, 0
    self.onattackfn = function() self.numattacks = self.numattacks + 1 end
    inst:ListenForEvent("onattackother", self.onattackfn)
    inst:ListenForEvent("onmissother", self.onattackfn)
end)

function ChaseAndRam:OnStop()
    self.inst:RemoveEventCallback("onattackother", self.onattackfn)
    self.inst:RemoveEventCallback("onmissother", self.onattackfn)
end

function ChaseAndRam:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then
        combat:ValidateTarget()
        if combat.target then
            self.startruntime, self.startloc, self.numattacks = GetTime(), inst:GetPosition(), 0
            self.angle = inst:GetAngleToPoint(combat.target:GetPosition():Get())
            self.status = RUNNING
            combat:BattleCry()
        else
            self.status = FAILED
        end
    end
    if self.status ~= RUNNING then return end
    local target = combat.target
    local give_up_dist, max_chase_time, max_charge_dist = FunctionOrValue(self.give_up_dist, inst), FunctionOrValue(self.max_chase_time, inst), FunctionOrValue(self.max_charge_dist, inst)
    local run = distsq(inst:GetPosition(), self.startloc)
    if target == nil or not target:IsValid() then
        self.status = FAILED
    elseif self.max_attacks and self.numattacks >= self.max_attacks then
        self.status = SUCCESS
    elseif max_charge_dist and run > max_charge_dist * max_charge_dist then
        self.status = SUCCESS
    elseif (give_up_dist and run > give_up_dist * give_up_dist) or
        (max_chase_time and GetTime() - self.startruntime > max_chase_time) then
        self.status = FAILED
        combat:GiveUp()
    else
        inst.components.locomotor:RunInDirection(self.angle)
        combat:TryAttack()
        self:Sleep(0.125)
        return
    end
    inst.components.locomotor:Stop()
end

return { ChaseAndRam = ChaseAndRam }
