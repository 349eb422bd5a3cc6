-- Constants of the game.
local native = ...

-- Tables that take any name, because mods and newer files of the game add to them. One that is nearly a name
-- of the game is told.
local function named(table, known) return setmetatable({}, { __index = function(t, key)
    native.nearly(table, key, known)
    rawset(t, key, key)
    return key
end }) end
local function numbered(table, known)
    local n = 100 -- no tile of the arena has one of these
    return setmetatable({}, { __index = function(t, key)
        native.nearly(table, key, known)
        n = n + 1
        rawset(t, key, n)
        return n
    end })
end

local FOODTYPE = {}
for name in string.gmatch("GENERIC MEAT VEGGIE ELEMENTAL GEARS HORRIBLE INSECT SEEDS BERRY RAW BURNT NITRE ROUGHAGE WOOD GOODIES MONSTER", "%S+") do
    FOODTYPE[name] = name
end
local function foods(group, names)
    local types = {}
    for name in string.gmatch(names, "%S+") do table.insert(types, FOODTYPE[name]) end
    return { name = group, types = types }
end

local PLAYER_CAMERA_SEE_DISTANCE = 40
local constants = native.constants
local TILES = "IMPASSABLE ROAD ROCKY DIRT SAVANNA GRASS FOREST MARSH WEB WOODFLOOR CARPET CHECKER CAVE FUNGUS SINKHOLE UNDERROCK MUD BRICK TILES TRIM " ..
    "FUNGUSRED FUNGUSGREEN FUNGUSMOON DECIDUOUS DESERT_DIRT SCALE PEBBLEBEACH METEOR SHELLBEACH ARCHIVE FARMING_SOIL MONKEY_GROUND MONKEY_DOCK " ..
    "OCEAN_COASTAL OCEAN_COASTAL_SHORE OCEAN_SWELL OCEAN_ROUGH OCEAN_BRINEPOOL OCEAN_BRINEPOOL_SHORE OCEAN_HAZARDOUS OCEAN_WATERLOG"
local function closed(name, t) return setmetatable(t, constants(name)) end

