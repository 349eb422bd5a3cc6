-- All actions by name, and what they do. An action's function gets the
-- BufferedAction; what is false or nothing counts as a failure.
local native = ...

local Action = Class(function(self, data)
    for key, v in pairs(data or {}) do self[key] = v end
    self.priority = self.priority or 0
    self.instant = self.instant or false
end)
function Action:__tostring() return "Action " .. tostring(self.id) end

local ACTIONS, CODES = {}, {}
setmetatable(ACTIONS, { __index = function(t, id)
    native.unknown("ACTIONS." .. tostring(id) .. " is no action of the game", tostring(id), t)
end })

-- Without a function it fails, as a component that is not there makes it fail.
local function define(id, data)
    data.id = id
    data.fn = data.fn or function() return false end
    local action = Action(data)
    rawset(ACTIONS, id, action)
    table.insert(CODES, action)
    action.code = #CODES
end

local function has(e, name) return e ~= nil and e.components[name] or nil end

-- The component of a name: of the target, else of the thing in hand.
local function ofeither(act, name) return has(act.target, name) or has(act.invobject, name) end

-- What calls one method of a component of the target with the doer: the answer is the
-- method's.
local function calls(component, method, otherwise)
    return function(act)
        local c = has(act.target, component)
        if c == nil or c[method] == nil then return otherwise end
        return c[method](c, act.doer)
    end
end

-- The same, and it counts as done whatever the method says.
local function does(component, method)
    return function(act)
        local c = has(act.target, component)
        if c == nil or c[method] == nil then return false end
        c[method](c, act.doer)
        return true
    end
end

local function movable(e)
    local item = has(e, "inventoryitem")
    local burnable, projectile, bag = has(e, "burnable"), has(e, "projectile"), has(e, "container")
    return item ~= nil and e:HasTag("_inventoryitem") and (item.canbepickedup or item.canbepickedupalive) and not e:IsInLimbo() and
        not (burnable and burnable:IsBurning()) and not (projectile and projectile:IsThrown()) and not (bag and bag:IsOpen())
end

local function workableby(id)
    return function(act)
        local w = has(act.target, "workable")
        return w ~= nil and w:CanBeWorked() and w:GetWorkAction() == ACTIONS[id]
    end
end
local function work(id)
    return function(act)
        local w = has(act.target, "workable")
        if w == nil or not w:CanBeWorked() or w:GetWorkAction() ~= ACTIONS[id] then return false end
        local tool, worker = has(act.invobject, "tool"), has(act.doer, "worker")
        local with = tool and tool:CanDoAction(ACTIONS[id]) and tool or worker and worker:CanDoAction(ACTIONS[id]) and worker or nil
        local n = with and with:GetEffectiveness(ACTIONS[id]) or 1
        w:WorkedBy(act.doer, n)
        return true
    end
end

-- A thing of one's own goes to somebody.
local function give(act)
    local trader = has(act.target, "trader")
    if trader == nil or act.invobject == nil then return false end
    local able, why = trader:AbleToAccept(act.invobject, act.doer)
    if not able then return false, why end
    trader:AcceptGift(act.doer, act.invobject)
    return true
end
local function hand(whole)
    return function(act)
        local pockets, item = has(act.target, "inventory"), act.invobject
        if pockets == nil or item == nil then return false end
        if has(act.target, "trader") then return give(act) end
        local stack = has(item, "stackable")
        local n = whole and stack and stack:StackSize() or 1
        if pockets:CanAcceptCount(item, n) <= 0 then return false, "FULL" end
        local part = whole and item or stack and stack:Get() or item
        if has(part, "inventoryitem") and part == item then part.components.inventoryitem:RemoveFromOwner(true) end
        pockets:GiveItem(part, nil, act.doer and act.doer:GetPosition())
        return true
    end
end

local function feed(act)
    local food, eater = act.invobject, has(act.target, "eater")
    if food == nil then return false end
    if eater ~= nil and eater:CanEat(food) then
        act.target:PushEvent("feedmount", { food = food, eater = act.doer })
        return eater:Eat(food, act.doer) == true
    end
    return give(act)
end

