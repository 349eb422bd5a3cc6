// The game master's page of one game: the field, the inspector, charts, the timeline and what happens.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Client, To } from "../client/client.js";
import type { Game, Happening, Message, Person, Table, TreeNode } from "../client/messages.js";
import { Finder, Inspector, type Study, learn } from "./body.js";
import { Card } from "./cards.js";
import { type Chart, Charts, extend } from "./charts.js";
import { css, lightPage, shown } from "./colour.js";
import { Field } from "./field.js";
import { Join } from "./join.js";
import { Ranks } from "./hud.js";
import { Minimap } from "./minimap.js";
import { News } from "./news.js";
import { tellView, usePan } from "./pan.js";
import { type Lobby, clock, roomLine } from "./room.js";
import { Say } from "./say.js";
import { type Apply, type Source, SourcePane, treeText } from "./source.js";
import { stay } from "../client/stay.js";
import { Timeline } from "./timeline.js";
import { useCommands } from "./undo.js";

type Standing = Message & { type: "standing" };

/** What a page has beside the game that it shows: an editor, and somebody who explains. */
export interface Beside {
  /** The connection to the game, each time that there is another one. */
  client: { current: Client | null };
  /** Shows a place in a file, of which lines count from 1. */
  open(file: string, line: number): void;
  /** Explains what a body does at a tick. */
  why(id: number, name: string, tick: number): void;
}

/** A game as it is shown: how it is connected to, and the other games that can be gone to. */
export interface Shows { room: string; all: Lobby["games"]; go(room: string): void; to: To; token: string; refuse(why: string): void; beside?: Beside }

const tabs = { game: "Game", body: "Body", charts: "Charts", news: "News" };

/** What keys are for, where one is pressed there. */
const hasKeys = "input, textarea, select, button, a, summary, [contenteditable]";

/** How many entries of what happens the page keeps. */
const kept = 1000;

/** What the page says while a lost connection is tried again. */
const trying = "The connection was lost; trying again ...";

