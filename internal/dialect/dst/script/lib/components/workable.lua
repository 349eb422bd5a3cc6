-- What is felled, mined, dug or hammered: by a number of strokes. The tag
-- "ACTION_workable" shows that some are left.
local native = ...
local need = native.need
local function tag(self)
    local name = self.action ~= nil and self.action.id .. "_workable" or nil
    local on = name ~= nil and self.workable ~= false and (self.workleft or 0) > 0
    if self.tagged ~= nil and self.tagged ~= (on and name) then
        self.inst:RemoveTag(self.tagged)
        rawset(self, "tagged", nil)
    end
    if on and self.tagged == nil then
        rawset(self, "tagged", name)
        self.inst:AddTag(name)
    end
end
local Workable = Class(function(self, inst)
    self.inst = inst
    self.workleft, self.maxwork, self.workable, self.savestate, self.tough = 10, -1, true, false, false
    self.action = ACTIONS.CHOP
end, nil, { workleft = tag, workable = tag, action = tag })

function Workable:SetWorkAction(action) self.action = action end
function Workable:GetWorkAction() return self.action end
function Workable:SetWorkable(on) self.workable = on end
function Workable:SetWorkLeft(n)
    need(n, 1)
    if not self.workable then self.workable = true end
    n = n or 10
    self.workleft = n
    if self.maxwork > 0 and self.workleft > self.maxwork then self.workleft = self.maxwork end
end
function Workable:SetMaxWork(n) self.maxwork = n < 1 and 1 or n end
function Workable:GetWorkLeft() return self.workleft end
function Workable:CanBeWorked() return self.workable and self.workleft > 0 end
function Workable:SetRequiresToughWork(on) self.tough = on end
function Workable:SetOnWorkCallback(fn) self.onwork = fn end
function Workable:SetOnFinishCallback(fn) self.onfinish = fn end
function Workable:SetOnLoadFn(fn) self.onloadfn = fn end
function Workable:SetShouldRecoilFn(fn) self.shouldrecoilfn = fn end
function Workable:ShouldRecoil(worker, tool, n)
    if self.shouldrecoilfn then return self.shouldrecoilfn(self.inst, worker, tool, n) end
    return false, n
end

function Workable:Destroy(destroyer)
    if self:CanBeWorked() then self:WorkedBy(destroyer, self.workleft) end
end
function Workable:WorkedBy(worker, n)
    self:WorkedBy_Internal(worker, n or 1)
end
function Workable:WorkedBy_Internal(worker, n)
    local inst = self.inst
    local left = self.workleft - n
    if left < 0.01 then left = 0 end
    self.workleft = left
    self.lastworktime = GetTime()
    worker:PushEvent("working", { target = inst })
    inst:PushEvent("worked", { worker = worker, workleft = left })
    if self.onwork then self.onwork(inst, worker, left, n) end
    if self.workleft > 0 then return end
    local action = self.action
    if self.onfinish then self.onfinish(inst, worker) end
    inst:PushEvent("workfinished", { worker = worker })
    worker:PushEvent("finishedwork", { target = inst, action = action })
end

function Workable:OnRemoveFromEntity()
    if self.tagged then self.inst:RemoveTag(self.tagged) end
end

return Workable
