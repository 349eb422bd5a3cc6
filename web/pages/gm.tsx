import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Client } from "../client/client.js";
import type { Class, Command, Game, Happening, Message } from "../client/messages.js";
import { Field, css } from "./field.js";
import { clock, rooms, socket, wanted } from "./room.js";

/** The token stays in this tab: it comes in the fragment of the address, which no server sees. */
const tokenKey = "thicket.gm";

function token(): string {
  if (location.hash.length > 1) {
    sessionStorage.setItem(tokenKey, decodeURIComponent(location.hash.slice(1)));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(tokenKey) ?? "";
}

type Standing = Message & { type: "standing" };

function App() {
  const [list, setList] = useState<string[]>();
  const [room, setRoom] = useState(wanted());
  const [secret, setSecret] = useState(token);
  const [error, setError] = useState("");
  useEffect(() => {
    rooms().then(setList, (e: Error) => setError(e.message));
  }, []);
  const refuse = (reason: string) => {
    sessionStorage.removeItem(tokenKey);
    setSecret("");
    setError(reason);
  };
  if (!secret) {
    const submit = (e: SubmitEvent) => {
      e.preventDefault();
      const text = String(new FormData(e.currentTarget as HTMLFormElement).get("token") ?? "").trim();
      sessionStorage.setItem(tokenKey, text);
      setError("");
      setSecret(text);
    };
    return (
      <main class="door">
        <form class="card" onSubmit={submit}>
          <h1>Game master</h1>
          <label>The token that the server printed <input name="token" type="password" required autofocus /></label>
          {error && <p class="alarm" role="alert">{error}</p>}
          <button>Enter</button>
        </form>
      </main>
    );
  }
  if (!list) return <main class="door"><p role="status">{error || "Asking for the games ..."}</p></main>;
  const now = list.includes(room) ? room : (list[0] ?? "");
  return <Master key={now} room={now} all={list} go={setRoom} token={secret} refuse={refuse} />;
}

function Master({ room, all, go, token, refuse }: { room: string; all: string[]; go(r: string): void; token: string; refuse(why: string): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const client = useRef<Client | null>(null);
  const field = useRef<Field | null>(null);
  const [game, setGame] = useState<Game>();
  const [stands, setStands] = useState<Standing>();
  const [events, setEvents] = useState<Happening[]>([]);
  const [note, setNote] = useState("");
  useEffect(() => {
    let frame = 0, welcome = false, over = false;
    client.current = new Client(socket(room), { role: "gm", name: "game master", token }, {
      scene: (s) => field.current?.take(s),
      message(m) {
        if (m.type === "welcome") {
          welcome = true;
          field.current = new Field(canvas.current!, m.game);
          field.current.whole();
          setGame(m.game);
        } else if (m.type === "standing") setStands(m);
        else if (m.type === "events") {
          setEvents((list) => [...(m.list ?? []).reverse(), ...list].slice(0, 200));
        }
      },
      ended(reason) {
        if (over) return;
        if (welcome) setNote(reason);
        else refuse(reason);
      },
    });
    const loop = () => {
      frame = requestAnimationFrame(loop);
      field.current?.draw();
    };
    frame = requestAnimationFrame(loop);
    return () => {
      over = true;
      cancelAnimationFrame(frame);
      client.current?.close();
    };
  }, []);
  const act = (command: Command) =>
    client.current!.do(command).then((m) => setNote(m.note ?? ""), (e: Error) => setNote(e.message));
  return (
    <div class="gm">
      <main class="stage">
        <header>
          <span class="grow" id="clock" role="timer">{game && stands ? [clock(stands.tick, game.tickRate), ...(stands.words ?? [])].join("   ") : "..."}</span>
          <button id="pause" onClick={() => act({ do: stands?.paused ? "resume" : "pause" })}>{stands?.paused ? "Go on" : "Pause"}</button>
          <label>Speed{" "}
            <select id="speed" value={String(stands?.speed ?? 1)} onChange={(e) => client.current?.speed(Number(e.currentTarget.value))}>
              {[0.25, 0.5, 1, 2, 4, 8].map((s) => <option value={String(s)}>{s}x</option>)}
            </select>
          </label>
          <button id="whole" onClick={() => field.current?.whole()}>Whole field</button>
        </header>
        <div class="field">
          <canvas ref={canvas} aria-label={`The field of ${game?.name ?? room}`} {...usePan(field)} />
        </div>
      </main>
      <aside>
        {all.length > 1 && <label class="row">Game <select class="grow" value={room} onChange={(e) => go(e.currentTarget.value)}>{all.map((r) => <option value={r}>{r}</option>)}</select></label>}
        <h1>{game?.name ?? "Joining ..."}</h1>
        {game?.description && <p class="quiet">{game.description}</p>}
        {note && <p class="alarm" role="alert" id="note">{note}</p>}
        {game?.classes.map((c, i) => <Card class={c} count={stands?.counts[i] ?? 0} colour={css(field.current!.colour({ class: i, team: game.teams.findIndex((t) => t.id === c.team) }))} act={act} />)}
        <section class="card">
          <h2>What happens</h2>
          <ul class="list" id="events">{events.map((e) => <li key={e.seq}><span class="quiet">{clock(e.tick, game!.tickRate)}</span> {e.line}</li>)}</ul>
        </section>
      </aside>
    </div>
  );
}

/** A class: how many, more, fewer, and its sliders. */
function Card({ class: c, count, colour, act }: { class: Class; count: number; colour: string; act(command: Command): void }) {
  return (
    <section class="card" id={`class-${c.id}`}>
      <div class="row">
        <i class="swatch" ref={(s) => { if (s) s.style.background = colour; }} />
        <h2 class="grow">{c.name}</h2>
        <button aria-label={`One ${c.name} fewer`} disabled={count <= c.min} onClick={() => act({ do: "remove", class: c.id, count: 1 })}>-</button>
        <output aria-label={`How many ${c.name}`}>{count}</output>
        <button aria-label={`One ${c.name} more`} disabled={c.max !== undefined && count >= c.max} onClick={() => act({ do: "add", class: c.id, count: 1 })}>+</button>
      </div>
      {c.description && <p class="quiet">{c.description}</p>}
      {c.tunables?.map((t) => <Slider of={c} tunable={t} act={act} />)}
    </section>
  );
}

function Slider({ of, tunable: t, act }: { of: Class; tunable: NonNullable<Class["tunables"]>[number]; act(command: Command): void }) {
  const [value, setValue] = useState(t.value);
  const sent = useRef(t.value);
  const most = t.max ?? Math.max(10, t.value * 4);
  const set = (v: number) => {
    setValue(v);
    if (v !== sent.current) act({ do: "tune", class: of.id, key: t.key, value: v });
    sent.current = v;
  };
  return (
    <label class="tunable">
      <span>{t.label || t.key}</span> <output>{value}</output>
      <input type="range" name={t.key} min={t.min ?? 0} max={most} step={t.step} value={value} onInput={(e) => set(Number(e.currentTarget.value))} />
    </label>
  );
}

/** Drag to pan, wheel or two fingers to zoom. */
function usePan(field: { current: Field | null }) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const zoom = (k: number, x: number, y: number) => {
    const f = field.current;
    if (!f) return;
    const box = f.canvas.getBoundingClientRect(), dx = x - box.left - box.width / 2, dy = y - box.top - box.height / 2;
    const scale = Math.max(0.05, Math.min(200, f.camera.scale * k));
    f.camera.x += dx / f.camera.scale - dx / scale;
    f.camera.y += dy / f.camera.scale - dy / scale;
    f.camera.scale = scale;
  };
  return {
    onPointerDown(e: PointerEvent) {
      (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
      fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
    },
    onPointerMove(e: PointerEvent) {
      const was = fingers.current.get(e.pointerId), f = field.current;
      if (!was || !f) return;
      const other = [...fingers.current].find(([id]) => id !== e.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
        if (before > 0 && after > 0) zoom(after / before, (e.clientX + other.x) / 2, (e.clientY + other.y) / 2);
      } else {
        f.camera.x -= (e.clientX - was.x) / f.camera.scale;
        f.camera.y -= (e.clientY - was.y) / f.camera.scale;
      }
      fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
    },
    onPointerUp(e: PointerEvent) { fingers.current.delete(e.pointerId); },
    onPointerCancel(e: PointerEvent) { fingers.current.delete(e.pointerId); },
    onWheel(e: WheelEvent) {
      e.preventDefault();
      zoom(Math.exp(-e.deltaY / 400), e.clientX, e.clientY);
    },
  };
}

render(<App />, document.getElementById("app")!);