local function store(act)
    local item, box, stewer = act.invobject, has(act.target, "container"), has(act.target, "stewer")
    if item == nil or has(item, "inventoryitem") == nil then return false end
    if box == nil then
        return has(act.target, "inventory") ~= nil and act.target.components.inventory:GiveItem(item) ~= false
    end
    if stewer and stewer:IsCooking() or not box.canbeopened and not box:IsOpenedBy(act.doer) then return false, "INUSE" end
    if not box:CanTakeItemInSlot(item) or box:IsFull() and not has(item, "stackable") then return false, "NOTALLOWED" end
    local owner = has(act.doer, "inventory")
    local out = owner and item.components.inventoryitem:IsHeldBy(act.doer) and owner:RemoveItem(item, true) or item
    box:Open(act.doer)
    local done = box:GiveItem(out, nil, nil, false)
    box:Close(act.doer)
    if not done and owner then owner:GiveItem(out) end
    return done or false
end

local function gohome(act)
    local doer, home = act.doer, act.target
    if doer == nil then return false end
    if home ~= nil then
        for _, name in ipairs({ "spawner", "childspawner", "hideout" }) do
            local c = has(home, name)
            if c then return c:GoHome(doer) end
        end
        home:PushEvent("onwenthome", { doer = doer })
        doer:Remove()
        return true
    end
    if act.pos ~= nil then
        doer:Remove()
        return true
    end
    return false
end

local function steal(act)
    local thief, target = has(act.doer, "thief"), act.target
    if thief == nil or target == nil then return false end
    local owner = has(target, "inventoryitem") and target.components.inventoryitem.owner
    if owner then return thief:StealItem(owner, target, act.attack == true) end
    if has(target, "dryer") then return target.components.dryer:DropItem() end
    if has(target, "inventory") or has(target, "container") then return thief:StealItem(target, nil, act.attack == true) end
    return false
end

local function harvest(act)
    for _, name in ipairs({ "crop", "harvestable", "stewer", "dryer", "occupiable" }) do
        local c = has(act.target, name)
        if c then return c:Harvest(act.doer) end
    end
    return false
end

local function pickup(act)
    local pockets = has(act.doer, "inventory")
    if pockets == nil or not movable(act.target) then return false end
    act.doer:PushEvent("onpickupitem", { item = act.target })
    pockets:GiveItem(act.target, nil, act.target:GetPosition())
    return true
end

local function drop(act)
    local pockets = has(act.doer, "inventory")
    if pockets == nil or act.invobject == nil then return nil end
    return pockets:DropItem(act.invobject, act.options.wholestack, false, act:GetActionPoint())
end

local function toss(act)
    local pockets = has(act.doer, "inventory")
    local item = act.invobject or pockets and pockets:GetEquippedItem(EQUIPSLOTS.HANDS)
    if item == nil and pockets then
        item = pockets:FindItem(function(it) return has(it, "complexprojectile") ~= nil end)
    end
    local c = has(item, "complexprojectile")
    if c == nil then return false end
    local to = act.target ~= nil and act.target:GetPosition() or act:GetActionPoint()
    if to == nil then return false end
    local thrown = pockets and has(item, "inventoryitem") and item.components.inventoryitem:IsHeldBy(act.doer) and pockets:DropItem(item, false) or item
    if thrown == nil then return false end
    thrown.components.complexprojectile:Launch(to, act.doer)
    return true
end

local function heal(act)
    local healer, health = has(act.invobject, "healer"), has(act.target, "health")
    if healer == nil or health == nil or health:IsDead() then return false end
    return healer:Heal(act.target, act.doer)
end

local function cattoy(act, how)
    local target, doer = act.target, act.doer
    if has(target, "cattoy") then
        target.components.cattoy:Play(doer, how == "air")
        return true
    end
    if has(target, "poppable") then
        target.components.poppable:Pop()
        return true
    end
    local combat = has(doer, "combat")
    if has(target, "health") and combat and (target:HasTag("smallcreature") or target:HasTag("bird") or target:HasTag("butterfly")) then
        combat:DoAttack(target)
        return true
    end
    if has(target, "inventoryitem") and has(doer, "inventory") and doer.components.inventory:FindItem(function() return true end) == nil then
        doer.components.inventory:GiveItem(target)
        return true
    end
    return has(target, "activatable") == nil or target.components.activatable:DoActivate(doer) ~= false
