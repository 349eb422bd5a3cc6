-- Runs at its target in a straight line, and past it.
local ChaseAndRam = Class(BehaviourNode, function(self, inst, max_chase_time, give_up_dist, max_charge_dist, max_attacks)
    BehaviourNode._ctor(self, "ChaseAndRam")
    self.inst, self.max_chase_time, self.give_up_dist = inst, max_chase_time, give_up_dist
    self.max_charge_dist, self.max_attacks, self.numattacks = max_charge_dist, max_attacks, 0
    self.onattackfn = function() self:OnAttackOther() end
    inst:ListenForEvent("onattackother", self.onattackfn)
    inst:ListenForEvent("onmissother", self.onattackfn)
end)

function ChaseAndRam:OnStop()
    self.inst:RemoveEventCallback("onattackother", self.onattackfn)
    self.inst:RemoveEventCallback("onmissother", self.onattackfn)
    self.inst:RemoveTag("ChaseAndRam")
end

function ChaseAndRam:OnAttackOther()
    self.numattacks, self.startruntime = self.numattacks + 1, nil
end

function ChaseAndRam:DBString()
    return "target " .. tostring(self.inst.components.combat.target)
end

function ChaseAndRam:End(status, attack)
    local inst = self.inst
    self.status = status
    inst:RemoveTag("ChaseAndRam")
    inst.components.locomotor:Stop()
    if attack then inst.components.combat:ForceAttack() end
end

function ChaseAndRam:Begin()
    local inst, combat = self.inst, self.inst.components.combat
    combat:ValidateTarget()
    local target = combat.target
    if target == nil then
        self.status = FAILED
        return
    end
    inst.components.locomotor:Stop()
    combat:BattleCry()
    inst:AddTag("ChaseAndRam")
    self.startruntime, self.startloc, self.numattacks = GetTime(), inst:GetPosition(), 0
    self.ram_angle = inst:GetAngleToPoint(target:GetPosition())
    self.status = RUNNING
end

-- Whether the target is ahead: its heading follows only while the state lets it turn.
function ChaseAndRam:IsAhead(target)
    local inst = self.inst
    local towards = inst:GetAngleToPoint(target:GetPosition())
    if inst.sg:HasStateTag("canrotate") then self.ram_angle = towards end
    return math.abs(math.abs(self.ram_angle) - math.abs(towards)) <= 60
end

function ChaseAndRam:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then self:Begin() end
    if self.status ~= RUNNING then return end
    local target = combat.target
    if target == nil or not target:IsValid() then return self:End(FAILED, false) end
    if target.components.health ~= nil and target.components.health:IsDead() then
        combat:SetTarget(nil)
        return self:End(SUCCESS, false)
    end

    local far = FunctionOrValue(self.give_up_dist, inst)
    if self:IsAhead(target) then
        inst.components.locomotor:RunInDirection(self.ram_angle)
    elseif far and inst:GetDistanceSqToInst(target) > far * far then
        return self:End(FAILED, true)
    end
    if not inst.sg:HasStateTag("atk_pre") and not combat:TryAttack() and self.startruntime == nil then
        self.startruntime = GetTime()
    end

    local charge, most = FunctionOrValue(self.max_charge_dist, inst), FunctionOrValue(self.max_chase_time, inst)
    if charge and inst:GetDistanceSqToPoint(self.startloc) > charge * charge
        or most and self.startruntime and GetTime() - self.startruntime > most then
        return self:End(FAILED, true)
    end
    local attacks = FunctionOrValue(self.max_attacks, inst)
    if attacks and self.numattacks >= attacks then return self:End(SUCCESS, false) end
    self:Sleep(0.125)
end

return { ChaseAndRam = ChaseAndRam }
