-- Functions of the game that change the world or look at it, and structures of data that files
-- of creatures are written with.
local native = ...

local function nothing() end
local function component(inst, name) return inst.components[name] or inst:AddComponent(name) end

-- Numbers and points.
local function UnitRand() return math.random() * 2 - 1 end
local function CalculateFiveRadius(density) return math.sqrt(160 / density / PI) end
local function Vec3Util_DistSq(ax, ay, az, bx, by, bz)
    local dx, dy, dz = ax - bx, ay - by, az - bz
    return dx * dx + dy * dy + dz * dz
end
local function DistPointToSegmentXYSq(p, a, b)
    local dx, dy = b.x - a.x, b.y - a.y
    local long = dx * dx + dy * dy
    local t = long > 0 and math.max(0, math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / long)) or 0
    local ex, ey = p.x - a.x - t * dx, p.y - a.y - t * dy
    return ex * ex + ey * ey
end
local function IsWithinAngle(position, forward, width, other)
    local to = other - position
    if to:LengthSq() == 0 then return true end
    local x, z = forward.x, forward.z
    return math.abs(anglediff(math.atan2(to.z, to.x) * RADIANS, math.atan2(z, x) * RADIANS)) * DEGREES <= width / 2
end
-- The side of a regular figure around a point that is nearest to another point.
local function GetCircleEdgeSnapTransform(segments, radius, base, pt, angle)
    local step = 360 / segments
    local toward = math.atan2(pt.z - base.z, pt.x - base.x) * RADIANS - (angle or 0)
    local snapped = (math.floor(toward / step + 0.5) * step + (angle or 0)) * DEGREES
    return Vector3(base.x + math.cos(snapped) * radius, 0, base.z + math.sin(snapped) * radius), -snapped * RADIANS
