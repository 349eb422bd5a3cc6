-- What bears something ripe that can be picked, and bears it again after a time.
local function ripe(self)
    self.inst:AddOrRemoveTag("pickable", self.canbepicked == true and self.caninteractwith == true)
end
local Pickable = Class(function(self, inst)
    self.inst = inst
    self.canbepicked, self.caninteractwith = nil, true
    self.numtoharvest, self.droppicked, self.quickpick, self.paused = 1, nil, false, false
end, nil, { canbepicked = ripe, caninteractwith = ripe })

function Pickable:SetUp(product, regen, n)
    self.canbepicked, self.caninteractwith, self.product = true, true, product
    self.baseregentime, self.regentime, self.numtoharvest = regen, regen, n or 1
end
function Pickable:SetOnPickedFn(fn) self.onpickedfn = fn end
function Pickable:SetOnRegenFn(fn) self.onregenfn = fn end
function Pickable:SetMakeBarrenFn(fn) self.makebarrenfn = fn end
function Pickable:SetMakeEmptyFn(fn) self.makeemptyfn = fn end
function Pickable:SetGetRegenTimeFn(fn) self.getregentimefn = fn end
function Pickable:SetStuck(on) self.stuck = on end
function Pickable:ChangeProduct(product) self.product = product end
function Pickable:IsStuck() return self.stuck end

-- False is not among the answers of the game: it is true or nothing.
function Pickable:CanBePicked() return self.canbepicked end
function Pickable:IsBarren() return self.cycles_left == 0 and self.max_cycles ~= nil end
function Pickable:CanBeFertilized() return self:IsBarren() end
function Pickable:IsWildStarter() return self.wildfirestarter == true end
function Pickable:GetNextRegenTime() return self.targettime end

local function regen(inst, self)
    self.task = nil
    self:Regen()
end
local function grow(self)
    if self.task then self.task:Cancel() end
    self.task, self.targettime = nil, nil
    local time = self.baseregentime
    if self.getregentimefn then time = self.getregentimefn(self.inst) end
    if time == nil or self.paused or self:IsBarren() then return end
    time = SpringGrowthMod(time)
    self.targettime = GetTime() + time
    self.task = self.inst:DoTaskInTime(time, regen, self)
end

function Pickable:Regen()
    if self.task then self.task:Cancel() end
    self.task, self.targettime, self.canbepicked = nil, nil, true
    if self.onregenfn then self.onregenfn(self.inst) end
end
function Pickable:MakeEmpty()
    if self.makeemptyfn then self.makeemptyfn(self.inst) end
    self.canbepicked = false
    grow(self)
end
function Pickable:MakeBarren()
    self.canbepicked, self.cycles_left = false, 0
    self.max_cycles = self.max_cycles or 0
    if self.task then self.task:Cancel() end
    self.task = nil
    if self.makebarrenfn then self.makebarrenfn(self.inst) end
end
function Pickable:Fertilize()
    self.cycles_left = self.max_cycles
    self:MakeEmpty()
    return true
end
function Pickable:Pause()
    if self.targettime then self.pausedtime = self.targettime - GetTime() end
    self.paused = true
    if self.task then self.task:Cancel() end
    self.task, self.targettime = nil, nil
end
function Pickable:Resume()
    if not self.paused then return end
    self.paused = false
    if self.canbepicked == false then grow(self) end
end
function Pickable:FinishGrowing()
    if self.canbepicked ~= false or self:IsBarren() then return false end
    self:Regen()
    return true
end

-- Goods go to whoever picks, or to the ground.
function Pickable:Pick(picker)
    if not (self.canbepicked and self.caninteractwith) then return false end
    local inst = self.inst
    if self.max_cycles ~= nil then self.cycles_left = math.max(0, (self.cycles_left or self.max_cycles) - 1) end
    self.canbepicked = false
    local loot = {}
    local pockets = picker ~= nil and not self.droppicked and picker.components.inventory
    for i = 1, self.product ~= nil and self.numtoharvest or 0 do
        local item = SpawnPrefab(self.product)
        if item == nil then break end
        local x, y, z = inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
        table.insert(loot, item)
    end
    if picker ~= nil then picker:PushEvent("picksomething", { object = inst, loot = #loot == 1 and loot[1] or loot }) end
    if pockets then
        for _, item in ipairs(loot) do pockets:GiveItem(item, nil, inst:GetPosition()) end
    end
    if self.onpickedfn then self.onpickedfn(inst, picker, loot) end
    if inst:IsValid() then
        grow(self)
        inst:PushEvent("picked", { picker = picker, loot = loot, plant = inst })
        if self.remove_when_picked then inst:Remove() end
    end
    return true, loot
end

function Pickable:OnRemoveFromEntity()
    if self.task then self.task:Cancel() end
    self.inst:RemoveTag("pickable")
end

return Pickable
