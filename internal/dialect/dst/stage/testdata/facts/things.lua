-- Food, things and actions. See facts_test.go.
local function graph(inst, states, handlers)
    local list = {}
    for _, s in ipairs(states) do table.insert(list, State(s)) end
    return StateGraphInstance.Begin(inst, StateGraph("test", list, {}, states[1].name, handlers))
end
local function food(kind)
    return spawn(function(e)
        e.entity:AddTransform()
        e:AddComponent("edible")
        e.components.edible.foodtype = kind
    end)
end
local function told(inst, said, ...)
    for _, event in ipairs({ ... }) do
        inst:ListenForEvent(event, function() table.insert(said, event) end)
    end
end
-- An action that says whether it failed or not.
local function act(inst, target, action, said)
    local ba = BufferedAction(inst, target, action)
    ba:AddSuccessAction(function() table.insert(said, "success") end)
    ba:AddFailAction(function() table.insert(said, "fail") end)
    return ba
end

fact("eater-answers-nil", function(inst)
    local eater = inst.components.eater
    eater:SetDiet({ FOODTYPE.VEGGIE })
    equal(eater:CanEat(food("MEAT")), nil)
    equal(eater:CanEat(food("VEGGIE")), true)
    equal(eater:Eat(food("MEAT")), nil)
    eater:SetDiet({ FOODGROUP.OMNI })
    equal(eater:CanEat(food("MEAT")), true)
    equal(eater:CanEat(food("WOOD")), nil)
    equal(eater:CanEat(nil), nil)
end)

fact("eater-order", function(inst)
    local said, meat = {}, food("MEAT")
    inst.components.health:DoDelta(-20)
    inst.components.hunger:DoDelta(-20)
    told(inst, said, "healthdelta", "hungerdelta", "oneat")
    told(meat, said, "oneaten", "onremove")
    equal(inst.components.eater:Eat(meat), true)
    equal(table.concat(said, " "), "healthdelta hungerdelta oneat oneaten onremove")
    equal(meat:IsValid(), false)
end, { class = "health: 100" })

fact("eater-last", function(inst)
    local eater = inst.components.eater
    equal(eater:TimeSinceLastEating(), nil)
    equal(eater:HasBeen(10), true)
    eater:Eat(food("MEAT"))
    equal(eater:TimeSinceLastEating(), 0)
    equal(eater:HasBeen(10), false)
end)

fact("edible-tag", function()
    local e = food("MEAT")
    equal(e:HasTag("edible_MEAT"), true)
    equal(e:HasTag("edible_GENERIC"), false)
    e.components.edible.foodtype = "VEGGIE"
    equal(e:HasTag("edible_MEAT"), false)
    equal(e:HasTag("edible_VEGGIE"), true)
    equal(e:HasTag("badfood"), false)
    e.components.edible.healthvalue = -1
    equal(e:HasTag("badfood"), true)
end)

fact("work-order", function(inst)
    local said = {}
    local thing = spawn(function(e)
        e:AddComponent("workable")
        e.components.workable:SetWorkLeft(3)
    end)
    told(inst, said, "working", "finishedwork")
    told(thing, said, "worked", "workfinished")
    equal(thing:HasTag("CHOP_workable"), true)
    thing.components.workable:WorkedBy(inst)
    equal(table.concat(said, " "), "working worked")
    equal(thing.components.workable:GetWorkLeft(), 2)
    thing.components.workable:Destroy(inst)
    equal(table.concat(said, " "), "working worked working worked workfinished finishedwork")
    equal(thing:HasTag("CHOP_workable"), false)
    equal(thing:IsValid(), true)
end)

fact("trade-test", function(inst, other)
    inst:AddComponent("trader")
    local trader = inst.components.trader
    equal(trader:IsTryingToTradeWithMe(other), false)
    other.bufferedaction = BufferedAction(other, inst, ACTIONS.GIVE)
    equal(trader:IsTryingToTradeWithMe(other), true)
    other.bufferedaction = BufferedAction(other, inst, ACTIONS.FEED)
    equal(trader:IsTryingToTradeWithMe(other), false)
end)

fact("action-no-handler", function(inst, other)
    local said = {}
    graph(inst, { { name = "a" } })
    told(inst, said, "performaction")
    inst:PushBufferedAction(act(inst, other, ACTIONS.PICKUP, said))
    equal(table.concat(said, " "), "performaction fail")
    equal(inst:GetBufferedAction(), nil)
end)

fact("action-nil-state", function(inst, other)
    local said = {}
    graph(inst, { { name = "a" } }, { ActionHandler(ACTIONS.PICKUP, function() return nil end) })
    told(inst, said, "performaction")
    inst:PushBufferedAction(act(inst, other, ACTIONS.PICKUP, said))
    equal(table.concat(said, " "), "performaction fail")
    equal(inst:GetBufferedAction(), nil)
end)

fact("action-walkto", function(inst, other)
    local said = {}
    graph(inst, { { name = "a" } })
    told(inst, said, "performaction")
    inst:PushBufferedAction(act(inst, other, ACTIONS.WALKTO, said))
    equal(table.concat(said, " "), "performaction success")
    equal(inst.sg.currentstate.name, "a")
end)

