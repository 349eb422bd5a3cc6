-- Hunts the combat target, and gives up after a time, a distance or some attacks.
local ChaseAndAttack = Class(BehaviourNode, function(self, inst, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk, distance_from_ocean_target)
    BehaviourNode._ctor(self, "ChaseAndAttack")
    self.inst, self.max_chase_time, self.give_up_dist = inst, max_chase_time, give_up_dist
    self.max_attacks, self.findnewtargetfn, self.walk = max_attacks, findnewtargetfn, walk
    self.distance_from_ocean_target = distance_from_ocean_target
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

-- An attack, whether it hit or not, stops the clock.
function ChaseAndAttack:OnAttackOther()
    self.numattacks = self.numattacks + 1
    self.startruntime = nil
end

function ChaseAndAttack:End(status, givesup)
    local inst = self.inst
    self.status = status
    if givesup then inst.components.combat:GiveUp() else inst.components.combat:SetTarget(nil) end
    inst.components.locomotor:Stop()
end

-- Where it goes to reach its target. A target at sea is gone for from the shore, and only
-- for such a one the distance is asked.
function ChaseAndAttack:GetChasePosition(target)
    if self.distance_from_ocean_target and not target:IsOnValidGround() then
        local before = FunctionOrValue(self.distance_from_ocean_target, self.inst, target)
        if before then return self.inst:GetPositionAdjacentTo(target, before) end
    end
    return target:GetPosition()
end

-- One who runs stops when the two bodies touch, one who does not when it can attack.
function ChaseAndAttack:Chase(target, distance)
    local inst, sg = self.inst, self.inst.sg
    local near = inst:GetPhysicsRadius(0) + target:GetPhysicsRadius(-0.1) + 0.1
    local nearsq = near * near
    if not sg:HasStateTag("running") then nearsq = inst.components.combat:CalcAttackRangeSq(target) end
    if distance > nearsq then
        inst.components.locomotor:GoToPoint(self:GetChasePosition(target), nil, not FunctionOrValue(self.walk, inst))
    elseif not sg:HasStateTag("jumping") then
        inst.components.locomotor:Stop()
        if sg:HasStateTag("canrotate") then inst:FacePoint(target:GetPosition()) end
    end
end

function ChaseAndAttack:Begin()
    local inst, combat = self.inst, self.inst.components.combat
    combat:ValidateTarget()
    if combat.target == nil and self.findnewtargetfn ~= nil then
        combat:SetTarget(self.findnewtargetfn(inst))
    end
    if combat.target == nil then
        self.status = FAILED
        return
    end
    combat:BattleCry()
    self.startruntime, self.numattacks, self.status = GetTime(), 0, RUNNING
end

function ChaseAndAttack:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then self:Begin() end
    if self.status ~= RUNNING then return end
    local target = combat.target
    if target == nil or not target:IsValid() then return self:End(FAILED) end
    if target.components.health ~= nil and target.components.health:IsDead() then return self:End(SUCCESS) end

    local distance = inst:GetDistanceSqToInst(target)
    if not inst.sg:HasStateTag("longattack") then self:Chase(target, distance) end
    if not combat:TryAttack() and self.startruntime == nil then
        self.startruntime = GetTime()
        combat:BattleCry()
    end

    local attacks, far = FunctionOrValue(self.max_attacks, inst), FunctionOrValue(self.give_up_dist, inst)
    if attacks and self.numattacks >= attacks then return self:End(SUCCESS) end
    if far and distance >= far * far then return self:End(FAILED, true) end
    local most = self.startruntime and FunctionOrValue(self.max_chase_time, inst)
    if most and GetTime() - self.startruntime > most then return self:End(FAILED, true) end
    self:Sleep(0.125)
end

return { ChaseAndAttack = ChaseAndAttack }