return {
    PI2 = TWOPI, TILE_SCALE = 4, MAX_PHYSICS_RADIUS = 4, MAXITEMSLOTS = 15, CONTROL_PRIMARY = 0, CONTROL_SECONDARY = 1, TICKS_PER_SECOND = 30,
    PLAYER_CAMERA_SEE_DISTANCE = PLAYER_CAMERA_SEE_DISTANCE, PLAYER_CAMERA_SEE_DISTANCE_SQ = PLAYER_CAMERA_SEE_DISTANCE * PLAYER_CAMERA_SEE_DISTANCE,
    PLAYER_REVEAL_RADIUS = 30,
    FOODTYPE = closed("FOODTYPE", FOODTYPE),
    FOODGROUP = closed("FOODGROUP", {
        OMNI = foods("OMNI", "MEAT VEGGIE INSECT SEEDS GENERIC GOODIES"), VEGETARIAN = foods("VEGETARIAN", "VEGGIE SEEDS GENERIC GOODIES"),
        BEARGER = foods("BEARGER", "MEAT VEGGIE BERRY GENERIC"), MOOSE = foods("MOOSE", "MEAT VEGGIE SEEDS"),
        BERRIES_AND_SEEDS = foods("BERRIES_AND_SEEDS", "SEEDS BERRY"),
    }),
    EQUIPSLOTS = closed("EQUIPSLOTS", { HANDS = "hands", HEAD = "head", BODY = "body", BEARD = "beard" }),
    ORDERS = closed("ORDERS", { NONE = 0, HOLD = 1, WARN = 2, ATTACK = 3 }),
    PLAYERSTUNLOCK = { OFTEN = 1, SOMETIMES = 2, RARELY = 3, NEVER = 4 },
    SEASONS = closed("SEASONS", { AUTUMN = "autumn", WINTER = "winter", SPRING = "spring", SUMMER = "summer" }),
    COLLISION = closed("COLLISION", {
        GROUND = 32, BOAT_LIMITS = 64, LAND_OCEAN_LIMITS = 128, LIMITS = 192, WORLD = 224, ITEMS = 256, OBSTACLES = 512, CHARACTERS = 1024, FLYERS = 2048,
        SANITY = 4096, SMALLOBSTACLES = 8192, GIANTS = 16384,
    }),
    FACING_RIGHT = 0, FACING_UP = 1, FACING_LEFT = 2, FACING_DOWN = 3, FACING_UPRIGHT = 4, FACING_UPLEFT = 5, FACING_DOWNRIGHT = 6, FACING_DOWNLEFT = 7,
    FACING_NONE = 8,
    LAYER_BACKDROP = 0, LAYER_BELOW_OCEAN = 1, LAYER_BELOW_GROUND = 2, LAYER_GROUND = 3, LAYER_BACKGROUND = 4, LAYER_WORLD_BACKGROUND = 5, LAYER_WORLD = 6,
    WORLD_SPECIAL_EVENT = "none", EXIT_DESTINATION = closed("EXIT_DESTINATION", { WATER = 1, LAND = 2 }),
    SPECIAL_EVENTS = closed("SPECIAL_EVENTS", {
        NONE = "none", HALLOWED_NIGHTS = "hallowed_nights", WINTERS_FEAST = "winters_feast", CARNIVAL = "crow_carnival", YOTG = "year_of_the_gobbler",
        YOTV = "year_of_the_varg", YOTP = "year_of_the_pig", YOTC = "year_of_the_carrat", YOTB = "year_of_the_beefalo", YOT_CATCOON = "year_of_the_catcoon",
        YOTR = "year_of_the_bunnyman", YOTD = "year_of_the_dragonfly",
    }),
    ANIM_ORIENTATION = numbered("ANIM_ORIENTATION", "BillBoard OnGround OnGroundFixed"),
    CAMERASHAKE = numbered("CAMERASHAKE", "FULL SIDE VERTICAL"),
    DEPLOYSPACING = numbered("DEPLOYSPACING", "DEFAULT MEDIUM LESS NONE PLACER_DEFAULT LARGE"), CHATPRIORITIES = numbered(), OCEAN_DEPTH = numbered(),
    FARM_PLANT_STRESS = numbered(), GROUND = numbered("GROUND", TILES), WORLD_TILES = numbered("WORLD_TILES", TILES), ANCHOR_MIDDLE = 0,
    DEPLOYSPACING_RADIUS = setmetatable({}, { __index = function() return 1 end }),
    CHARACTER_INGREDIENT = named("CHARACTER_INGREDIENT", "HEALTH MAX_HEALTH SANITY MAX_SANITY OLDAGE"), CHARACTER_INGREDIENT_SEG = 5,
    TECH_INGREDIENT = named(), MINIGAMES = named(), FOLLOWERTYPE = named(),
    MATERIALS = named("MATERIALS", "WOOD STONE HAY THULECITE GEM GEARS MOONROCK ICE SCULPTURE FOSSIL MOON_ALTAR DREADSTONE"),
    FUELTYPE = named("FUELTYPE", "BURNABLE USAGE MAGIC CAVE NIGHTMARE ONEMANBAND PIGTORCH CHEMICAL WORMLIGHT LIGHTER"),
    TOOLACTIONS = named("TOOLACTIONS", "CHOP MINE HAMMER DIG NET PLAY UNSADDLE REACH_HIGH SCYTHE"), SHADOWTHRALL_PARTS = named(),
    UPGRADETYPES = named("UPGRADETYPES", "DEFAULT SPIDER WATERPLANT MAST CHEST"), SPELLTYPES = named(), TENDENCY = named(),
    TALKINGFONT = "talkingfont", TALKINGFONT_WORMWOOD = "talkingfont_wormwood", TALKINGFONT_HERMIT = "talkingfont_hermit",
    TALKINGFONT_TRADEIN = "talkingfont_tradein", DEFAULTFONT = "opensans",
}