end

local function addfuel(act)
    local fueled, pockets = has(act.target, "fueled"), has(act.doer, "inventory")
    if fueled == nil or act.invobject == nil then return false end
    local fuel = pockets and pockets:RemoveItem(act.invobject) or act.invobject
    if fueled:TakeFuelItem(fuel, act.doer) then return true end
    if pockets then pockets:GiveItem(fuel) end
    return false
end

local function investigate(act)
    local places, combat = has(act.doer, "knownlocations"), has(act.doer, "combat")
    if places == nil or places:GetLocation("investigate") == nil then return nil end
    places:RememberLocation("investigate", nil)
    if combat then combat:TryRetarget() end
    return true
end

local function layegg(act)
    local p = has(act.target, "pickable")
    if p ~= nil and not p.canbepicked then p:Regen() end
    return nil
end

local function equip(act)
    local pockets = has(act.doer, "inventory")
    return pockets ~= nil and pockets:Equip(act.invobject or act.target)
end
local function unequip(act)
    local pockets, worn = has(act.doer, "inventory"), has(act.invobject, "equippable")
    if pockets == nil or worn == nil or not worn:IsEquipped() then return false end
    pockets:GiveItem(pockets:Unequip(worn.equipslot))
    return true
end

-- A fire goes out under hands or with what is in them.
local function extinguish(act)
    local burnable, fueled = has(act.target, "burnable"), has(act.target, "fueled")
    if burnable == nil or not (burnable:IsBurning() or burnable:IsSmoldering()) then return false end
    if fueled and not fueled:IsEmpty() then fueled:ChangeSection(-1) else burnable:Extinguish() end
    return true
end

local function open(act)
    local box = has(act.target, "container")
    if box == nil or not box.canbeopened then return false end
    if box:IsOpenedBy(act.doer) then box:Close(act.doer) else box:Open(act.doer) end
    return true
end

local function attack(act)
    local combat = has(act.doer, "combat")
    if combat == nil then return false end
    combat:DoAttack(act.target)
    return true
end

local always = function() return true end
local ripe = function(act)
    local p, s = has(act.target, "pickable"), has(act.target, "searchable")
    return p ~= nil and p.caninteractwith and p:CanBePicked() or s ~= nil and s.canbesearched
end