end
local function convexHull(points)
    local sorted = {}
    for _, p in ipairs(points) do table.insert(sorted, p) end
    table.sort(sorted, function(a, b) return a.x < b.x or a.x == b.x and a.y < b.y end)
    local function turn(o, a, b) return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x) end
    local hull = {}
    local function half(from, to, by)
        local least = #hull + 1
        for i = from, to, by do
            while #hull > least and turn(hull[#hull - 1], hull[#hull], sorted[i]) <= 0 do table.remove(hull) end
            table.insert(hull, sorted[i])
        end
        table.remove(hull)
    end
    if #sorted < 3 then return sorted end
    half(1, #sorted, 1)
    half(#sorted, 1, -1)
    return hull
end
local function RGB(r, g, b) return { r / 255, g / 255, b / 255, 1 } end

-- Lists.
local function FlattenTree(tree, unique)
    local list, known = {}, {}
    local function add(t)
        for _, v in pairs(t) do
            if type(v) == "table" and not (v.is_a and v:is_a(Prefab)) then
                add(v)
            elseif not (unique and known[v]) then
                known[v] = true
                table.insert(list, v)
            end
        end
    end
    add(tree)
    return list
end
local function sortedKeys(dict)
    local keys = {}
    for k in pairs(dict) do table.insert(keys, k) end
    table.sort(keys)
    return keys
end
local function ipairs_reverse(t)
    local i = #t + 1
    return function()
        i = i - 1
        if i > 0 then return i, t[i] end
    end
end
local function StringContainsAnyInArray(input, array)
    for _, pattern in ipairs(array) do
        if string.find(input, pattern) then return true end
    end
    return false
end

-- A value for each cell of a rectangle.
local DataGrid = Class(function(self, width, height) self.grid, self.width, self.height = {}, width, height end)
function DataGrid:Width() return self.width end
function DataGrid:Height() return self.height end
function DataGrid:GetIndex(x, y) return y * self.width + x end
function DataGrid:GetXYFromIndex(index) return index % self.width, math.floor(index / self.width) end
function DataGrid:GetDataAtPoint(x, y) return self.grid[y * self.width + x] end
function DataGrid:SetDataAtPoint(x, y, v) self.grid[y * self.width + x] = v end
function DataGrid:GetDataAtIndex(index) return self.grid[index] end
function DataGrid:SetDataAtIndex(index, v) self.grid[index] = v end
function DataGrid:Save() return self.grid end
function DataGrid:Load(grid) self.grid = grid or {} end

-- A list whose entries know the next one.
local LinkedList = Class(function(self) self.head, self.tail = nil, nil end)
function LinkedList:Append(v)
    local node = { data = v, _prev = self.tail }
    if self.tail then self.tail._next = node else self.head = node end
    self.tail = node
    return v
end
function LinkedList:Remove(v)
    local node = self.head
    while node do
        if node.data == v then
            if node._prev then node._prev._next = node._next else self.head = node._next end
            if node._next then node._next._prev = node._prev else self.tail = node._prev end
            return true
        end
        node = node._next
    end
    return false
end
function LinkedList:Head() return self.head and self.head.data end
function LinkedList:Tail() return self.tail and self.tail.data end
function LinkedList:Clear() self.head, self.tail = nil, nil end
function LinkedList:Count()
    local n, node = 0, self.head
    while node do n, node = n + 1, node._next end
    return n
end
function LinkedList:Iterator()
    return { _list = self, _current = nil, Current = function(it) return it._current and it._current.data end, Next = function(it)
        if it._current == nil then it._current = it._list.head else it._current = it._current._next end
        return it._current and it._current.data
    end, RemoveCurrent = function(it) return it._current and it._list:Remove(it._current.data) end }
end

-- Setters of one object of a class that has setters: in "_" each has a pair of value and setter.
local function setter(t, k, fn)
    local fields = rawget(t, "_")
    if fields == nil then error("the class of the object has no setters", 3) end
    if fields[k] == nil then
        fields[k] = { t[k], fn }
        rawset(t, k, nil)
    else
        fields[k][2] = fn
    end
end
local function addsetter(t, k, fn) setter(t, k, fn) end
local function makereadonly(t, k)
    setter(t, k, function(_, v, old)
        if v ~= old then error("the field " .. tostring(k) .. " is read-only", 3) end
    end)
end
local function removesetter(t, k)
    local fields = rawget(t, "_")
    if fields == nil or fields[k] == nil then return end
    local v = fields[k][1]
    fields[k] = nil
    rawset(t, k, v)
end

-- An entity whose fields another table goes before.
local function EntityScriptProxy(inst)
    return setmetatable({ inst = inst }, { __index = function(_, key) return inst[key] end })
end

-- What is where.
local function GetWorld() return TheWorld end
local function GetStackSize(inst)
    local stack = inst.components.stackable
    return stack and stack:StackSize() or 1
end
local function LookupPlayerInstByUserID(userid)
    for _, player in ipairs(AllPlayers) do
        if rawget(player, "userid") == userid then return player end
    end
end
local function IsRecipeValid(name) return GetValidRecipe(name) ~= nil end
local function IsTechIngredient(kind)
    for _, v in pairs(TECH_INGREDIENT) do
        if v == kind then return true end
    end
    return false
end
local function GetAllActiveEvents(event, extra)
    local all = {}
    if event ~= nil and event ~= SPECIAL_EVENTS.NONE then all[event] = true end
    for name in pairs(extra or {}) do all[name] = true end
    return all
end
local function ShouldEntitySink(inst)
    if inst:IsInLimbo() then return false end
    local item = inst.components.inventoryitem
    if item ~= nil and item.owner ~= nil then return false end
    local x, y, z = inst.Transform:GetWorldPosition()
    return not TheWorld.Map:IsPassableAtPoint(x, y, z)
end
-- What it holds is left behind; what cannot be made again is put back on land.
local function SinkEntity(inst)
    if not inst:IsValid() then return end
    for _, name in ipairs({ "inventory", "container" }) do
        local held = inst.components[name]
        if held ~= nil and held.DropEverything then held:DropEverything() end
    end
    if inst:HasTag("irreplaceable") then
        local x, _, z = inst.Transform:GetWorldPosition()
        inst.Transform:SetPosition(native.inside(x, z))
        return
    end
    inst:Remove()
end
local function DestroyEntity(ent, destroyer, kill, remove)
    if not ent:IsValid() then return end
    local c = ent.components
    if c.workable ~= nil and c.workable:CanBeWorked() and c.workable.action ~= ACTIONS.NET then
        c.workable:Destroy(destroyer)
    elseif c.pickable ~= nil and c.pickable:CanBePicked() then
        c.pickable:Pick(destroyer)
    elseif kill and c.health ~= nil and not c.health:IsDead() then
        c.health:Kill()
    elseif remove then
        ent:Remove()
    end
end
local function LaunchAndClearArea(inst, radius, basespeed, speedmult, startheight, startradius)
    local x, y, z = inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, radius, nil, { "INLIMBO" })) do
        if e ~= inst and e:IsValid() then
            if e.components.workable ~= nil then
                DestroyEntity(e, inst)
            elseif e.components.inventoryitem ~= nil then
                Launch2(e, inst, basespeed, speedmult, startheight, startradius)
            end
        end
    end
