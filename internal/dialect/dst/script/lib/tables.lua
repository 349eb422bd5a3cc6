-- Tables and numbers of the game that files index, for what the world here has little of: their
-- values are the game's where scripts compute with them, else any that differ.
local native = ...

-- Names with values of their own. Any other name is a number that differs from all of them, so
-- that a table which grew since then is still one.
local function numbers(first, names)
    local t, n = {}, first
    for name in string.gmatch(names, "%S+") do
        t[name] = n
        n = n + 1
    end
    return t
end
local function open(table, t)
    local n, known = 1000, {}
    for name in pairs(t) do known[name] = true end
    return setmetatable(t, { __index = function(all, name)
        if type(name) ~= "string" then return nil end
        native.nearly(table, name, known)
        n = n + 1
        rawset(all, name, n)
        return n
    end })
end
-- Names that are texts: NAME=text.
local function texts(list)
    local t = {}
    for name, text in string.gmatch(list, "(%S+)=(%S+)") do t[name] = text end
    return t
end
local function lists(names)
    local t = {}
    for name in string.gmatch(names, "%S+") do table.insert(t, name) end
    return t
end

local NON_LIFEFORM_TARGET_TAGS = lists("structure wall balloon groundspike smashable veggie")
local SOULLESS_TARGET_TAGS = lists("soulless chess shadow shadowcreature shadowminion shadowchesspiece structure wall balloon groundspike smashable veggie")

