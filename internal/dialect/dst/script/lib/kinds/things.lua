-- Things that Thicket knows by itself, by the names that the game gives them: what grows,
-- what stands in the way of an axe, what is eaten. A prefab file of the user of the same
-- name takes the place of one here.
local things = {}

local function item(inst, stack)
    inst:AddComponent("inventoryitem")
    inst:AddComponent("tradable")
    inst:AddComponent("stackable")
    inst.components.stackable.maxsize = stack or 20
end

-- { food type, hunger, health, days it keeps, tags, second food type }
local foods = {
    carrot = { "VEGGIE", 12.5, 1, 10 }, corn = { "VEGGIE", 25, 3, 10 }, pumpkin = { "VEGGIE", 37.5, 3, 10 }, eggplant = { "VEGGIE", 25, 8, 10 },
    berries = { "VEGGIE", 9.375, 0, 6, nil, "BERRY" }, petals = { "VEGGIE", 0, 1, 6 }, seeds = { "SEEDS", 4.6875, 0, 40 }, cutlichen = { "VEGGIE", 12.5, 3, 2 },
    red_cap = { "VEGGIE", 12.5, -20, 10, "mushroom" }, blue_cap = { "VEGGIE", 12.5, 20, 10, "mushroom" }, green_cap = { "VEGGIE", 12.5, 0, 10, "mushroom" },
    cactus_meat = { "VEGGIE", 12.5, -3, 3 }, banana = { "VEGGIE", 12.5, 1, 10 }, honey = { "GOODIES", 9.375, 3, 40, "honeyed" }, butter = { "GENERIC", 25, 40, 40 },
    meat = { "MEAT", 25, 1, 6, "meat" }, cookedmeat = { "MEAT", 25, 3, 10, "meat" }, smallmeat = { "MEAT", 12.5, 0, 6, "meat" }, morsel = { "MEAT", 12.5, 0, 6, "meat" },
    monstermeat = { "MEAT", 18.75, -20, 6, "monstermeat meat" }, drumstick = { "MEAT", 12.5, 0, 6, "meat" }, fish = { "MEAT", 12.5, 1, 3, "meat" },
    froglegs = { "MEAT", 12.5, 0, 6, "meat" }, batwing = { "MEAT", 12.5, 3, 6, "meat" }, trunk_summer = { "MEAT", 37.5, 30, 6, "meat" }, bird_egg = { "MEAT", 9.375, 0, 10 },
    spoiled_food = { "GENERIC", -10, -1 },
}
for name, f in pairs(foods) do
    things[name] = function(inst)
        item(inst, 40)
        inst:AddComponent("edible")
        local edible = inst.components.edible
        edible.foodtype, edible.hungervalue, edible.healthvalue = f[1], f[2], f[3]
        edible.secondaryfoodtype, edible.ismeat = f[6], f[1] == "MEAT"
        for tag in string.gmatch(f[5] or "", "%S+") do inst:AddTag(tag) end
        inst:AddComponent("bait")
        if f[4] then
            inst:AddComponent("perishable")
            local perishable = inst.components.perishable
            perishable.onperishreplacement = "spoiled_food"
            perishable:SetPerishTime(f[4] * 480)
            perishable:StartPerishing()
        end
    end
end

-- What is carried and not eaten.
for name, stack in pairs({ log = 20, twigs = 40, cutgrass = 40, rocks = 40, flint = 40, goldnugget = 20, poop = 20, pinecone = 40, silk = 40, beefalowool = 40, stinger = 40,
    houndstooth = 40, pigskin = 20, feather_crow = 40, nitre = 40, charcoal = 40, ash = 40, boneshard = 40 }) do
    things[name] = function(inst) item(inst, stack) end
end
for name, size in pairs({ log = 45, twigs = 15, cutgrass = 15, charcoal = 60, pinecone = 15 }) do
    local before = things[name]
    things[name] = function(inst)
        before(inst)
        inst:AddComponent("fuel")
        inst.components.fuel.fuelvalue = size
    end
end

