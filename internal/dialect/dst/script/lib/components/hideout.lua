-- A hole in which one creature hides.
local Hideout = Class(function(self, inst) self.inst = inst end)

function Hideout:SetOnHideFn(fn) self.onhide = fn end
function Hideout:SetOnReleaseFn(fn) self.onrelease = fn end
function Hideout:IsOccupied() return self.child ~= nil and self.child:IsValid() and self.child.parent == self.inst end

-- Answers nothing, so that the action that asked for it counts as failed.
function Hideout:GoHome(child)
    if self:IsOccupied() then return end
    self.child = child
    self.inst:AddChild(child)
    child:RemoveFromScene()
    if self.onhide ~= nil then self.onhide(self.inst, child) end
end

function Hideout:ReleaseChild()
    if not self:IsOccupied() then return end
    local child = self.child
    self.child = nil
    local at = self.inst:GetPosition()
    self.inst:RemoveChild(child)
    child:ReturnToScene()
    child.Transform:SetPosition(at:Get())
    if self.onrelease ~= nil then self.onrelease(self.inst, child) end
    return child
end

return Hideout
