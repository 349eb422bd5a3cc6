import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../client/client.js";
import { type Scene, marked } from "../client/frames.js";
import type { Game, Message, Self, Table } from "../client/messages.js";
import { css, lightPage, shown } from "./colour.js";
import { Field } from "./field.js";
import { drawOnceAFrame } from "./frame.js";
import { Hand, Hud, Ranks, Told, useHand } from "./hud.js";
import { tellView, usePan } from "./pan.js";
import { clock, roomLine, socket, useRooms, wanted } from "./room.js";
import { Say } from "./say.js";
import { stay } from "../client/stay.js";

/** What lets a player back in after a lost connection or a reload of the page, or a watcher. */
interface Seat { room: string; name: string; token: string; code: string; watches?: boolean }

/** From this width on, in pixels, the panel about the player leaves room beside it. */
const narrow = 700;

const seatKey = "thicket.seat";

function seat(): Seat | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(seatKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

type Welcome = Message & { type: "welcome" };

function App() {
  const [playing, setPlaying] = useState<Seat | undefined>(seat);
  const [why, setWhy] = useState("");
  const leave = (reason: string) => {
    sessionStorage.removeItem(seatKey);
    setWhy(reason);
    setPlaying(undefined);
  };
  return playing ? <Play seat={playing} leave={leave} /> : <Door why={why} enter={setPlaying} />;
}

function Door({ why, enter }: { why: string; enter(s: Seat): void }) {
  const { lobby, error: unheard } = useRooms(), list = lobby?.games ?? [];
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const of = new FormData(e.currentTarget as HTMLFormElement);
    const text = (key: string) => String(of.get(key) ?? "").trim();
    const watches = (e.submitter as HTMLButtonElement | null)?.id === "watch";
    enter({ room: text("room"), name: text("name") || "somebody", code: text("code"), token: "", watches });
  };
  return (
    <main class="door">
      <form class="card" onSubmit={submit}>
        <h1>Join a game</h1>
        <label>Your name <input name="name" required maxLength={24} autocomplete="nickname" autofocus /></label>
        <label>Game
          <select name="room">{list.map((r) => <option key={r.room} value={r.room} selected={r.room === wanted()}>{roomLine(r)}</option>)}</select>
        </label>
        {lobby?.code && <label>Join code <input name="code" autocomplete="off" /></label>}
        {(unheard || why) && <p class="alarm" role="alert">{unheard || why}</p>}
        <button disabled={list.length === 0}>Play</button>
        <button id="watch" formNoValidate disabled={list.length === 0}>Watch without playing</button>
      </form>
    </main>
  );
}

