-- Rings of a blow on the ground: the inner ones strike who stands there, and break what can be worked.
local GroundPounder = Class(function(self, inst)
    self.inst = inst
    self.numRings, self.ringDelay, self.ringWidth = 4, 0.2, 3
    self.initialRadius, self.radiusStepDistance, self.pointDensity = 1, 4, 0.25
    self.damageRings, self.destructionRings, self.platformPushingRings, self.inventoryPushingRings = 2, 3, 2, 0
    self.groundpounddamagemult = 1
    self.noTags = { "FX", "NOCLICK", "DECOR", "INLIMBO" }
    self.destroyer, self.burner = false, false
end)

function GroundPounder:UseRingMode() self.usePointMode = false end
function GroundPounder:UsePointMode() self.usePointMode = true end

-- Strikes those whose middle is nearer than one radius, and not nearer than another.
function GroundPounder:Ring(at, number, least, most, spared)
    local inst = self.inst
    if not inst:IsValid() then return end
    for _, e in ipairs(TheSim:FindEntities(at.x, at.y, at.z, most, nil, self.noTags)) do
        if e ~= inst and e:IsValid() and not spared[e] and e:GetDistanceSqToPoint(at) >= least * least then
            spared[e] = true
            local c = e.components
            local workable, fueled, burnable = c.workable, c.fueled, c.burnable
            if number <= self.destructionRings then
                if self.destroyer and workable and workable:CanBeWorked() then workable:Destroy(inst) end
                if self.burner and burnable and not fueled and not burnable:IsBurning() and e:IsValid() then burnable:Ignite() end
            end
            if number <= self.damageRings and e:IsValid() and c.combat and c.health and not c.health:IsDead() and inst.components.combat:CanTarget(e) then
                inst.components.combat:DoAttack(e, nil, nil, nil, self.groundpounddamagemult)
            end
        end
    end
end

local function ring(inst, self, at, number, spared)
    local most = self.initialRadius + self.radiusStepDistance * (number - 1)
    self:Ring(at, number, number > 1 and most - self.radiusStepDistance or 0, most, spared)
end

function GroundPounder:GroundPound(pt, ignored)
    local at = pt or self.inst:GetPosition()
    local spared = {}
    for _, e in ipairs(ignored or {}) do spared[e] = true end
    if self.groundpoundFn then self.groundpoundFn(self.inst) end
    ring(self.inst, self, at, 1, spared)
    for number = 2, self.numRings do
        self.inst:DoTaskInTime(self.ringDelay * (number - 1), ring, self, at, number, spared)
    end
end

-- All rings at once.
function GroundPounder:GroundPound_Offscreen(position)
    local at, spared = position or self.inst:GetPosition(), {}
    for number = 1, self.numRings do ring(self.inst, self, at, number, spared) end
end

return GroundPounder
