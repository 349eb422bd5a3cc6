-- Queries that scripts register, trees that they start and parameters that they change.

-- Parameters of bots, of which an arena has the first three.

local names = {
	"ATTACKRANGE", "SOUNDRANGE", "FORGETTIME_TARGET",
	"SIGHTRANGE", "ACCURACY", "AGGRESION", "GROUPID", "FOVPRIMARY", "FOVSECONDARY", "COMMRANGE", "FWDSPEED", "FACTION", "COMBATCLASS", "INVISIBLE",
	"PERCEPTIONSCALE_VISUAL", "PERCEPTIONSCALE_AUDIO", "FORGETTIME_SEEK", "FORGETTIME_MEMORY", "LOOKIDLE_TURNSPEED", "LOOKCOMBAT_TURNSPEED",
	"AIM_TURNSPEED", "FIRE_TURNSPEED", "MELEE_DISTANCE", "MELEE_SHORT_DISTANCE", "MIN_ALARM_LEVEL", "PROJECTILE_LAUNCHDIST", "GRENADE_THROWDIST",
	"CAMOSCALE", "HEATSCALE", "TURNSPEED",
}

for i, name in ipairs(names) do
	_G["AIPARAM_" .. name] = i
end

function AI.ChangeParameter(id, parameter, value)
	local name = names[parameter]
	if not name then
		error("AI.ChangeParameter: found " .. tostring(parameter) .. ", wanted a number such as AIPARAM_ATTACKRANGE", 2)
	elseif type(value) ~= "number" or value < 0 then
		error("AI.ChangeParameter: found " .. tostring(value) .. ", wanted a number of at least 0", 2)
	elseif game.change_parameter(id, name, value) == false then
		game.note("AI.ChangeParameter: AIPARAM_" .. name .. " has no counterpart in an arena, and changes nothing")
	end
end

-- Trees.

function AI.StartModularBehaviorTree(id, name)
	return game.start_tree(id, name) and true or false
end

function AI.StopModularBehaviorTree(id)
	game.stop_tree(id)
end

-- Queries.

function AI.RegisterTacticalPointQuery(query)
	game.query(query)
end
