-- Loot that kinds of creatures share: lists of { prefab, chance } by name.
local LootTables = {}

return {
    LootTables = LootTables,
    SetSharedLootTable = function(name, list) LootTables[name] = list end,
}