local all = {
    DEPLOYMODE = open("DEPLOYMODE", numbers(0, "NONE DEFAULT ANYWHERE TURF PLANT WALL WATER MAST CUSTOM")),
    BLENDMODE = open("BLENDMODE", numbers(0, "Disabled AlphaBlended Additive Premultiplied InverseAlpha AlphaAdditive")),
    ANIM_SORT_ORDER_BELOW_GROUND = numbers(0, "UNDERWATER BOAT_TRAIL BOAT_LIP UNUSED"),
    ANIM_SORT_ORDER = {
        OCEAN_UNDERWATER = 0, OCEAN_WAVES = 1, OCEAN_WHIRLPORTAL = 1, OCEAN_BOAT = 2, OCEAN_BOAT_BUMPERS = 3, OCEAN_SKYSHADOWS = 4,
    },
    STORM_TYPES = numbers(0, "NONE SANDSTORM MOONSTORM"), CARRAT_MUSIC_STATES = numbers(0, "NONE TRAINING RACE"),
    RATE_SCALE = numbers(0, "NEUTRAL INCREASE_HIGH INCREASE_MED INCREASE_LOW DECREASE_HIGH DECREASE_MED DECREASE_LOW"),
    WORMHOLETYPE = open("WORMHOLETYPE", numbers(0, "WORM TENTAPILLAR OCEANWHIRLPORTAL")), CHARLIERESIDUE_MAP_ACTIONS = numbers(0, "NONE WORMHOLE"),
    HUNT_ACTIONS = numbers(0, "SUCCESS PROP SLEEP"), NODE_TYPE = open("NODE_TYPE", numbers(0, "Default Blank Background Random Blocker Room BackgroundRoom SeparatedRoom")),
    HOUNDWARNINGTYPE = open("HOUNDWARNINGTYPE", numbers(0, "LVL1 LVL2 LVL3 LVL4 LVL1_WORM LVL2_WORM LVL3_WORM LVL4_WORM")), BERNIEALLEGIANCE = numbers(1, "SHADOW LUNAR"),
    BUILDMODE = numbers(0, "NONE LAND WATER"), INSPECTACLES_GAMES = open("INSPECTACLES_GAMES", numbers(0, "NONE WIRES FREE1")), MAP_SAMPLE_STYLE = open("MAP_SAMPLE_STYLE", {}),
    POSTACTIVATEHANDSHAKE = numbers(0, "NONE CTS_LOADED STC_SENDINGSTATE READY"), RESET_ACTION = open("RESET_ACTION", numbers(0, "LOAD_FRONTEND LOAD_SLOT LOAD_FILE DO_DEMO JOIN_SERVER")),
    USERFLAGS = open("USERFLAGS", { IS_GHOST = 1, IS_AFK = 2, CHARACTER_STATE_1 = 4, CHARACTER_STATE_2 = 8, IS_LOADING = 16, CHARACTER_STATE_3 = 32 }),
    VERBOSITY = numbers(0, "ERROR WARNING INFO DEBUG"), COMMAND_PERMISSION = open("COMMAND_PERMISSION", {}), FALLOFF_IDS = open("FALLOFF_IDS", {}), PostProcessorEffects = open("PostProcessorEffects", {}),
    FORGEMATERIALS = texts("LUNARPLANT=lunarplant VOIDCLOTH=voidcloth WAGPUNKBITS=wagpunk_bits"),
    EQUIPMENTSETNAMES = texts("DREADSTONE=dreadstone LUNARPLANT=lunarplant VOIDCLOTH=voidcloth"),
    TROPHYSCALE_TYPES = texts("FISH=fish OVERSIZEDVEGGIES=oversizedveggies"), LOCKTYPE = texts("DOOR=door MAXWELL=maxwell"),
    FESTIVAL_EVENTS = texts("NONE=none LAVAARENA=lavaarena QUAGMIRE=quagmire"), OCCUPANTTYPE = texts("BIRD=bird"),
    INGREDIENT_MOD = {}, INGREDIENT_MOD_LOOKUP = {},
    NAUGHTY_VALUE = {
        pigman = 3, bunnyman = 3, beefalo = 4, babybeefalo = 6, rabbit = 1, crow = 1, robin = 2, robin_winter = 2, canary = 2, butterfly = 1, smallbird = 6,
        tallbird = 2, teenbird = 2, penguin = 2, monkey = 2, mole = 1, perd = 4, catcoon = 5, lightninggoat = 3, koalefant_summer = 4, koalefant_winter = 4,
        puffin = 2, deer = 4, squid = 2,
    },
    NON_LIFEFORM_TARGET_TAGS = NON_LIFEFORM_TARGET_TAGS, SOULLESS_TARGET_TAGS = SOULLESS_TARGET_TAGS,
    -- What each building site takes: nothing.
    CONSTRUCTION_PLANS = setmetatable({}, { __index = function(t, name)
        rawset(t, name, {})
        return t[name]
    end }),
    PLAYER_SWAP_TRANSITIONS = { wonkey = { transfrom_state = "changetomonkey_pst", restore_state = "changefrommonkey_pst" } },
    LAYER_WIP_BELOW_OCEAN = 2, FINALOFFSET_MAX = 7, FINALOFFSET_MIN = -7, FADE_OUT = false, SQRT2 = math.sqrt(2), MAXUINT = 4294967295, SNOW_THRESH = 0.015,
    SANITY_MODE_INSANITY = 0, SANITY_MODE_LUNACY = 1, NUM_TRINKETS = 46, NUM_WINTERFOOD = 9, NUM_HALLOWEENCANDY = 14, NUM_HALLOWEEN_ORNAMENTS = 6,
    HALLOWEDNIGHTS_TINKET_START = 32, HALLOWEDNIGHTS_TINKET_END = 46, OCEAN_POPULATION_EDGE_DIST = 4, QUAGMIRE_USE_KLUMP = false,
    QUAGMIRE_NUM_FOOD_PREFABS = 69, QUAGMIRE_NUM_SEEDS_PREFABS = 7, QUAGMIRE_RECIPETABS = {}, MAX_VOTE_OPTIONS = 6, MAX_WRITEABLE_LENGTH = 200,
    RESOLUTION_X = 1280, RESOLUTION_Y = 720, PLAYER_CAMERA_SHOULD_SNAP_DISTANCE = 20, PLAYER_CAMERA_SHOULD_SNAP_DISTANCE_SQ = 400, SCALEMODE_FILLSCREEN = 1,
    SCREEN_FLASH_SCALING = 1, TEXT_FILTER_CTX_UNKNOWN = 0, TEXT_FILTER_CTX_CHAT = 1, TEXT_FILTER_CTX_GAME = 2, METRICS_ENABLED = false, CHEATS_ENABLED = false,
    CAN_USE_DBUI = false, HUMAN_MEAT_ENABLED = false, mod_protect_Recipe = false, IsRail = function() return false end,
    SMALLNUMBERFONT = "stint-small", UIFONT = "belisaplumilla", FONTS = {}, WHITE = { 1, 1, 1, 1 }, BLACK = { 0, 0, 0, 1 }, WET_TEXT_COLOUR = { 1, 1, 1, 1 },
}

