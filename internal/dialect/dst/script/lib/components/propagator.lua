-- Heat that spreads from what burns to what is near, and hurts.
local PERIOD = 0.5

local Propagator = Class(function(self, inst) self.inst = inst end)
Propagator.flashpoint, Propagator.currentheat, Propagator.decayrate, Propagator.propagaterange = 100, 0, 1, 3
Propagator.heatoutput, Propagator.damagerange, Propagator.damages, Propagator.acceptsheat, Propagator.spreading = 5, 3, false, false, false
Propagator.pvp_damagemod = 1

function Propagator:SetOnFlashPoint(fn) self.onflashpoint = fn end
function Propagator:Flash()
    if not self.acceptsheat or self.inst.components.fueled ~= nil and self.inst.components.fueled:IsEmpty() then return end
    self.acceptsheat = false
    if self.onflashpoint ~= nil then self.onflashpoint(self.inst) end
end
function Propagator:AddHeat(amount)
    if self.currentheat <= 0 then self:Run() end
    self.currentheat = self.currentheat + amount
    if self.currentheat > self.flashpoint then self:Flash() end
end

local function spread(inst, self)
    self.currentheat = math.max(0, self.currentheat - self.decayrate * PERIOD)
    if not self.spreading then
        if self.currentheat <= 0 then self:Rest() end
        return
    end
    local x, y, z = inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.propagaterange, nil, { "INLIMBO" })) do
        local near = e:IsValid() and inst:GetDistanceSqToInst(e)
        local other = e ~= inst and e.components.propagator
        if near and other and other.acceptsheat then
            other:AddHeat(self.heatoutput * PERIOD * (1 - math.sqrt(near) / (2 * self.propagaterange)))
        end
        local health = near and self.damages and near <= self.damagerange * self.damagerange and e.components.health
        if health and health.vulnerabletoheatdamage ~= false then health:DoFireDamage(self.heatoutput * PERIOD, inst) end
    end
end
function Propagator:Run() self.task = self.task or self.inst:DoPeriodicTask(PERIOD, spread, PERIOD * (1 + math.random()), self) end
function Propagator:Rest()
    if self.task ~= nil then self.task:Cancel() end
    self.task = nil
end
function Propagator:StartSpreading(source)
    self.spreading, self.source = true, source
    self:Run()
end
function Propagator:StopSpreading(reset, heat)
    self.spreading, self.source = false, nil
    if reset then
        self.currentheat, self.acceptsheat = math.max(0, (heat or 0) * self.flashpoint), true
    end
end
function Propagator:OnRemoveFromEntity() self:Rest() end

return Propagator
