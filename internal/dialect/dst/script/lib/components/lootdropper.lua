-- What is left behind.
local LootDropper = Class(function(self, inst)
    self.inst = inst
    self.min_speed, self.max_speed = 0, 2
end)

function LootDropper:SetLootSetupFn(fn) self.lootsetupfn = fn end
function LootDropper:SetLoot(list)
    self.loot, self.chanceloot, self.randomloot = list, nil, nil
end
function LootDropper:SetChanceLootTable(name) self.chanceloottable = name end
function LootDropper:AddChanceLoot(prefab, chance)
    self.chanceloot = self.chanceloot or {}
    table.insert(self.chanceloot, { prefab = prefab, chance = chance })
end
function LootDropper:AddRandomLoot(prefab, weight)
    self.randomloot = self.randomloot or {}
    table.insert(self.randomloot, { prefab = prefab, weight = weight })
end
function LootDropper:AddRandomHauntedLoot() end
function LootDropper:AddIfNotChanceLoot(prefab)
    self.ifnotchanceloot = self.ifnotchanceloot or {}
    table.insert(self.ifnotchanceloot, prefab)
end
function LootDropper:ClearRandomLoot() self.randomloot = nil end

function LootDropper:PickRandomLoot()
    local all = 0
    for _, it in ipairs(self.randomloot or {}) do all = all + it.weight end
    local at = math.random() * all
    for _, it in ipairs(self.randomloot or {}) do
        at = at - it.weight
        if at <= 0 then return it.prefab end
    end
end

function LootDropper:GenerateLoot()
    if self.lootsetupfn then self.lootsetupfn(self) end
    local list = {}
    if self.randomloot and (self.chancerandomloot == nil or math.random() < self.chancerandomloot) then
        for _ = 1, self.numrandomloot or 0 do
            local prefab = self:PickRandomLoot()
            if prefab then table.insert(list, prefab) end
        end
    end
    local lucky = false
    for _, it in ipairs(self.chanceloot or {}) do
        if it.chance >= 1 or math.random() < it.chance then
            table.insert(list, it.prefab)
            lucky = true
        end
    end
    for _, it in ipairs(self.chanceloottable and LootTables[self.chanceloottable] or {}) do
        local prefab, chance = it[1], it[2]
        if chance >= 1 or math.random() <= chance then
            table.insert(list, prefab)
            lucky = true
        end
    end
    if not lucky then
        for _, prefab in ipairs(self.ifnotchanceloot or {}) do table.insert(list, prefab) end
    end
    for _, prefab in ipairs(self.loot or {}) do table.insert(list, prefab) end
    return list
end

-- Where there is no physics of flying things, what is flung lies a step away.
function LootDropper:FlingItem(loot, pt)
    if loot == nil then return end
    pt = pt or self.inst:GetPosition()
    local angle = (self.flingtargetpos and 0 or math.random()) * 2 * math.pi
    if self.flingtargetpos then angle = math.atan2(pt.z - self.flingtargetpos.z, self.flingtargetpos.x - pt.x) end
    local far = 0.5 + math.random() * 0.5
    loot.Transform:SetPosition(pt.x + math.cos(angle) * far, pt.y or 0, pt.z - math.sin(angle) * far)
    if loot.components.inventoryitem then loot.components.inventoryitem:SetLanded(true) end
    self.inst:PushEvent("loot_prefab_spawned", { loot = loot })
end
function LootDropper:SpawnLootPrefab(prefab, pt)
    local loot = prefab ~= nil and SpawnPrefab(prefab) or nil
    if loot == nil then return nil end
    local burnable = self.inst.components.burnable
    if burnable and burnable:IsBurning() and loot.components.cookable and loot.components.cookable.product then
        local cooked = SpawnPrefab(loot.components.cookable.product)
        if cooked ~= nil then
            loot:Remove()
            loot = cooked
        end
    end
    self:FlingItem(loot, pt)
    return loot
end
function LootDropper:DropLoot(pt)
    for _, prefab in ipairs(self:GenerateLoot()) do self:SpawnLootPrefab(prefab, pt) end
    TheWorld:PushEvent("entity_droploot", { inst = self.inst })
end
function LootDropper:GetAllPossibleLoot()
    local all = {}
    for _, prefab in ipairs(self.loot or {}) do all[prefab] = true end
    for _, it in ipairs(self.chanceloottable and LootTables[self.chanceloottable] or {}) do all[it[1]] = true end
    return all
end
function LootDropper:GetPotentialLoot() return self:GetAllPossibleLoot() end

return LootDropper
