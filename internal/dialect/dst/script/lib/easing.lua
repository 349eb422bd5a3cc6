-- How a value goes from b to b + c in the time d; t is how much of it is over.
local easing = {}

local shapes = {
    Quad = function(x) return x * x end, Cubic = function(x) return x * x * x end, Quart = function(x) return x ^ 4 end, Quint = function(x) return x ^ 5 end,
    Sine = function(x) return 1 - math.cos(x * math.pi / 2) end, Expo = function(x) return x <= 0 and 0 or 2 ^ (10 * (x - 1)) end,
    Circ = function(x) return 1 - math.sqrt(math.max(0, 1 - x * x)) end, Back = function(x) return x * x * (2.70158 * x - 1.70158) end,
    Elastic = function(x) return x <= 0 and 0 or x >= 1 and 1 or -(2 ^ (10 * (x - 1))) * math.sin((x - 1.075) * 2 * math.pi / 0.3) end,
    Bounce = function(x)
        x = 1 - x
        for i, from in ipairs({ 0, 4 / 11, 8 / 11, 10 / 11 }) do
            local to = ({ 4 / 11, 8 / 11, 10 / 11, 1 })[i]
            if x <= to then
                local mid = i == 1 and 0 or (from + to) / 2
                local top = i == 1 and 0 or 1 - 7.5625 * (to - mid) ^ 2
                return 1 - (7.5625 * (x - mid) ^ 2 + top)
            end
        end
        return 0
    end,
}

local function share(t, d) return d == 0 and 1 or t / d end

function easing.linear(t, b, c, d) return b + c * share(t, d) end
for _, name in ipairs({ "Quad", "Cubic", "Quart", "Quint", "Sine", "Expo", "Circ", "Back", "Elastic", "Bounce" }) do
    local into = shapes[name]
    local function out(x) return 1 - into(1 - x) end
    local function both(x) return x < 0.5 and into(2 * x) / 2 or (1 + out(2 * x - 1)) / 2 end
    local function turned(x) return x < 0.5 and out(2 * x) / 2 or (1 + into(2 * x - 1)) / 2 end
    for prefix, f in pairs({ ["in"] = into, out = out, inOut = both, outIn = turned }) do
        easing[prefix .. name] = function(t, b, c, d) return b + c * f(share(t, d)) end
    end
end

return { easing = easing }