export function Master({ room, all, go, to, token, refuse, beside }: Shows) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const own = useRef<Client | null>(null), client = beside?.client ?? own;
  const field = useRef<Field | null>(null);
  const [game, setGame] = useState<Game>();
  const [stands, setStands] = useState<Standing>();
  const [events, setEvents] = useState<Happening[]>([]);
  const [marks, setMarks] = useState<[tick: number, rank: number][]>([]);
  const [note, setNote] = useState("");
  const [news, setNews] = useState("");
  const [tab, setTab] = useState<keyof typeof tabs>("game");
  const [study, setStudy] = useState<Study>({ answers: new Map() });
  const [chart, setChart] = useState<Chart>({ tick: 0, list: [], body: [] });
  const [found, setFound] = useState<Message & { type: "found" }>();
  const [source, setSource] = useState<Source>();
  const [adding, setAdding] = useState("");
  const [follow, setFollow] = useState(false);
  const [people, setPeople] = useState<Person[]>([]);
  const [said, setSaid] = useState<string[]>([]);
  const [noEdit, setNoEdit] = useState(false);
  const [table, setTable] = useState<Table>();
  const [sure, setSure] = useState(false);
  // What was asked for, until it is answered: a file and what to do with it, and bodies by name.
  const asked = useRef<{ file: string; take(file: string, text: string): void }>(undefined);
  const sought = useRef("");
  // What the drawing loop and a new connection look at.
  const now = useRef({ selected: 0, follow: false, tab, at: undefined as [number, number] | undefined });
  now.current.follow = follow;
  now.current.tab = tab;
  if (study.sheet && !study.sheet.gone) now.current.at = [study.sheet.x, study.sheet.y];

  const select = (id: number) => {
    now.current.selected = id;
    setStudy({ answers: new Map() });
    setFollow(false);
    client.current?.select(id);
    if (id) setTab("body");
  };

  const read = (file: string, take: (file: string, text: string) => void) => {
    asked.current = { file, take };
    client.current?.read(file);
  };
  const find = (text: string) => {
    sought.current = text;
    client.current?.find(text);
  };

  // A new connection knows nothing of what the panels show.
  const askFor = (c: Client) => {
    if (now.current.selected) c.select(now.current.selected);
    if (now.current.tab === "charts") c.charts(true);
    if (asked.current) c.read(asked.current.file);
    if (sought.current) c.find(sought.current);
  };

  useEffect(() => {
    let frame = 0;
    const end = stay(to, client, {
      greet: () => ({ role: "gm", name: "game master", token }),
      scene: (s) => field.current?.take(s),
      message(m) {
        if (m.type !== "welcome") field.current?.hear(m);
        switch (m.type) {
          case "welcome":
            if (field.current) field.current.play(m.game);
            else field.current = new Field(canvas.current!, m.game);
            askFor(client.current!);
            setNote((was) => was === trying ? "" : was);
            setNoEdit(m.noEdit ?? false);
            setTable(undefined);
            setGame(m.game);
            break;
          case "standing":
            setStands(m);
            setEvents((list) => m.past ? list : list.filter((e) => e.tick <= m.to));
            if (field.current) field.current.still = m.paused || m.past;
            break;
          case "events":
            // A new connection is told the last ones again.
            setEvents((list) => {
              const more = [...m.list].reverse(), from = more.at(-1)?.seq ?? Infinity;
              return [...more, ...list.filter((e) => e.seq < from)].slice(0, kept);
            });
            break;
          case "table":
            setTable(m);
            break;
          case "marks":
            setMarks(m.list);
            break;
          case "tuned":
            setGame((g) => g && { ...g, classes: g.classes.map((c, i) => ({ ...c, tunables: m.classes[i] ?? [] })) });
            break;
          case "people":
            setPeople(m.list);
            break;
          case "said":
            setSaid((list) => [...list, `${m.name}: ${m.text}`].slice(-20));
            break;
          case "charts":
            setChart((was) => extend(was, m));
            break;
          case "found":
            if (m.text === sought.current) sought.current = "";
            setFound(m);
            break;
          case "source":
            if (m.file !== asked.current?.file) break;
            asked.current.take(m.file, m.text);
            asked.current = undefined;
            break;
          case "notice":
            setSaid((list) => [...list, m.text].slice(-20));
            setNews(m.text);
            break;
          case "refused":
            if (m.n === undefined) setNote(m.error);
            break;
          case "sheet": case "tree": case "answers":
            if (m.id === now.current.selected) setStudy((was) => learn(was, m));
        }
      },
      lost: () => setNote(trying),
      left(reason, welcome) {
        if (welcome) setNote(reason);
        else refuse(reason);
      },
    });
    const loop = () => {
      frame = requestAnimationFrame(loop);
      const f = field.current, { selected, follow, at } = now.current;
      if (!f) return;
      const b = follow && selected ? f.find(selected) : undefined;
      if (b) f.look(...f.place(b));
      else if (follow && at) f.look(...at);
      f.draw(selected);
    };
    frame = requestAnimationFrame(loop);
    const look = tellView(field, client);
    return () => {
      cancelAnimationFrame(frame);
      look();
      end();
    };
  }, []);

  useEffect(() => client.current?.charts(tab === "charts"), [tab === "charts"]);

  const { act, undo, forget, left } = useCommands(client, setNote);
  const open = (n: TreeNode) => {
    const line = n.line ?? 1;
    if (beside) {
      beside.open(n.file!, line);
      return;
    }
    if (source && source.file === n.file && !source.edits) {
      setSource({ ...source, line });
      return;
    }
    read(n.file!, (file, text) => setSource({ file, text, line }));
  };
  const root = study.tree?.nodes[0], as = study.tree?.as;
  const edit = beside || noEdit || !as || !root?.file || !root.line ? undefined : () => {
    const { id, name, classId: of } = study.sheet!;
    read(root.file!, (file, text) => {
      const tree = treeText(file, text, root.line!, root.col ?? 1);
      // What was cut out wrongly, or means something else by itself, is not edited.
      client.current!.check(as, tree).then(
        () => setSource({ file: as, text: tree, line: 1, edits: { bot: id, name: name ?? "", ...(of && { class: of }) } }),
        (e: Error) => setNote(`The tree cannot be taken out of ${file}, to be edited by itself: ${e.message}`));
    });
  };
  const apply: Apply = (to, file, source) => (to ? client.current!.do({ do: "tree", ...to, file, source }) : client.current!.check(file, source)).then(
    (m) => { setNote(m.note ?? ""); return ""; }, (e: Error) => e.message);
  const pan = usePan(field, {
    tap(x, y) {
      if (field.current?.unfold(x, y)) return;
      if (adding) void act({ do: "add", class: adding, at: field.current!.metres(x, y) }, (m) => (m.ids ?? []).map((id) => ({ do: "remove", bot: id })));
      else select(field.current?.pick(x, y)?.id ?? 0);
    },
    grabs: (x, y) => !adding && now.current.selected > 0 && field.current?.pick(x, y)?.id === now.current.selected,
    dropped(x, y) {
      const id = now.current.selected, from = now.current.at;
      void act({ do: "place", id, at: field.current!.metres(x, y) }, () => (from ? [{ do: "place", id, at: from }] : []));
    },
    moved: () => setFollow(false),
  });
  const colour = (i: number) => css(shown(field.current!.colour({ class: i, team: game!.teams.findIndex((t) => t.id === game!.classes[i]!.team) }), lightPage.matches));
  // What is told of the body many times a second draws no chart.
  const { id, name } = study.sheet ?? {};
  const charts = useMemo(() => tab === "charts" && game && <Charts chart={chart} game={game} of={id} name={name}
    colour={(class_, team) => field.current!.colour({ class: class_, team })} />, [tab === "charts", chart, game, id, name]);
  // The game tells how it stands twice a second, and whoever pauses it sees so at once.
  const pause = () => {
    const paused = !stands?.paused;
    void act({ do: paused ? "pause" : "resume" }).then((done) => { if (done) setStands((s) => s && { ...s, paused }); });
  };
  const restart = () => {
    setSure(!sure);
    if (!sure) return;
    forget();
    client.current?.do({ do: "restart" }).then((m) => setNews(m.note ?? ""), (e: Error) => setNote(e.message));
  };
  const keys = useRef({ pause, undo });
  keys.current = { pause: stands?.past ? () => {} : pause, undo };
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const at = e.composedPath()[0], back = (e.ctrlKey || e.metaKey) && e.key === "z";
      if (e.repeat || (e.key !== " " && !back) || (at instanceof Element && at.closest(hasKeys))) return;
      e.preventDefault();
      if (back) keys.current.undo();
      else keys.current.pause();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  return (
    <div class="gm">
      <main class="stage">
        <header>
          <span class="grow" id="clock">{game && stands ? [clock(stands.tick, game.tickRate), ...(stands.words ?? [])].join(" · ") : "..."}</span>
          <label class="row">Speed
            <select id="speed" value={String(stands?.speed ?? 1)} onChange={(e) => client.current?.speed(Number(e.currentTarget.value))}>
              {[0.25, 0.5, 1, 2, 4, 8].map((s) => <option value={String(s)}>{s}×</option>)}
            </select>
          </label>
          <label class="row">Add here
            <select id="adding" value={adding} onChange={(e) => setAdding(e.currentTarget.value)}>
              <option value="">nobody</option>
              {game?.classes.map((c) => <option value={c.id}>{c.name}</option>)}
            </select>
          </label>
          <button id="undo" title="Take the last change back (Ctrl-Z)" disabled={left === 0} onClick={undo}>Undo</button>
          <button id="whole" title="Show the whole field" onClick={() => { setFollow(false); field.current?.whole(); }}>Fit</button>
        </header>
        <div class="field">
          <canvas ref={canvas} class={adding ? "adding" : ""} tabIndex={0} role="img" {...pan}
            aria-label={`The field of ${game?.name ?? room}: click on a body to select it, arrow keys move, plus and minus zoom`} />
          {game && <Minimap field={field} game={game} />}
          {source && <SourcePane source={source} close={() => setSource(undefined)} apply={apply} />}
        </div>
        {game && stands && <Timeline stands={stands} tickRate={game.tickRate} marks={marks} deeds={{
          pause, seek: (t) => client.current?.seek(t), step: () => client.current?.step(), live: () => client.current?.live(), branch: () => { forget(); client.current?.branch(); },
        }} />}
      </main>
      <aside aria-label="Game master">
        <nav class="tabs" aria-label="Panels">{Object.entries(tabs).map(([key, title]) =>
          <button id={`tab-${key}`} aria-pressed={tab === key} onClick={() => setTab(key as keyof typeof tabs)}>{title}</button>)}</nav>
        {note && <p class="alarm note" role="alert" id="note"><span class="grow">{note}</span><button class="small" aria-label="Dismiss" onClick={() => setNote("")}>×</button></p>}
        {news && <p class="note" role="status" id="notice"><span class="grow">{news}</span><button class="small" aria-label="Dismiss" onClick={() => setNews("")}>×</button></p>}
        <div class="panel" hidden={tab !== "game"}>
          {all.length > 1 && <label class="row">Game <select class="grow" value={room} onChange={(e) => go(e.currentTarget.value)}>{all.map((r) => <option key={r.room} value={r.room}>{roomLine(r)}</option>)}</select></label>}
          <h1>{game?.name ?? "Joining ..."}</h1>
          {game?.description && <p class="quiet">{game.description}</p>}
          <p class="quiet" id="players">{stands ? `${stands.players} ${stands.players === 1 ? "player" : "players"}${stands.past ? "; the game waits at an earlier moment" : ""}` : ""}</p>
          {stands && <p class="row" id="round"><span class="grow">Round {stands.round}{stands.waits ? ", which waits" : stands.over ? ", which is over" : ""}{stands.again ? `; the next one in ${stands.again} s` : ""}</span>
            {stands.waits && <button id="begin" onClick={pause}>Begin</button>}
            <button id="restart" disabled={stands.past} onClick={restart} onBlur={() => setSure(false)}>{sure ? "Restart now?" : "Restart"}</button></p>}
          {table && stands?.over && game && <Ranks table={table} game={game} colour={(id) => css(shown(field.current!.colour({ class: 0, team: game.teams.findIndex((t) => t.id === id) }), lightPage.matches))} again={stands.again} />}
          {!beside && <Join room={room} />}
          {game && game.teams.length > 0 && <ul class="row teams" aria-label="Teams">{game.teams.map((t, i) =>
            <li class="row"><i class="swatch" style={{ background: css(shown(field.current!.colour({ class: 0, team: i }), lightPage.matches)) }} />{t.name}</li>)}</ul>}
          {people.length > 1 && <section class="card" aria-label="Who is here">
            <h2>Who is here</h2>
            <ul class="list" id="people">{people.map((p) => <li class="row" key={p.person}>
              <span class="grow">{p.body ? <button class="plain" onClick={() => select(p.body!)}>{p.name}</button> : p.name}{" "}
                <span class="quiet">{p.role === "gm" ? "game master" : p.role}{p.away ? ", away" : ""}</span></span>
              {p.role !== "gm" && <button class="small" aria-label={`Send away ${p.name}`} onClick={() => client.current?.kick(p.person)}>Send away</button>}
            </li>)}</ul>
          </section>}
          {game?.classes.map((c, i) => <Card key={c.id} class={c} count={stands?.counts[i] ?? 0} colour={colour(i)} act={act} />)}
        </div>
        <div class="panel" hidden={tab !== "body"}>
          <Finder found={found} find={find} select={select} />
          <Inspector study={study} class={game?.classes.find((c) => c.id === study.sheet?.classId)} human={study.sheet?.classId === undefined}
            hands={{ act, select, follow, setFollow, open, ...(edit && { edit }), ...(beside && stands && { why: () => beside.why(study.sheet!.id, study.sheet!.name ?? "", stands.tick) }) }} />
        </div>
        {charts}
        <div class="panel" hidden={tab !== "news"}>
          <section class="card" aria-label="Chat">
            {said.length > 0 && <ul class="list" id="said-to-all" aria-live="polite">{said.map((s) => <li>{s}</li>)}</ul>}
            <Say say={(text) => client.current?.say(text)} />
          </section>
          <News events={events} tick={stands?.tick ?? 0} tickRate={game?.tickRate ?? 1} past={stands?.past ?? false} select={select} />
        </div>
      </aside>
    </div>
  );
}
