-- What ghosts do to it: it panics, or does what its file says.
local PERIOD = 3

local Hauntable = Class(function(self, inst) self.inst = inst end)
Hauntable.panic, Hauntable.panicable, Hauntable.haunted, Hauntable.panictimer, Hauntable.cooldowntimer = false, false, false, 0, 0
Hauntable.cooldown, Hauntable.cooldown_on_successful_haunt, Hauntable.usefx, Hauntable.no_wipe_value = PERIOD, true, true, false

function Hauntable:SetOnHauntFn(fn) self.onhaunt = fn end
function Hauntable:SetOnUnHauntFn(fn) self.onunhaunt = fn end
function Hauntable:SetHauntValue(value) self.hauntvalue = value end
function Hauntable:SetCanHauntFn(fn) self.canhauntfn = fn end
function Hauntable:IsHaunted() return self.haunted end
function Hauntable:StartFX() end
function Hauntable:StopFX() end
function Hauntable:StartShaderFx() end
function Hauntable:StopShaderFX() end
function Hauntable:AdvanceFX() end

function Hauntable:Panic(time)
    self.panic, self.panictimer = true, time or PERIOD
    self.inst:StartUpdatingComponent(self)
end
function Hauntable:DoHaunt(doer)
    if self.haunted or self.onhaunt == nil then return false end
    if self.canhauntfn ~= nil and not self.canhauntfn(self.inst, doer) then return false end
    local done = self.onhaunt(self.inst, doer) == true
    if done then
        self.haunted, self.cooldowntimer = true, self.cooldown or PERIOD
        self.inst:AddTag("haunted")
        self.inst:StartUpdatingComponent(self)
    end
    return done
end
function Hauntable:OnUpdate(dt)
    if self.panic then
        self.panictimer = self.panictimer - dt
        self.panic = self.panictimer > 0
    end
    if self.haunted then
        self.cooldowntimer = self.cooldowntimer - dt
        if self.cooldowntimer <= 0 then
            self.haunted = false
            self.inst:RemoveTag("haunted")
            if self.onunhaunt ~= nil then self.onunhaunt(self.inst) end
        end
    end
    if not self.panic and not self.haunted then self.inst:StopUpdatingComponent(self) end
end
function Hauntable:OnRemoveFromEntity() self.inst:StopUpdatingComponent(self) end

return Hauntable