local deeds = {
    EAT = { fn = function(act)
        local food, eater = act.target or act.invobject, has(act.doer, "eater")
        if food == nil or eater == nil or has(food, "edible") == nil then return false end
        return eater:Eat(food, act.doer)
    end },
    GOHOME = { fn = gohome }, WALKTO = { fn = always }, ATTACK = { fn = attack, canforce = true, priority = 2 }, PICKUP = { fn = pickup, priority = 1 },
    STEAL = { fn = steal }, HARVEST = { fn = harvest }, DROP = { fn = drop, priority = -1 }, TOSS = { fn = toss, distance = 8 },
    PICK = { validfn = ripe, fn = function(act)
        local p, s = has(act.target, "pickable"), has(act.target, "searchable")
        if p ~= nil then
            p:Pick(act.doer)
            return true
        end
        return s ~= nil and s:Search(act.doer)
    end },
    CHOP = { validfn = workableby("CHOP"), fn = work("CHOP"), distance = 1.75 }, MINE = { validfn = workableby("MINE"), fn = work("MINE") },
    DIG = { validfn = workableby("DIG"), fn = work("DIG") }, HAMMER = { validfn = workableby("HAMMER"), fn = work("HAMMER"), priority = 3 },
    NET = { validfn = workableby("NET"), fn = work("NET"), priority = 3 },
    NUZZLE = { fn = function(act) return act.target ~= nil end }, HEAL = { fn = heal },
    ABANDON = { fn = function(act)
        local follower = has(act.target, "follower")
        if follower == nil or follower.leader ~= act.doer then return false end
        follower:StopFollowing()
        return true
    end },
    CATPLAYGROUND = { distance = 1, fn = function(act) return cattoy(act, "ground") end },
    CATPLAYAIR = { distance = 2, fn = function(act) return cattoy(act, "air") end },
    STORE = { fn = store }, BUNDLESTORE = { fn = store, instant = true }, ADDFUEL = { fn = addfuel }, ADDWETFUEL = { fn = addfuel },
    EXTINGUISH = { fn = extinguish }, SMOTHER = { fn = function(act)
        local b = has(act.target, "burnable")
        if b == nil or not b:IsSmoldering() then return false end
        b:SmotherSmolder(act.invobject or act.doer)
        return true
    end },
    GIVE = { fn = give, canforce = true }, GIVETOPLAYER = { fn = hand(false), canforce = true, priority = 3 },
    GIVEALLTOPLAYER = { fn = hand(true), canforce = true, priority = 3 }, FEED = { fn = feed }, FEEDPLAYER = { fn = feed, priority = 3 },
    CHECKTRAP = { priority = 2, fn = function(act)
        local trap = has(act.target, "trap")
        if trap == nil then return false end
        trap:Harvest(act.doer)
        return true
    end },
    TAKEITEM = { fn = function(act)
        local shelf = has(act.target, "shelf")
        if shelf == nil or shelf.itemonshelf == nil then return false end
        shelf:TakeItem(act.doer)
        return true
    end },
    RUMMAGE = { fn = open, priority = -1 }, EMPTY_CONTAINER = { fn = function(act)
        local box = has(act.target, "container")
        if box == nil then return false end
        box:DropEverything()
        return true
    end },
    POLLINATE = { fn = function(act)
        local p = has(act.doer, "pollinator")
        if p then p:Pollinate(act.target) end
        return nil
    end }, INVESTIGATE = { fn = investigate }, LAYEGG = { fn = layegg },
    HAIRBALL = { distance = 3, fn = function(act)
        if act.doer.prefab ~= "catcoon" then return false end
        if act.doer.hairball_friend_interval ~= nil then act.doer.last_hairball_time = GetTime() end
        return true
    end },
    MARK = { distance = 2, fn = calls("markable", "Mark", false) }, MAKEMOLEHILL = { distance = 0, fn = function(act)
        if act.doer.prefab ~= "mole" and act.doer.prefab ~= "molebat" then return false end
        local hill = SpawnPrefab("molehill")
        if hill == nil then return false end
        hill.Transform:SetPosition(act.doer.Transform:GetWorldPosition())
        if has(hill, "spawner") then hill.components.spawner:TakeOwnership(act.doer) end
        return true
    end },
    MOLEPEEK = { distance = 1, fn = function(act)
        act.doer:PushEvent("peek")
        return true
    end },
    STEALMOLEBAIT = { distance = 0.75, fn = function(act)
        local pockets = has(act.doer, "inventory")
        if act.doer.prefab ~= "mole" or act.target == nil or pockets == nil then return false end
        act.target.selectedasmoletarget = nil
        pockets:GiveItem(act.target)
        return true
    end },
    SUMMONGUARDIAN = { distance = 5, fn = function(act)
        local g = has(act.target, "guardian")
        if g then g:Call() end
        return nil
    end },
    HITCH = { fn = function(act)
        local who, post = has(act.doer, "hitchable"), has(act.target, "hitcher")
        if who and post and post.canbehitched then post:SetHitched(act.doer) end
        return nil
    end },
    MOUNT = { priority = 1, fn = function(act)
        local ride, rider = has(act.target, "rideable"), has(act.doer, "rider")
        if ride == nil or rider == nil or ride:IsBeingRidden() then return false end
        rider:Mount(act.target)
        return true
    end },
    ACTIVATE = { priority = 2, fn = function(act)
        local a = has(act.target, "activatable")
        if a == nil or not a:CanActivate(act.doer) then return false end
        return a:DoActivate(act.doer) ~= false
    end },
    REPAIR = { fn = function(act)
        local r = has(act.target, "repairable")
        return r ~= nil and act.invobject ~= nil and r:Repair(act.doer, act.invobject)
    end },
    PET = { fn = does("crittertraits", "OnPet") }, INTERACT_WITH = { distance = 1.5, fn = does("farmplanttendable", "TendTo") },
    PLANTWEED = { fn = function(act)
        local weed = act.doer.plantweed or act.doer.WEED
        return type(weed) == "function" and weed(act.doer, act:GetActionPoint()) or false
    end },
    ATTACKPLANT = { fn = function(act)
        local stress = has(act.target, "farmplantstress")
        if stress == nil then return false end
        stress:SetStressed("happiness", true, act.doer)
        return true
    end },
    COMMENT = { distance = 4, fn = function(act)
        local talker = has(act.doer, "npc_talker") or has(act.doer, "talker")
        local data = act.doer.comment_data
        if talker == nil or data == nil then return false end
        talker:Chatter(data.speech, 1)
        act.doer.comment_data = nil
        return nil
    end },
    SITON = { fn = calls("sittable", "SetOccupier", false) }, TILL = { distance = 0.5, fn = function(act)
        local tiller = has(act.invobject, "farmtiller") or has(act.doer, "farmtiller")
        return tiller ~= nil and tiller:Till(act:GetActionPoint(), act.doer)
    end },
    TRAVEL = { fn = function(act)
        local travel = act.target and act.target.travel_action_fn
        if travel == nil then return false end
        travel(act.doer)
        return true
    end },
    UNPIN = { fn = does("pinnable", "Unstick") }, JUMPIN = { distance = 1, fn = function(act)
        local t = has(act.target, "teleporter")
        return t ~= nil and t:IsActive() and t:Activate(act.doer)
    end },
    EQUIP = { fn = equip, instant = true }, UNEQUIP = { fn = unequip, instant = true, priority = -2 }, LOOKAT = { instant = true, fn = function(act)
        return (act.target or act.invobject) ~= nil
    end, priority = -3 },
    SLEEP = { fn = function(act)
        local s = has(act.doer, "sleeper")
        if s == nil then return false end
        s:GoToSleep()
        return true
    end },
    SLEEPIN = { fn = does("sleepingbag", "DoSleep") }, CASTSPELL = { distance = 20, fn = function(act)
        local s = has(act.invobject or act.doer, "spellcaster")
        if s == nil or not s:CanCast(act.doer, act.target, act:GetActionPoint()) then return false end
        s:CastSpell(act.target, act:GetActionPoint())
        return true
    end },
    COOK = { fn = function(act)
        local c = ofeither(act, "cookable")
        if c == nil or c.product == nil then return false end
        local owner = has(c.inst, "inventoryitem") and c.inst.components.inventoryitem:GetGrandOwner()
        local meal = SpawnPrefab(type(c.product) == "function" and c.product(c.inst) or c.product)
        if meal == nil then return false end
        meal.Transform:SetPosition(act.doer.Transform:GetWorldPosition())
        local raw = c.inst.components.stackable and c.inst.components.stackable:Get() or c.inst
        raw:Remove()
        if owner and has(owner, "inventory") then owner.components.inventory:GiveItem(meal) end
        return true
    end },
    LIGHT = { fn = function(act)
        local b = has(act.target, "burnable")
        if b == nil or b:IsBurning() then return false end
        b:Ignite(nil, act.invobject, act.doer)
        return true
    end },
    TURNON = { fn = does("machine", "TurnOn"), priority = 2 }, TURNOFF = { fn = does("machine", "TurnOff"), priority = 2 },
    MURDER = { fn = function(act)
        local prey = act.invobject or act.target
        local h = has(prey, "health")
        if h == nil then return false end
        act.doer:PushEvent("murdered", { victim = prey })
        h:Kill()
        return true
    end },
    BAIT = { fn = function(act)
        local trap = has(act.target, "trap")
        if trap == nil or act.invobject == nil then return false end
        local bait = has(act.doer, "inventory") and act.doer.components.inventory:RemoveItem(act.invobject) or act.invobject
        trap:SetBait(bait)
        return true
    end },
    DRY = { fn = function(act)
        local d = has(act.target, "dryer")
        return d ~= nil and act.invobject ~= nil and d:StartDrying(act.invobject)
    end },
    ROW = { fn = function(act) return has(act.invobject, "oar") ~= nil end, distance = 4 }, ROW_FAIL = { fn = always },
    REPAIR_LEAK = { distance = 2.5, fn = function(act)
        local leak = has(act.target, "boatleak")
        return leak ~= nil and leak:Repair(act.doer, act.invobject)
    end },
    UNPATCH = { distance = 0.5, fn = does("boatleak", "ChangeToLeak") }, RAISE_SAIL = { distance = 1.25, fn = does("mast", "UnfurlSail") },
    LOWER_SAIL_BOOST = { distance = 1.25, fn = does("mast", "AddSailFurler") }, LOWER_ANCHOR = { distance = 2.5, fn = calls("anchor", "StartLoweringAnchor", false) },
    RAISE_ANCHOR = { distance = 2.5, fn = calls("anchor", "AddAnchorRaiser", false) }, ROTATE_BOAT_CLOCKWISE = { distance = 1.5, fn = does("boatrotator", "SetRotationDirection") },
    ROTATE_BOAT_COUNTERCLOCKWISE = { distance = 1.5, fn = does("boatrotator", "SetRotationDirection") },
    ROTATE_BOAT_STOP = { distance = 1.5, fn = does("boatrotator", "SetRotationDirection") }, BOAT_CANNON_SHOOT = { distance = 1.5, fn = does("boatcannon", "Shoot") },
    OCEAN_FISHING_CAST = { distance = 5 }, OCEAN_FISHING_REEL = { distance = 5, instant = true }, OCEAN_FISHING_STOP = { instant = true }, OCEAN_FISHING_POND = {},
    OCEAN_FISHING_CATCH = {}, WATER_TOSS = { distance = 10, fn = toss }, BREAK = { fn = always }, PROP = { fn = always },
}
for id, data in pairs(deeds) do define(id, data) end