end
local function HandleDugGround() end

-- Bodies that pass each other for a time, as the state says that they are in.
local function memory(inst) return inst.sg ~= nil and inst.sg.mem or {} end
local function ToggleOffCharacterCollisions(inst)
    memory(inst).ischaracterpassthrough = true
    if inst.Physics then inst.Physics:SetCollides(false) end
end
local function ToggleOnCharacterCollisions(inst)
    memory(inst).ischaracterpassthrough = nil
    if inst.Physics then inst.Physics:SetCollides(true) end
end
local function ToggleOffAllObjectCollisions(inst)
    memory(inst).isobstaclepassthrough = true
    ToggleOffCharacterCollisions(inst)
end
local function ToggleOnAllObjectCollisionsAt(inst, x, z)
    memory(inst).isobstaclepassthrough = nil
    if inst.Physics then inst.Physics:Teleport(x, 0, z) else inst.Transform:SetPosition(x, 0, z) end
    ToggleOnCharacterCollisions(inst)
end

-- Boats, of which there are none: who stands on none is nowhere near an edge.
local function GetAngleFromBoat(boat, x, z)
    if boat == nil then return nil end
    local bx, _, bz = boat.Transform:GetWorldPosition()
    return math.atan2(z - bz, x - bx)
end
local function SnapToBoatEdge(inst, boat, pt)
    if boat == nil then return end
    local hull = boat.components.boatringdata
    local at = pt or inst:GetPosition()
    local p = GetCircleEdgeSnapTransform(hull ~= nil and hull.segments or 8, boat:GetPhysicsRadius(4), boat:GetPosition(), at, 0)
    inst.Transform:SetPosition(p:Get())
end

-- A thing that is carried, and makes another where it is put up.
local function MakeDeployableKitItem(name, prefab_to_deploy, bank, build, anim, assets, floatable_data, tags, burnable, deployable_data, stack_size, PostMasterSimfn)
    local function put(inst, pt)
        local made = SpawnPrefab(prefab_to_deploy)
        if made ~= nil then made.Transform:SetPosition(pt:Get()) end
        if inst.components.stackable then inst.components.stackable:Get():Remove() else inst:Remove() end
    end
    local function fn()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        inst.entity:AddAnimState()
        inst.entity:AddNetwork()
        MakeInventoryPhysics(inst)
        for _, tag in ipairs(tags or {}) do inst:AddTag(tag) end
        inst:AddComponent("inspectable")
        inst:AddComponent("inventoryitem")
        inst:AddComponent("deployable").ondeploy = put
        if deployable_data ~= nil and deployable_data.deploymode ~= nil then inst.components.deployable:SetDeployMode(deployable_data.deploymode) end
        if stack_size ~= nil then
            inst:AddComponent("stackable")
            inst.components.stackable.maxsize = stack_size
        end
        if burnable ~= nil then
            MakeSmallBurnable(inst)
            MakeSmallPropagator(inst)
        end
        if PostMasterSimfn ~= nil then PostMasterSimfn(inst) end
        return inst
    end
    return Prefab(name, fn, assets)
