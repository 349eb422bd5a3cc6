-- Attacks its target from where it stands.
local StandAndAttack = Class(BehaviourNode, function(self, inst, findnewtargetfn, timeout)
    BehaviourNode._ctor(self, "StandAndAttack")
    self.inst, self.findnewtargetfn, self.timeout, self.numattacks = inst, findnewtargetfn, timeout, 0
    self.onattackfn = function() self.numattacks = self.numattacks + 1 end
    inst:ListenForEvent("onattackother", self.onattackfn)
    inst:ListenForEvent("onmissother", self.onattackfn)
end)

function StandAndAttack:OnStop()
    self.inst:RemoveEventCallback("onattackother", self.onattackfn)
    self.inst:RemoveEventCallback("onmissother", self.onattackfn)
end

function StandAndAttack:DBString()
    return "target " .. tostring(self.inst.components.combat.target)
end

function StandAndAttack:Visit()
    local inst, combat = self.inst, self.inst.components.combat
    if self.status == READY then
        combat:ValidateTarget()
        if combat.target == nil and self.findnewtargetfn then
            combat.target = self.findnewtargetfn(inst)
        end
        self.status = combat.target and RUNNING or FAILED
        self.starttime = GetTime()
    end
    if self.status ~= RUNNING then return end
    local target = combat.target
    if target == nil or not target:IsValid() or (self.timeout and GetTime() - self.starttime > FunctionOrValue(self.timeout, inst)) then
        self.status = FAILED
        combat:SetTarget(nil)
    elseif target.components.health ~= nil and target.components.health:IsDead() then
        self.status = SUCCESS
        combat:SetTarget(nil)
    else
        inst:FacePoint(target:GetPosition())
        combat:TryAttack()
        self:Sleep(0.125)
    end
end

return { StandAndAttack = StandAndAttack }
