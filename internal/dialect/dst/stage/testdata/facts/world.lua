-- The state of the world, and who watches it. See facts_test.go.

fact("world-defaults", function()
	local s = TheWorld.state
	equal(s.phase, "day")
	equal(s.isday, true)
	equal(s.isnight, false)
	equal(s.season, "autumn")
	equal(s.isautumn, true)
	equal(s.remainingdaysinseason, 10)
	equal(s.temperature, 35)
	equal(s.moonphase, "new")
	equal(s.israining, false)
	equal(s.nightmarephase, "none")
	equal(s.cycles, 0)
	equal(s.winterlength, 15)
	equal(TheWorld:HasTag("forest"), true)
end)

-- Notes each change of these parts of the state.
local function watch(inst, names)
	local heard = {}
	for _, name in ipairs(names) do
		inst:WatchWorldState(name, function(who, ...)
			equal(who, inst)
			table.insert(heard, select("#", ...) == 0 and name or name .. "=" .. tostring(...))
		end)
	end
	return heard
end

fact("world-dusk-order", function(inst)
	local heard = watch(inst, { "startday", "stopday", "startdusk", "stopdusk", "isnight", "isdusk", "isday", "iscavedusk", "iscaveday", "cavephase", "phase" })
	local told = {}
	inst:ListenForEvent("phasechanged", function(_, phase) table.insert(told, phase .. #heard) end, TheWorld)
	at(28, function() equal(#heard, 0) end)
	at(50, function()
		equal(table.concat(heard, " "), "phase=dusk isday=false stopday isdusk=true startdusk cavephase=dusk iscaveday=false iscavedusk=true")
		equal(table.concat(told, " "), "dusk8")
	end)
end, { scene = "day: { length: 24s, start: 17, dawn: 6, dusk: 20 }" })

fact("world-fullmoon", function(inst)
	local heard = watch(inst, { "isfullmoon", "startfullmoon", "stopfullmoon" })
	equal(TheWorld.state.moonphase, "full")
	equal(TheWorld.state.isfullmoon, false)
	at(80, function()
		equal(TheWorld.state.phase, "night")
		equal(TheWorld.state.isfullmoon, true)
		equal(table.concat(heard, " "), "isfullmoon=true startfullmoon startfullmoon")
	end)
end, { scene = "day: { length: 24s, start: 18, dawn: 6, dusk: 20 }\nnature: { moon: full }" })

fact("world-watch-start", function(inst, other)
	local n, of = nil, nil
	inst:WatchWorldState("startday", function(...) n, of = select("#", ...), ... end)
	local gone = function() error("it does not watch any more") end
	inst:WatchWorldState("startday", gone)
	inst:StopWatchingWorldState("startday", gone)
	other:WatchWorldState("startday", gone)
	other:Remove()
	at(100, function()
		equal(TheWorld.state.isday, true)
		equal(n, 1)
		equal(of, inst)
	end)
end, { scene = "day: { length: 24s, start: 5, dawn: 6, dusk: 20 }" })

fact("world-in-caves", function(inst)
	local s = TheWorld.state
	equal(s.phase, "night")
	equal(s.isday, false)
	equal(s.isnight, true)
	equal(s.cavephase, "day")
	equal(s.iscaveday, true)
	equal(TheWorld:HasTag("cave"), true)
	local heard = watch(inst, { "phase", "isnight", "startcavedusk", "startdusk" })
	at(60, function() equal(table.concat(heard, " "), "startcavedusk") end)
end, { scene = "day: { length: 24s, start: 17, dawn: 6, dusk: 20 }\nnature: { cave: true }" })

fact("world-of-a-scene", function()
	local s = TheWorld.state
	equal(s.season .. tostring(s.iswinter) .. s.remainingdaysinseason .. " " .. s.winterlength, "wintertrue3 8")
	equal(s.precipitation .. tostring(s.issnowing) .. tostring(s.israining) .. tostring(s.issnowcovered), "snowtruefalsetrue")
	equal(s.temperature, -5)
	equal(s.nightmarephase .. tostring(s.isnightmarewild), "wildtrue")
	equal(SpringCombatMod(3), 3)
end, { scene = "nature: { season: winter, winter: 8, daysLeft: 3, weather: snow, temperature: -5, nightmare: wild }" })