end

-- What ghosts haunt.
local function haunted(inst, cooldown, value, fn)
    local h = component(inst, "hauntable")
    h.cooldown = cooldown or 5
    if value then h:SetHauntValue(value) end
    h:SetOnHauntFn(fn)
end
local function MakeHauntableWorkAndIgnite(inst, work_chance, ignite_chance, cooldown, work_haunt_value, ignite_haunt_value)
    haunted(inst, cooldown, nil, function() return false end)
end
local function MakeHauntablePerish(inst, perishpct, chance, cooldown, haunt_value)
    haunted(inst, cooldown or 3, haunt_value, function(it)
        local p = it.components.perishable
        if p == nil or math.random() > (chance or 1) then return false end
        p:ReducePercent(perishpct or 0.3)
        return true
    end)
end
local function MakeHauntableFreeze(inst, chance, cooldown, haunt_value)
    haunted(inst, cooldown, haunt_value, function(it)
        local f = it.components.freezable
        if f == nil or math.random() > (chance or 0.5) then return false end
        f:AddColdness(0.25)
        return true
    end)
end

return {
    addsetter = addsetter, makereadonly = makereadonly, removesetter = removesetter, UnitRand = UnitRand, CalculateFiveRadius = CalculateFiveRadius, Vec3Util_DistSq = Vec3Util_DistSq, DistPointToSegmentXYSq = DistPointToSegmentXYSq,
    IsWithinAngle = IsWithinAngle, GetCircleEdgeSnapTransform = GetCircleEdgeSnapTransform, convexHull = convexHull, RGB = RGB, FlattenTree = FlattenTree,
    sortedKeys = sortedKeys, ipairs_reverse = ipairs_reverse, StringContainsAnyInArray = StringContainsAnyInArray, DataGrid = DataGrid, LinkedList = LinkedList,
    EntityScriptProxy = EntityScriptProxy, GetWorld = GetWorld, GetPlayer = nothing, ConsoleCommandPlayer = function() return AllPlayers[1] end, GetStackSize = GetStackSize,
    LookupPlayerInstByUserID = LookupPlayerInstByUserID, IsRecipeValid = IsRecipeValid, IsTechIngredient = IsTechIngredient, GetAllActiveEvents = GetAllActiveEvents,
    ShouldEntitySink = ShouldEntitySink, SinkEntity = SinkEntity, DestroyEntity = DestroyEntity, LaunchAndClearArea = LaunchAndClearArea, HandleDugGround = HandleDugGround,
    ToggleOffCharacterCollisions = ToggleOffCharacterCollisions, ToggleOnCharacterCollisions = ToggleOnCharacterCollisions,
    ToggleOffAllObjectCollisions = ToggleOffAllObjectCollisions, ToggleOnAllObjectCollisionsAt = ToggleOnAllObjectCollisionsAt, GetAngleFromBoat = GetAngleFromBoat,
    SnapToBoatEdge = SnapToBoatEdge, MakeDeployableKitItem = MakeDeployableKitItem, MakeHauntableWorkAndIgnite = MakeHauntableWorkAndIgnite,
    MakeHauntablePerish = MakeHauntablePerish, MakeHauntableFreeze = MakeHauntableFreeze, FindVirtualOceanEntity = nothing, GetOceanDepthAtPosition = nothing,
    GetClosestNode = nothing, GrabSubGraphAroundNode = function() return {} end, GetFiveRadius = nothing, GetFarmTillSpacing = function() return 1.25 end,
    FindCharlieRezSpotFor = function(inst) return inst.Transform:GetWorldPosition() end,
    ControllerReticle_Blink_GetPosition = function(player) return player:GetPosition() end,
}