-- What bears again after a time. { what, seconds, how often until it is barren, tags }
for name, p in pairs({
    berrybush = { "berries", 1440, 3, "bush plant renewable" }, sapling = { "twigs", 1920, nil, "plant renewable silviculture" }, grass = { "cutgrass", 1440, 20, "plant renewable" },
    reeds = { "cutreeds", 1440, nil, "plant" }, carrot_planted = { "carrot" }, red_mushroom = { "red_cap", 4800 }, cave_banana_tree = { "banana", 1920 },
}) do
    things[name] = function(inst)
        for tag in string.gmatch(p[4] or "", "%S+") do inst:AddTag(tag) end
        inst:AddComponent("pickable")
        local pickable = inst.components.pickable
        pickable:SetUp(p[1], p[2])
        pickable.max_cycles, pickable.cycles_left = p[3], p[3]
        pickable.remove_when_picked = p[2] == nil
    end
end
function things.flower(inst)
    inst:AddTag("flower")
    inst:AddTag("cattoy")
    inst:AddComponent("pickable")
    inst.components.pickable:SetUp("petals", nil)
    inst.components.pickable.remove_when_picked = true
end
things.flower_evil = things.flower

-- What is worked until it falls. { action, strokes, what it leaves, tags }
local works = {
    tree = { "CHOP", 10, "log log pinecone", "tree plant" }, evergreen = { "CHOP", 15, "log log log pinecone pinecone", "tree plant evergreens" },
    deciduoustree = { "CHOP", 10, "log log log", "tree plant deciduoustree birchnut" }, rock = { "MINE", 6, "rocks rocks flint", "boulder" },
    rock1 = { "MINE", 6, "rocks rocks rocks flint goldnugget", "boulder" }, rock2 = { "MINE", 6, "rocks rocks goldnugget", "boulder" }, stump = { "DIG", 1, "log", "stump" },
    mound = { "DIG", 1, "boneshard", "grave" }, wall = { "HAMMER", 3, "rocks", "wall structure" },
}
for name, w in pairs(works) do
    local loot = {}
    for prefab in string.gmatch(w[3], "%S+") do table.insert(loot, prefab) end
    local function finish(inst)
        inst.components.lootdropper:DropLoot(inst:GetPosition())
        inst:Remove()
    end
    things[name] = function(inst)
        for tag in string.gmatch(w[4], "%S+") do inst:AddTag(tag) end
        inst:AddComponent("lootdropper")
        inst.components.lootdropper:SetLoot(loot)
        inst:AddComponent("workable")
        local workable = inst.components.workable
        workable:SetWorkAction(ACTIONS[w[1]])
        workable:SetWorkLeft(w[2])
        workable:SetOnFinishCallback(finish)
    end
end

-- Boxes, beds of salt and traps.
function things.treasurechest(inst)
    inst:AddTag("structure")
    inst:AddTag("chest")
    inst:AddComponent("container")
    inst.components.container:SetNumSlots(9)
end
things.chest = things.treasurechest
function things.saltlick(inst)
    inst:AddTag("structure")
    inst:AddTag("saltlick")
    inst:AddComponent("finiteuses")
    inst.components.finiteuses:SetMaxUses(240)
    inst.components.finiteuses:SetUses(240)
end
function things.trap(inst)
    inst:AddTag("trap")
    inst:AddComponent("inventoryitem")
    inst:AddComponent("trap")
    inst.components.trap.targettag = "canbetrapped"
    inst.components.trap:Set()
end
function things.axe(inst)
    inst:AddComponent("inventoryitem")
    inst:AddComponent("weapon")
    inst.components.weapon:SetDamage(27.2)
    inst:AddComponent("tool")
    inst.components.tool:SetAction(ACTIONS.CHOP, 1)
    inst:AddComponent("equippable")
end
function things.spear(inst)
    inst:AddComponent("inventoryitem")
    inst:AddComponent("weapon")
    inst.components.weapon:SetDamage(34)
    inst:AddComponent("equippable")
end
function things.strawhat(inst)
    inst:AddTag("hat")
    inst:AddComponent("inventoryitem")
    inst:AddComponent("tradable")
    inst:AddComponent("equippable")
    inst.components.equippable.equipslot = EQUIPSLOTS.HEAD
end

return things