fact("action-same-again", function(inst)
    local said, entered, meat = {}, 0, food("MEAT")
    graph(inst, { { name = "a", tags = { "idle" } }, { name = "eat", tags = { "busy" }, onenter = function() entered = entered + 1 end } },
        { ActionHandler(ACTIONS.EAT, "eat") })
    local first = act(inst, meat, ACTIONS.EAT, said)
    inst:PushBufferedAction(first)
    equal(entered, 1)
    inst:PushBufferedAction(act(inst, meat, ACTIONS.EAT, said))
    equal(entered, 1)
    equal(#said, 0)
    equal(inst:GetBufferedAction(), first)
end)

fact("action-target-gone", function(inst)
    local said, meat = {}, food("MEAT")
    graph(inst, { { name = "a", tags = { "idle" } }, { name = "eat", tags = { "busy" } } }, { ActionHandler(ACTIONS.EAT, "eat") })
    told(inst, said, "performaction", "actionfailed")
    inst:PushBufferedAction(act(inst, meat, ACTIONS.EAT, said))
    meat:Remove()
    inst:PerformBufferedAction()
    table.sort(said)
    equal(table.concat(said, " "), "actionfailed fail performaction")
    equal(inst:GetBufferedAction(), nil)
end)

fact("action-nil-result", function(inst)
    local said = {}
    local flower = spawn(function(e) e:AddTag("flower") end)
    inst:AddComponent("pollinator")
    equal(act(inst, flower, ACTIONS.POLLINATE, said):Do(), nil)
    equal(table.concat(said, " "), "fail")
    equal(inst.components.pollinator:CanPollinate(flower), false)
end)

fact("action-owner-changed", function(inst, other)
    local item = spawn(function(e)
        e.entity:AddTransform()
        e:AddComponent("inventoryitem")
    end)
    local ba = BufferedAction(inst, item, ACTIONS.PICKUP)
    equal(ba:IsValid(), true)
    equal(other.components.inventory:GiveItem(item), 1)
    equal(item.components.inventoryitem:GetGrandOwner(), other)
    equal(item:IsInLimbo(), true)
    equal(ba:IsValid(), false)
end)

fact("action-nil-target", function(inst)
    local said = {}
    local ba = act(inst, nil, ACTIONS.EAT, said)
    equal(ba:IsValid(), true)
    equal(ba:Do(), false)
    equal(table.concat(said, " "), "fail")
    raises(function() BufferedAction(inst, nil, nil) end)
end)

-- What the arena shows of it.

fact("things-taken-show", function(inst)
    local berry
    at(11, function()
        berry = FindEntity(inst, 60, nil, { "berries" })
        equal(berry.components.edible.foodtype, "VEGGIE")
        equal(berry.components.edible.secondaryfoodtype, "BERRY")
        equal(berry:HasTag("edible_BERRY"), true)
        equal(berry.components.combat, nil)
        inst.components.inventory:GiveItem(berry)
        equal(FindEntity(inst, 60, nil, { "berries" }, { "INLIMBO" }), nil)
    end)
    at(13, function()
        equal(FindEntity(inst, 60, nil, { "berries" }, { "INLIMBO" }), nil)
        equal(inst.components.inventory:NumItems(), 1)
        inst.components.inventory:DropItem(berry)
        equal(FindEntity(inst, 60, nil, { "berries" }, { "INLIMBO" }), berry)
    end)
    at(15, function()
        equal(FindEntity(inst, 60, nil, { "berries" }, { "INLIMBO" }), berry)
        near(math.sqrt(berry:GetDistanceSqToInst(inst)), 0, 0.1)
        berry:Remove()
        equal(FindEntity(inst, 60, nil, { "berries" }), nil)
    end)
    at(60, function()
        local again = FindEntity(inst, 60, nil, { "berries" })
        equal(again ~= nil and again ~= berry, true)
    end)
end, { scene = "items: [ { kind: berries, count: 1, respawn: 1s } ]", class = "cargo: 2" })

fact("things-felled", function(inst)
    local tree = FindEntity(inst, 60, nil, { "CHOP_workable" })
    equal(tree.prefab, "evergreen")
    for _ = 1, 15 do BufferedAction(inst, tree, ACTIONS.CHOP):Do() end
    equal(tree:IsValid(), false)
    equal(#TheSim:FindEntities(30, 0, 30, 100, { "_inventoryitem" }), 5)
    at(20, function() equal(#TheSim:FindEntities(30, 0, 30, 100, { "log" }), 3) end)
end, { scene = "items: [ { kind: evergreen, count: 1 }, { kind: log, count: 0, spare: 3 } ]" })

fact("things-tags-of-the-scene", function(inst)
    local e = FindEntity(inst, 60, nil, { "shiny" })
    equal(e.prefab, "gem")
    equal(e:HasTag("edible_WOOD"), false)
    equal(e.components.edible.foodtype, "MEAT")
    equal(FindEntity(inst, 60, nil, { "dull" }), nil)
end, { scene = "items: [ { kind: gem, count: 1, food: 0.5, tags: [shiny, edible_MEAT] } ]" })