-- What has no entries here: sets of tiles of which there is one, and what is worn, drawn, said
-- over a network or on a screen.
for name in string.gmatch([[SKIN_FX_PREFAB SKIN_SOUND_FX CLOTHING CLOTHING_SYMBOLS BEEFALO_CLOTHING BEEFALO_CLOTHING_SYMBOLS BEEFALO_HIDE_SYMBOLS HIDE_SYMBOLS
    BASE_ALTERNATE_FOR_BODY BASE_ALTERNATE_FOR_SKIRT BASE_FEET_SIZE BASE_LEGS_SIZE BASE_TORSO_TUCK ONE_PIECE_SKIRT SKIN_TYPES_THAT_RECEIVE_CLOTHING
    MAINSCREEN_HAT_LIST MAINSCREEN_TOOL_LIST MAINSCREEN_TORSO_LIST MISC_ITEMS EMOTE_ITEMS GROUND_HARD GROUND_INVISIBLETILES GROUND_NOGROUNDOVERLAYS GROUND_ROADWAYS
    TERRAFORM_IMMUNE ACTIONS_MAP_REMAP CLIENTAUTHORITATIVESETTINGS CUSTOM_RECIPETABS INSPECTACLES_GAMES_LOOKUP ROSEPOINT_CONFIGURATIONS SHARD_RPC
    SKILLTREE_EQUIPPABLE_RESTRICTED_TAGS SPECIAL_SCRAPBOOK_PAGES SPECIAL_SCRAPBOOK_PAGES_LOOKUP ShardPortals WORLD_EXTRA_EVENTS YOTB_COSTUMES PREFAB_SKINS
    PREFAB_SKINS_IDS PREFAB_SKINS_SHOULD_NOT_SELECT]], "%S+") do
    all[name] = {}
end
-- A sound for each material: none.
all.PICKUPSOUNDS = setmetatable({}, { __index = function() return "" end })

-- What a player presses, by numbers that differ.
local control = 2
for name in string.gmatch([[ATTACK INSPECT ACTION MOVE_UP MOVE_DOWN MOVE_LEFT MOVE_RIGHT ZOOM_IN ZOOM_OUT ROTATE_LEFT ROTATE_RIGHT PAUSE MAP ACCEPT CANCEL SCROLLBACK
    SCROLLFWD FORCE_INSPECT FORCE_ATTACK FORCE_TRADE FORCE_STACK MENU_MISC_1 MENU_MISC_2 CONTROLLER_ACTION CONTROLLER_ALTACTION CONTROLLER_ATTACK INVENTORY_UP
    INVENTORY_DOWN INVENTORY_LEFT INVENTORY_RIGHT INVENTORY_DROP INVENTORY_EXAMINE INVENTORY_USEONSELF INVENTORY_USEONSCENE TARGET_MODIFIER TARGET_CYCLE_BACK
    TARGET_CYCLE_FORWARD]], "%S+") do
    all["CONTROL_" .. name] = control
    control = control + 1
end
return all