-- What only players do, and brains never: a handler of a state graph may name it.
local others = "ADDCOMPOSTABLE ADVANCE_TREE_GROWTH APPLYPRESERVATIVE ASSESSPLANTHAPPINESS ATTUNE BATHBOMB BEGIN_QUEST ABANDON_QUEST BLINK BOARDPLATFORM " ..
    "BOAT_CANNON_LOAD_AMMO BOAT_CANNON_START_AIMING BRUSH BUILD BUNDLE CARNIVALGAME_FEED CARNIVAL_HOST_SUMMON CAST_NET CAST_POCKETWATCH CASTAOE CASTSUMMON " ..
    "CASTUNSUMMON CATCH CHANGEIN CHANGE_TACKLE COMBINESTACK COMMUNEWITHSUMMONED COMPARE_WEIGHABLE CONSTRUCT CREATE DEPLOY DISMANTLE DISMOUNT DISMOUNT_PLANK DRAW " ..
    "ERASE_PAPER EXTEND_PLANK FAN FERTILIZE FILL FILL_OCEAN FISH FISH_OCEAN GIVE_TACKLESKETCH HAUNT HIDEANSEEK_FIND HITCHUP LOWER_SAIL LOWER_SAIL_FAIL MAKEBALLOON " ..
    "MIGRATE MOUNT_PLANK OCEAN_TOSS OPEN_CRAFTING PERFORM PLANT PLANTSOIL PLAY POUR_WATER POUR_WATER_GROUNDTILE READ REEL REMOTERESURRECT RESETMINE " ..
    "RETRACT_PLANK RETURN_FOLLOWER REVIVE_CORPSE REMOVE_FROM_TROPHYSCALE SADDLE SCYTHE SET_HEADING SEW SHAVE SING START_CARRAT_RACE STARTCHANNELING STEER_BOAT " ..
    "STOPCHANNELING STOP_STEERING_BOAT STOPUSINGITEM TACKLE TAKESINGLEITEM TALKTO TEACH TELEPORT TERRAFORM TOGGLE_DEPLOY_MODE UNHITCH UNLOCK UNSADDLE UNWRAP " ..
    "UPGRADE USEITEM USEITEMON USEKLAUSSACKKEY WAX WEIGH_ITEM WINTERSFEAST_FEAST WRITE"
for id in string.gmatch(others, "%S+") do define(id, {}) end


return { ACTIONS = ACTIONS, Action = Action, ACTIONS_BY_ACTION_CODE = CODES }
