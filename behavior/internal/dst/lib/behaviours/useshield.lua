-- Hides in its shell after it was hurt enough, for a while.
local UseShield = Class(BehaviourNode, function(self, inst, damageforshield, shieldtime, hidefromprojectiles, hidewhenscared)
    BehaviourNode._ctor(self, "UseShield")
    self.inst, self.damageforshield, self.shieldtime = inst, damageforshield or 100, shieldtime or 2
    self.hidefromprojectiles, self.hidewhenscared = hidefromprojectiles, hidewhenscared
    self.damagetaken, self.shieldends = 0, nil
    self.onattackedfn = function(_, data) self:OnAttacked(data) end
    self.onhostilefn = function() if self.hidefromprojectiles then self.projectileincoming = true end end
    self.onscaredfn = function() if self.hidewhenscared then self.scared = true end end
    inst:ListenForEvent("attacked", self.onattackedfn)
    inst:ListenForEvent("hostileprojectile", self.onhostilefn)
    inst:ListenForEvent("epicscare", self.onscaredfn)
end)

function UseShield:OnStop()
    self.inst:RemoveEventCallback("attacked", self.onattackedfn)
    self.inst:RemoveEventCallback("hostileprojectile", self.onhostilefn)
    self.inst:RemoveEventCallback("epicscare", self.onscaredfn)
end

function UseShield:OnAttacked(data)
    self.damagetaken = self.damagetaken + (data and data.damage or 0)
    if self.shieldends then self.shieldends = GetTime() + FunctionOrValue(self.shieldtime, self.inst) end
end

function UseShield:ShouldShield()
    return self.damagetaken > FunctionOrValue(self.damageforshield, self.inst) or self.projectileincoming or self.scared
end

function UseShield:Visit()
    if self.status == READY then
        if not self:ShouldShield() then
            self.status = FAILED
            return
        end
        self.damagetaken, self.projectileincoming, self.scared = 0, nil, nil
        self.shieldends, self.status = GetTime() + FunctionOrValue(self.shieldtime, self.inst), RUNNING
        self.inst:PushEvent("entershield")
    end
    if GetTime() > self.shieldends then
        self.shieldends, self.status = nil, SUCCESS
        self.inst:PushEvent("exitshield")
    else
        self:Sleep(self.shieldends - GetTime())
    end
end

return { UseShield = UseShield }
