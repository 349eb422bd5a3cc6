// Joins a game as a player and runs to the nearest body: node example.mjs ws://127.0.0.1:8080/ws/tag
import { span, stay } from "@thicket-sim/client";

const client = { current: null };
let you, game, token;
const leave = stay(process.argv[2], client, {
  greet: () => ({ role: "player", name: "Example", token }), // with its token a player comes back to its body
  message(m) {
    if (m.type === "welcome") ({ you, game, token } = m);
    if (m.type === "said" || m.type === "notice") console.log(m.text);
  },
  scene({ tick, bodies }) {
    const me = bodies.find((b) => b.id === you);
    if (!me) return;
    const away = (b) => [(b.x - me.x) / span * game.width, (b.y - me.y) / span * game.height]; // metres
    const near = bodies.filter((b) => b !== me).map(away).sort((a, b) => Math.hypot(...a) - Math.hypot(...b))[0];
    client.current.steer(...(near ?? [0, 0]));
    console.log(`tick ${tick}: ${bodies.length} bodies, the nearest ${near ? `${Math.hypot(...near).toFixed(1)} m away` : "out of sight"}`);
  },
  lost: () => console.log("the connection was lost; trying again"),
  left: (reason) => console.log(reason),
});
setTimeout(leave, 5000);
