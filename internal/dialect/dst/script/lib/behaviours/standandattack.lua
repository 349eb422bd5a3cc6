-- Attacks its target from where it stands.
local StandAndAttack = Class(BehaviourNode, function(self, inst, findnewtargetfn, timeout)
    BehaviourNode._ctor(self, "StandAndAttack")
    self.inst, self.findnewtargetfn, self.timeout, self.numattacks = inst, findnewtargetfn, timeout, 0
    self.onattackfn = function() self:OnAttackOther() end
    inst:ListenForEvent("onattackother", self.onattackfn)
    inst:ListenForEvent("onmissother", self.onattackfn)
end)

function StandAndAttack:OnStop()
    self.inst:RemoveEventCallback("onattackother", self.onattackfn)
    self.inst:RemoveEventCallback("onmissother", self.onattackfn)
end

function StandAndAttack:OnAttackOther()
    self.numattacks, self.lastattacktime = self.numattacks + 1, GetTime()
end

function StandAndAttack:DBString()
    return "target " .. tostring(self.inst.components.combat.target)
end

function StandAndAttack:Begin()
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
    self.numattacks, self.lastattacktime, self.status = 0, GetTime(), RUNNING
end

function StandAndAttack:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then self:Begin() end
    if self.status ~= RUNNING then return end
    local target, timeout = combat.target, FunctionOrValue(self.timeout, inst)
    if target == nil or not target:IsValid() or timeout and GetTime() - self.lastattacktime > timeout then
        self.status = FAILED
        combat:SetTarget(nil)
    elseif target.components.health ~= nil and target.components.health:IsDead() then
        self.status = SUCCESS
        combat:SetTarget(nil)
    else
        if inst.sg == nil or inst.sg:HasStateTag("canrotate") then inst:FacePoint(target:GetPosition()) end
        combat:TryAttack()
        self:Sleep(0.125)
    end
end

return { StandAndAttack = StandAndAttack }
