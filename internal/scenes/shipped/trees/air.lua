-- What flying machines do beyond their trees: how fast they fly, and where they land.

Air = { landings = 0, through = 0 }

function Air:cruise(e)
	e.Helicopter_Speed = 7
end

function Air:attack(e)
	e.Helicopter_Speed = 10
end

function Air:home(e)
	e.Helicopter_Speed = 12
	e.landing = true
	AI.SetRefPointPosition(e.id, "pad")
end

-- ArrivedAtPathEnd is called by the node Fly.
function entity:ArrivedAtPathEnd()
	if self.landing then
		self.landing = nil
		Air.landings = Air.landings + 1
		AI.QueueBubbleMessage(self.id, "Down for repair")
	end
end
