-- Functions that are called in every tick. What is called with each picture is not called here.
local UpdateLooper = Class(function(self, inst)
    self.inst = inst
    self.onupdatefns, self.longupdatefns = {}, {}
end)

function UpdateLooper:AddOnUpdateFn(fn)
    if #self.onupdatefns == 0 then self.inst:StartUpdatingComponent(self) end
    table.insert(self.onupdatefns, fn)
end
function UpdateLooper:RemoveOnUpdateFn(fn)
    table.removearrayvalue(self.onupdatefns, fn)
    if #self.onupdatefns == 0 then self.inst:StopUpdatingComponent(self) end
end
function UpdateLooper:AddLongUpdateFn(fn) table.insert(self.longupdatefns, fn) end
function UpdateLooper:RemoveLongUpdateFn(fn) table.removearrayvalue(self.longupdatefns, fn) end
function UpdateLooper:AddOnWallUpdateFn(fn) end
function UpdateLooper:RemoveOnWallUpdateFn(fn) end
function UpdateLooper:AddPostUpdateFn(fn) end
function UpdateLooper:RemovePostUpdateFn(fn) end

local function each(self, fns, dt)
    local all = {}
    for i, fn in ipairs(fns) do all[i] = fn end
    for _, fn in ipairs(all) do fn(self.inst, dt) end
end
function UpdateLooper:OnUpdate(dt) each(self, self.onupdatefns, dt) end
function UpdateLooper:LongUpdate(dt) each(self, self.longupdatefns, dt) end
function UpdateLooper:OnRemoveFromEntity() self.inst:StopUpdatingComponent(self) end

return UpdateLooper