function Play({ seat, leave }: { seat: Seat; leave(reason: string): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const client = useRef<Client | null>(null);
  const field = useRef<Field | null>(null);
  const [game, setGame] = useState<Game>();
  const [status, setStatus] = useState("Joining ...");
  const [news, setNews] = useState<string[]>([]);
  const [mute, setMute] = useState(false);
  const [self, setSelf] = useState<Self>();
  const [stands, setStands] = useState<Message & { type: "standing" }>();
  const [table, setTable] = useState<Table>();
  const [you, setYou] = useState<number>();
  useEffect(() => {
    let hello: Welcome | undefined, scene: Scene | undefined, frame = 0, words: string[] = [];
    const tell = (line: string) => setNews((list) => [...list, line].slice(-4));
    const go = stay(socket(seat.room), client, {
      greet: () => ({ role: seat.watches ? "watcher" : "player", name: seat.name, token: seat.token, code: seat.code }),
      scene(s) {
        scene = s;
        field.current?.take(s, hello?.you);
      },
      message(m) {
        if (m.type === "welcome") {
          hello = m;
          seat.token = m.token ?? "";
          sessionStorage.setItem(seatKey, JSON.stringify(seat));
          if (field.current) field.current.play(m.game);
          else field.current = new Field(canvas.current!, m.game);
          setMute(m.mute ?? false);
          setTable(undefined);
          setYou(m.you);
          setGame(m.game);
        } else field.current?.hear(m);
        if (m.type === "self") setSelf(m);
        else if (m.type === "table") setTable(m);
        if (m.type === "standing") {
          setStands(m);
          words = m.past ? ["the game waits: the game master looks at an earlier moment"] : [...(m.paused && !m.waits ? ["the game is paused"] : []), ...m.words];
          if (field.current) field.current.still = m.paused || m.past;
        } else if (m.type === "notice") tell(m.text);
        else if (m.type === "refused" && !m.error.startsWith("the game master looks")) tell(m.error);
        else if (m.type === "said") tell(`${m.name}: ${m.text}`);
        else if (m.type === "events") for (const e of m.list) if (e.kind !== "event" && (seat.watches || e.from === hello?.you || e.to === hello?.you)) tell(e.line);
      },
      lost() {
        scene = undefined;
        setStatus("The connection was lost; trying again ...");
      },
      left: leave,
    });
    const loop = () => {
      frame = requestAnimationFrame(loop);
      const f = field.current, on = canvas.current, me = hello?.you ? f?.find(hello.you) : undefined;
      if (!f || !on || !hello || !scene) return; // who leaves has no canvas any more
      if (me) f.follow(...f.place(me), hello.sight ?? 40, coveredOf(on));
      f.draw(me?.id);
      setStatus([clock(scene.tick, hello.game.tickRate), ...(me && me.flags & marked ? [`you are ${hello.game.mark}`] : []), ...words].join(" · "));
    };
    frame = requestAnimationFrame(loop);
    const look = seat.watches ? tellView(field, client) : () => {};
    return () => {
      look();
      cancelAnimationFrame(frame);
      go();
    };
  }, []);
  const steer = (x: number, y: number) => client.current?.steer(x, y);
  useKeys(steer, !seat.watches);
  const able = self !== undefined && !self.dead && !stands?.over && (self.of !== undefined || self.verbs.length > 0);
  const hand = useHand(client, !seat.watches, able);
  const colour = (team: string) => field.current && game ? css(shown(field.current.colour({ class: 0, team: game.teams.findIndex((t) => t.id === team) }), lightPage.matches)) : undefined;
  const pan = usePan(field, {});
  return (
    <main class="stage">
      <header>
        <span class="grow" role="status" id="status">{status}</span>
        {!mute && !seat.watches && <Say say={(text) => client.current?.say(text)} />}
        <button id="leave" onClick={() => { client.current?.close(); leave(""); }}>Leave</button>
      </header>
      <div class="field">
        {seat.watches
          ? <canvas ref={canvas} tabIndex={0} role="img" {...pan} aria-label={`The field of ${game?.name ?? seat.room}: arrow keys move, plus and minus zoom`} />
          : <canvas ref={canvas} onClick={(e) => { field.current?.unfold(e.clientX, e.clientY); }} aria-label={game ? `The field of ${game.name}, around you` : "The field"} />}
        {game && self && !seat.watches && <Hud self={self} game={game} colour={colour} />}
        {game && <Told self={self} stands={stands} game={game} />}
        {game && table && stands?.over && <Ranks table={table} game={game} colour={colour} you={you} team={seat.watches ? undefined : self?.team} again={stands.again} close={() => setTable(undefined)} />}
        <div class="news" aria-live="polite">{news.map((line) => <p>{line}</p>)}</div>
        {!seat.watches && self && able && <Hand self={self} hand={hand} act={(verb) => client.current?.act(verb)} />}
        {!seat.watches && <Stick steer={steer} rests={self?.dead ?? false} />}
      </div>
    </main>
  );
}

/** How many pixels of a picture the panel about the player covers, behind which it should not walk: at the top of a narrow one, at the left of a wide one. */
function coveredOf(canvas: HTMLCanvasElement): { top: number; left: number } {
  const panel = canvas.parentElement?.querySelector<HTMLElement>(".hud");
  if (!panel) return { top: 0, left: 0 };
  return canvas.clientWidth < narrow ? { top: panel.offsetTop + panel.offsetHeight, left: 0 } : { top: 0, left: panel.offsetLeft + panel.offsetWidth };
}

/** Whether keys are text where they are pressed. */
const types = (at: EventTarget | null) => at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;

/** Arrow keys and WASD steer. */
function useKeys(steer: (x: number, y: number) => void, plays: boolean) {
  useEffect(() => {
    if (!plays) return;
    const ways: Record<string, [number, number]> = {
      ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], KeyW: [0, -1], KeyS: [0, 1], KeyA: [-1, 0], KeyD: [1, 0],
    };
    const held = new Set<string>();
    const go = () => {
      let x = 0, y = 0;
      for (const key of held) {
        x += ways[key]![0];
        y += ways[key]![1];
      }
      steer(x, y);
    };
    const key = (e: KeyboardEvent) => {
      if (!ways[e.code] || e.repeat) return;
      // A key that was pressed before somebody began to type is let go while they do.
      if (e.type === "keyup") {
        if (held.delete(e.code)) go();
        return;
      }
      if (types(e.target)) return;
      e.preventDefault();
      held.add(e.code);
      go();
    };
    const release = () => {
      if (held.size === 0) return;
      held.clear();
      go();
    };
    const focus = (e: FocusEvent) => {
      if (types(e.target)) release();
    };
    const hide = () => {
      if (document.hidden) release();
    };
    const off = new AbortController();
    const until = { signal: off.signal };
    addEventListener("keydown", key, until);
    addEventListener("keyup", key, until);
    addEventListener("blur", release, until);
    addEventListener("focusin", focus, until);
    document.addEventListener("visibilitychange", hide, until);
    return () => off.abort();
  }, []);
}

/** A joystick for thumbs. It is dimmed while there is no body to steer. */
function Stick({ steer, rests }: { steer(x: number, y: number): void; rests: boolean }) {
  const [at, setAt] = useState<[number, number]>([0, 0]);
  const move = (e: PointerEvent) => {
    const pad = e.currentTarget as HTMLElement;
    if (e.type === "pointerdown") pad.setPointerCapture(e.pointerId);
    else if (!pad.hasPointerCapture(e.pointerId)) return;
    const box = pad.getBoundingClientRect();
    const x = e.clientX - box.left - box.width / 2, y = e.clientY - box.top - box.height / 2, n = Math.hypot(x, y);
    const k = n > 40 ? 40 / n : 1;
    setAt([x * k, y * k]);
    if (n > 8) steer(x / n, y / n);
    else steer(0, 0);
  };
  const stop = () => {
    setAt([0, 0]);
    steer(0, 0);
  };
  return (
    <div class={rests ? "stick rests" : "stick"} role="img" aria-label="Joystick: drag to walk; arrow keys do the same" onPointerDown={move} onPointerMove={move} onPointerUp={stop} onPointerCancel={stop} onLostPointerCapture={stop}>
      <i ref={(knob) => { if (knob) knob.style.translate = `${at[0]}px ${at[1]}px`; }} />
    </div>
  );
}

drawOnceAFrame();
render(<App />, document.getElementById("app")!);
