-- What is thrown in an arc. It comes down after the time of its way.
local ComplexProjectile = Class(function(self, inst)
    self.inst = inst
    self.horizontalSpeed, self.gravity, self.usehigharc = 4, -9.81, true
    inst:AddTag("complexprojectile")
end)

function ComplexProjectile:SetHorizontalSpeed(n) self.horizontalSpeed = n end
function ComplexProjectile:SetGravity(n) self.gravity = n end
function ComplexProjectile:SetLaunchOffset(v) self.launchoffset = v end
function ComplexProjectile:SetTargetOffset(v) self.targetoffset = v end
function ComplexProjectile:SetOnLaunch(fn) self.onlaunchfn = fn end
function ComplexProjectile:SetOnHit(fn) self.onhitfn = fn end
function ComplexProjectile:SetOnUpdate(fn) self.onupdatefn = fn end
function ComplexProjectile:CalculateTrajectory() end

local function land(inst, self)
    self.attackerlanded = true
    inst.Transform:SetPosition(self.to:Get())
    self:Hit(nil)
end
function ComplexProjectile:Launch(pos, attacker, weapon)
    local inst = self.inst
    self.attacker, self.owningweapon, self.to = attacker, weapon, pos
    local from = inst:GetPosition()
    if attacker ~= nil then
        from = attacker:GetPosition()
        inst.Transform:SetPosition(from:Get())
    end
    inst:ForceFacePoint(pos:Get())
    if self.onlaunchfn then self.onlaunchfn(inst, attacker, pos) end
    inst:AddTag("activeprojectile")
    local far = math.sqrt((pos.x - from.x) ^ 2 + (pos.z - from.z) ^ 2)
    inst:DoTaskInTime(far / math.max(self.horizontalSpeed, 0.1), land, self)
end
function ComplexProjectile:Hit(target)
    self.inst:RemoveTag("activeprojectile")
    if self.onhitfn then self.onhitfn(self.inst, self.attacker, target) end
end
function ComplexProjectile:Cancel() self.inst:RemoveTag("activeprojectile") end

return ComplexProjectile
