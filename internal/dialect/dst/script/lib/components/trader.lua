-- Who takes what others offer.
local function tag(self) self.inst:AddOrRemoveTag("trader", self.enabled == true) end
local Trader = Class(function(self, inst)
    self.inst = inst
    self.enabled, self.deleteitemonaccept, self.acceptnontradable, self.acceptstacks = true, true, nil, nil
end, nil, { enabled = tag })

local gives = { GIVE = true, GIVETOPLAYER = true, GIVEALLTOPLAYER = true }
function Trader:IsTryingToTradeWithMe(who)
    local act = who:GetBufferedAction()
    return act ~= nil and act.target == self.inst and gives[act.action.id] == true
end

function Trader:Enable() self.enabled = true end
function Trader:Disable() self.enabled = false end
function Trader:SetAcceptTest(fn) self.test = fn end
function Trader:SetAbleToAcceptTest(fn) self.abletoaccepttest = fn end
function Trader:SetOnAccept(fn) self.onaccept = fn end
function Trader:SetOnRefuse(fn) self.onrefuse = fn end
function Trader:SetAcceptStacks() self.acceptstacks = true end
function Trader:IsAcceptingStacks() return self.acceptstacks == true end

-- Whether it can deal with anybody now; a reason if not.
function Trader:AbleToAccept(item, giver)
    local inst = self.inst
    if not self.enabled or item == nil then return false end
    if self.abletoaccepttest then
        local ok, why = self.abletoaccepttest(inst, item, giver)
        if not ok then return false, why end
    end
    local c = inst.components
    if c.health and c.health:IsDead() then return false, "DEAD" end
    if c.sleeper and c.sleeper:IsAsleep() then return false, "SLEEPING" end
    if inst.sg and inst.sg:HasStateTag("busy") then return false, "BUSY" end
    return self.acceptnontradable == true or item.components.tradable ~= nil
end
function Trader:WantsToAccept(item, giver)
    return self.enabled and (self.test == nil or self.test(self.inst, item, giver))
end
function Trader:CanAccept(item, giver)
    return self:AbleToAccept(item, giver) and self:WantsToAccept(item, giver)
end

function Trader:AcceptGift(giver, item, n)
    if not self:AbleToAccept(item, giver) then return false end
    local inst = self.inst
    if not self:WantsToAccept(item, giver) then
        if self.onrefuse then self.onrefuse(inst, giver, item) end
        return false
    end
    local stack = item.components.stackable
    if stack and stack:IsStack() and (n == nil or n < stack:StackSize()) and not self.acceptstacks then
        item = stack:Get(n or 1)
    elseif item.components.inventoryitem then
        item.components.inventoryitem:RemoveFromOwner(true)
    end
    if inst.components.inventory and not self.deleteitemonaccept then
        inst.components.inventory:GiveItem(item)
    end
    if self.onaccept then self.onaccept(inst, giver, item, n) end
    if self.deleteitemonaccept and item:IsValid() then item:Remove() end
    inst:PushEvent("trade", { giver = giver, item = item })
    return true
end

function Trader:OnRemoveFromEntity() self.inst:RemoveTag("trader") end

return Trader
