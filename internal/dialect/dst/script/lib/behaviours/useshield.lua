-- Hides in its shell after it was hurt enough, burns or is scared, for a while.
local UseShield = Class(BehaviourNode, function(self, inst, damageforshield, shieldtime, hidefromprojectiles, hidewhenscared, data)
    BehaviourNode._ctor(self, "UseShield")
    self.inst, self.damageforshield, self.shieldtime = inst, damageforshield or 100, shieldtime or 2
    self.hidefromprojectiles, self.hidewhenscared = hidefromprojectiles, hidewhenscared
    self.dontupdatetimeonattack = data and data.dontupdatetimeonattack
    self.dontshieldforfire = data and data.dontshieldforfire
    self.damagetaken, self.timelastattacked, self.scareendtime, self.projectileincoming = 0, 0, 0, false
    self.onattackedfn = function(_, hit) self:OnAttacked(hit and hit.damage) end
    self.onfiredamagefn = function() self.timelastattacked = GetTime() end
    inst:ListenForEvent("attacked", self.onattackedfn)
    inst:ListenForEvent("firedamage", self.onfiredamagefn)
    if hidefromprojectiles then
        self.onhostileprojectilefn = function() self.projectileincoming = true end
        inst:ListenForEvent("hostileprojectile", self.onhostileprojectilefn)
    end
    if hidewhenscared then
        self.onepicscarefn = function(_, scare)
            self.scareendtime = math.max(self.scareendtime, GetTime() + (scare and scare.duration or 0) + math.random())
        end
        inst:ListenForEvent("epicscare", self.onepicscarefn)
    end
end)

function UseShield:OnStop()
    self.inst:RemoveEventCallback("attacked", self.onattackedfn)
    self.inst:RemoveEventCallback("firedamage", self.onfiredamagefn)
    if self.hidefromprojectiles then self.inst:RemoveEventCallback("hostileprojectile", self.onhostileprojectilefn) end
    if self.hidewhenscared then self.inst:RemoveEventCallback("epicscare", self.onepicscarefn) end
end

function UseShield:OnAttacked(damage)
    if not self.dontupdatetimeonattack then self.timelastattacked = GetTime() end
    self.damagetaken = self.damagetaken + (damage or 0)
end

function UseShield:IsBurnt()
    return not self.dontshieldforfire and self.inst.components.health.takingfiredamage == true
end

function UseShield:ShouldShield()
    return self.damagetaken > FunctionOrValue(self.damageforshield, self.inst) or self:IsBurnt()
        or self.projectileincoming or GetTime() < self.scareendtime or self.inst.sg:HasStateTag("shield")
end

function UseShield:Visit()
    local inst = self.inst
    if self.status == READY then
        if inst.components.health:IsDead() or not self:ShouldShield() then
            self.status = FAILED
            return
        end
        self.damagetaken, self.projectileincoming, self.timelastattacked = 0, false, GetTime()
        inst:PushEvent("entershield")
        self.status = RUNNING
    end
    if self.status ~= RUNNING then return end
    if GetTime() - self.timelastattacked > FunctionOrValue(self.shieldtime, inst) and GetTime() >= self.scareendtime and not self:IsBurnt() then
        inst:PushEvent("exitshield")
        self.status = SUCCESS
    end
end

return { UseShield = UseShield }
