package dst

// Fixed is why numbers of brains cannot be tuned.
const Fixed = "brains are put together by Lua, and a number in a script is no argument of a leaf: a scene offers it as one of its `settings`, which scripts read when the game begins"
