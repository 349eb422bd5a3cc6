-- What squads know: who threw how often, who flanks, and where they look for the enemy.

Squad = { grenades = {}, flanker = {}, fights = 0 }

-- enter counts the fights of the scene, and tells each grunt which of them is its own.
function Squad:enter(e)
	self.fights = self.fights + 1
	e.fight = self.fights
end

-- mayThrow is true for a grunt with grenades left, as long as its target is neither near
-- enough to hurt itself nor out of reach, and none of its friends stands beside it.
function Squad:mayThrow(e)
	local distance = e:GetTargetDistance()
	local target = AI.GetAttentionTargetEntity(e.id)
	if not target or distance < 6 or distance > 15 or (e.thrown or 0) >= 2 then
		return false
	end
	for i = 1, AI.GetGroupCount(e.id) do
		local friend = AI.GetGroupMember(e.id, i)
		if friend and DistanceVectors(friend:GetPos(), target:GetPos()) < 5 then
			return false
		end
	end
	return true
end

function Squad:threw(e)
	e.thrown = (e.thrown or 0) + 1
	local team = AI.GetGroupOf(e.id)
	self.grenades[team] = (self.grenades[team] or 0) + 1
end

-- flank lets one grunt of a squad go round the target: its reference point is set 90
-- degrees beside it.
function Squad:flank(e)
	local team, p = AI.GetGroupOf(e.id), {}
	local by = self.flanker[team]
	if by and by ~= e.id and AI.IsEnabled(by) or not AI.GetAttentionTargetPosition(e.id, p) then
		return false
	end
	self.flanker[team] = e.id
	local at = e:GetPos()
	local dx, dy = p.x - at.x, p.y - at.y
	AI.SetRefPointPosition(e.id, { x = p.x - dy * 0.7, y = p.y + dx * 0.7 })
	return false -- the way there is another node's
end

-- advance looks for the enemy at the posts of the scene, one after the other.
function Squad:advance(e)
	e.post = (e.post or e.id) % 4 + 1
	AI.SetRefPointPosition(e.id, "post" .. e.post)
end

-- Who watches stands, and says so from time to time, until the tree goes on to fight.
CreateAIBehavior("Watch", {
	Constructor = function(behavior, e)
		e.watched = 0
	end,
	Update = function(behavior, e)
		e.watched = e.watched + 1
		if e.watched % 150 == 30 then
			AI.QueueBubbleMessage(e.id, "All quiet")
		end
	end,
	Arrived = function(behavior, e)
		AI.QueueBubbleMessage(e.id, "In place")
	end,
})
