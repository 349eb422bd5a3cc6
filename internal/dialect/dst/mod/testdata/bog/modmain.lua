GLOBAL.setmetatable(env, { __index = function(_, k) return GLOBAL.rawget(GLOBAL, k) end })
local STRINGS = GLOBAL.STRINGS

PrefabFiles = { "bogtoad", "bogthings" }
Assets = { Asset("IMAGE", "images/bog.tex"), Asset("ATLAS", "images/bog.xml") }

modimport("main/tuning")
modimport("main/changes.lua")

STRINGS.NAMES.BOGTOAD = "Toad"
AddMinimapAtlas("images/bog.xml")
AddRecipe2("bogstool", { Ingredient("log", 2) }, GLOBAL.TECH.SCIENCE_ONE, { atlas = "images/bog.xml" }, { "STRUCTURES" })
AddRecipe2("bogbench", { Ingredient("log", 4) }, GLOBAL.TECH.SCIENCE_ONE)
AddClassPostConstruct("widgets/statusdisplays", function(self) self.bog = self:AddChild(1) end)
local Text = require "widgets/text"
AddModRPCHandler("bog", "croak", function() end)
