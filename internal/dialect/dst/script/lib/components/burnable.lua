-- What can burn. Whoever burns shows it by the key `burning` of its state, if its class has
-- one, and one without a file burns when that key is set.
local native = ...
local need = native.need
local SMOLDERS = 10

local Burnable = Class(function(self, inst)
    self.inst = inst
    if self.canlight then inst:AddTag("canlight") end
    if native.isbody(inst) and not native.made(inst) then setmetatable(self, self.Arena) end
end)
Burnable.burning, Burnable.smoldering, Burnable.canlight, Burnable.nocharring, Burnable.ignorefuel, Burnable.controlled_burn = false, false, true, false, false, false
Burnable.flammability, Burnable.fxlevel = 1, 1

function Burnable:SetBurnTime(time)
    need(time, 1)
    self.burntime = time
end
function Burnable:SetFXLevel(level) self.fxlevel = level end
function Burnable:SetOnIgniteFn(fn) self.onignite = fn end
function Burnable:SetOnBurntFn(fn) self.onburnt = fn end
function Burnable:SetOnExtinguishFn(fn) self.onextinguish = fn end
function Burnable:SetOnSmolderingFn(fn) self.onsmoldering = fn end
function Burnable:SetOnStopSmolderingFn(fn) self.onstopsmoldering = fn end
function Burnable:EnableBurntDebris() end
function Burnable:AddBurnFX() end
function Burnable:ClearBurnFX() end
function Burnable:OverrideBurnFXBuild() end
function Burnable:OverrideBurnFXFinalOffset() end
function Burnable:SetFXOffset() end
function Burnable:SpawnFX() end
function Burnable:KillFX() end
function Burnable:FixFX() end
function Burnable:IsBurning() return self.burning end
function Burnable:IsSmoldering() return self.smoldering end
function Burnable:GetDebugString() return self.burning and "BURNING" or "NOT BURNING" end
-- How far its fire lights, in metres.
function Burnable:GetLargestLightRadius() return self:IsBurning() and 2 + self.fxlevel or nil end

local function show(self)
    local inst = self.inst
    if native.hasstate(inst, "burning") then native.mirror(inst, "set_state", "burning", self.burning) end
    inst:AddOrRemoveTag("fire", self.burning)
end

-- Smoke comes before a wildfire.
local function ignite(inst, self)
    self.smoldertask = nil
    self:Ignite()
end
function Burnable:StartWildfire()
    if self:IsBurning() or self.smoldering or self.inst:HasTag("fireimmune") then return end
    self.smoldering = true
    self.inst:AddTag("smolder")
    self.inst:PushEvent("onsmoldering")
    if self.onsmoldering ~= nil then self.onsmoldering(self.inst) end
    self.smoldertask = self.inst:DoTaskInTime(SMOLDERS * (0.5 + math.random()), ignite, self)
end
function Burnable:StopSmoldering(heat)
    if not self.smoldering then return end
    self.smoldering = false
    self.inst:RemoveTag("smolder")
    if self.smoldertask ~= nil then self.smoldertask:Cancel() end
    self.smoldertask = nil
    if self.inst.components.propagator ~= nil then self.inst.components.propagator:StopSpreading(true, heat) end
    if self.onstopsmoldering ~= nil then self.onstopsmoldering(self.inst) end
end
function Burnable:SmotherSmolder() self:StopSmoldering(-1) end

local function burnt(inst, self)
    self.task = nil
    inst:PushEvent("onburnt")
    if self.onburnt ~= nil then self.onburnt(inst) end
    if inst:IsValid() and inst.components.explosive ~= nil then inst.components.explosive:OnBurnt() end
    if inst:IsValid() then self:Extinguish() end
end
function Burnable:Ignite(immediate, source, doer)
    local inst = self.inst
    if self:IsBurning() or inst:HasTag("fireimmune") then return end
    self:StopSmoldering()
    self.burning = true
    show(self)
    self:ExtendBurning()
    inst:PushEvent("onignite", { doer = doer })
    if self.onignite ~= nil then self.onignite(inst, source, doer) end
    if inst.components.fueled ~= nil and not self.ignorefuel then inst.components.fueled:StartConsuming() end
    if inst:IsValid() and self.burning and inst.components.propagator ~= nil then inst.components.propagator:StartSpreading(source) end
end
function Burnable:ExtendBurning()
    if self.task ~= nil then self.task:Cancel() end
    self.task = self.burntime ~= nil and self.inst:DoTaskInTime(self.burntime, burnt, self) or nil
end
function Burnable:LongUpdate() end

function Burnable:Extinguish(resetpropagator, heat)
    self:StopSmoldering()
    if not self:IsBurning() then return end
    local inst = self.inst
    self.burning = false
    show(self)
    if self.task ~= nil then self.task:Cancel() end
    self.task = nil
    if inst.components.propagator ~= nil then inst.components.propagator:StopSpreading(resetpropagator, heat) end
    if inst.components.fueled ~= nil then inst.components.fueled:StopConsuming() end
    if self.onextinguish ~= nil then self.onextinguish(inst) end
    inst:PushEvent("onextinguish")
end

function Burnable:OnRemoveFromEntity()
    self:StopSmoldering()
    self:Extinguish()
    self.inst:RemoveTag("canlight")
end

-- A creature without a file burns, too, while its state says so.
local Arena = Class(Burnable)
Burnable.Arena = Arena
Arena.__index = native.live(Arena, { burning = function(self) return native.tagged(self.inst, "burning") end })
function Arena:Extinguish(...)
    self.burning = true -- also where only the state said so
    Burnable.Extinguish(self, ...)
    self.burning = nil
end

return Burnable
