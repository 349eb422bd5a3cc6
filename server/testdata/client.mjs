// A client in another language, written from docs/protocol.md: it joins the room at a
// WebSocket address as a player, walks three metres towards the middle of the field, and prints
// what it has seen.
const [address] = process.argv.slice(2);
const span = 1048576;

let at = 0, bytes = new Uint8Array();
function byte() {
  if (at >= bytes.length) throw new Error("the frame is cut");
  return bytes[at++];
}
function varint() {
  let n = 0n, shift = 0n;
  for (;;) {
    const b = BigInt(byte());
    n |= (b & 127n) << shift;
    if (b < 128n) return Number(n);
    shift += 7n;
  }
}
function zigzag() {
  const n = varint();
  return n % 2 ? -(n + 1) / 2 : n / 2;
}

const kept = new Map(); // frame number -> { tick, bodies: Map of id -> body }

function along(place, velocity, ticks, joined) {
  const to = place + velocity * ticks;
  return joined ? ((to % span) + span) % span : Math.max(0, Math.min(span - 1, to));
}

function frame(data) {
  bytes = data;
  at = 0;
  if (byte() !== 1) throw new Error("not a frame");
  const number = varint(), base = varint(), tick = varint(), joined = byte() === 1, told = varint();
  const old = base === 0 ? { tick, bodies: new Map() } : kept.get(base);
  if (!old) throw new Error(`frame ${number} changes frame ${base}, which is not kept`);
  const bodies = new Map();
  for (const [id, b] of old.bodies) {
    bodies.set(id, { ...b, x: along(b.x, b.vx, tick - old.tick, joined), y: along(b.y, b.vy, tick - old.tick, joined) });
  }
  let id = 0;
  for (let i = 0; i < told; i++) {
    id += varint();
    const what = byte();
    if (what === 0) {
      bodies.delete(id);
      continue;
    }
    const fresh = (what & 8) !== 0;
    const b = fresh ? { x: 0, y: 0 } : bodies.get(id);
    if (fresh || what & 1) {
      b.x = (Math.floor(b.x / 16) + zigzag()) * 16;
      b.y = (Math.floor(b.y / 16) + zigzag()) * 16;
      b.vx = zigzag();
      b.vy = zigzag();
      b.facing = byte();
    }
    if (fresh || what & 2) [b.class, b.team, b.flags] = [byte(), byte(), byte()];
    if (fresh || what & 4) b.health = byte();
    bodies.set(id, b);
  }
  if (at !== bytes.length) throw new Error("the frame is too long");
  for (const n of kept.keys()) if (n < base) kept.delete(n);
  kept.set(number, { tick, bodies });
  return { number, tick, bodies };
}

const socket = new WebSocket(address, "thicket.1");
socket.binaryType = "arraybuffer";
const say = (message) => socket.send(JSON.stringify(message));
let welcome, begin, frames = 0, said = false, done = false;

socket.onopen = () => say({ type: "hello", role: "player", name: "Node" });
socket.onclose = (e) => {
  if (!done) fail(`the connection ended: ${e.reason}`);
};
function fail(why) {
  console.error(why);
  process.exit(1);
}
setTimeout(() => fail("nothing came of it in a minute"), 60_000);

socket.onmessage = ({ data }) => {
  if (typeof data === "string") {
    const message = JSON.parse(data);
    if (message.type === "welcome") {
      welcome = message;
      say({ type: "say", text: "hello from node" });
    }
    if (message.type === "said" && message.from === welcome.you) said = true;
    if (message.type === "refused") fail(message.error);
    return;
  }
  const now = frame(new Uint8Array(data));
  say({ type: "ack", frame: now.number });
  frames++;
  const me = now.bodies.get(welcome.you);
  if (!me) return;
  const x = me.x / span * welcome.game.width, y = me.y / span * welcome.game.height;
  if (!begin) {
    begin = { x, to: x < welcome.game.width / 2 ? 1 : -1 };
    say({ type: "steer", x: begin.to, y: 0 });
  }
  const moved = (x - begin.x) * begin.to;
  if (done || !said || frames < 20 || moved < 3 || me.facing !== (begin.to > 0 ? 0 : 128)) return;
  done = true;
  const bots = [...now.bodies.values()].filter((b) => b.class !== 255).length;
  console.log(JSON.stringify({ you: welcome.you, tick: now.tick, x, y, moved, bots, frames }));
  socket.close(1000);
  setTimeout(() => process.exit(0), 200);
};
