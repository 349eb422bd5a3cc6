import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../client/client.js";
import type { Game, Message, Self, Table } from "../client/messages.js";

type Standing = Message & { type: "standing" };

/** What a verb says on a button. */
const titles: Record<string, string> = {
  attack: "Attack", deliver: "Deliver", take: "Take", eat: "Eat", rest: "Rest", mend: "Heal", buy: "Buy", drop: "Drop", become: "Change kit",
};

const why: Record<string, string> = { fight: "Fight", catch: "Catch", flee: "Flee from", deliver: "Deliver to", rest: "Rest at", take: "Take" };

/** Says where somebody or something is, in metres to the right and down. */
function Bearing({ id, to, what, x, y }: { id: string; to: string; what: string; x: number; y: number }) {
  return <p class="aim" id={id}><i ref={(i) => { if (i) i.style.rotate = `${Math.atan2(y, x)}rad`; }}>➜</i>{why[to] ?? to} {what}, {Math.round(Math.hypot(x, y))} m</p>;
}

/** How often a second who holds the action key acts. */
const often = 8;

/** Has a player act for as long as something is held, in a game in which there is anything to do by hand. */
export function useHand(client: { current: Client | null }, plays: boolean, able: boolean) {
  const can = useRef(able);
  can.current = able;
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const release = () => {
    clearInterval(timer.current);
    timer.current = undefined;
  };
  const press = () => {
    if (timer.current !== undefined || !can.current) return;
    client.current?.act();
    timer.current = setInterval(() => client.current?.act(), 1000 / often);
  };
  useEffect(() => {
    if (!plays) return;
    const off = new AbortController(), until = { signal: off.signal };
    const key = (e: KeyboardEvent) => {
      if (e.code !== "KeyE" && e.code !== "Space") return;
      if (e.type === "keyup") {
        release();
        return;
      }
      if (e.repeat || e.ctrlKey || e.metaKey || (e.target instanceof Element && e.target.closest("input, textarea, select, button, a"))) return;
      e.preventDefault();
      press();
    };
    addEventListener("keydown", key, until);
    addEventListener("keyup", key, until);
    addEventListener("blur", release, until);
    addEventListener("focusin", release, until);
    document.addEventListener("visibilitychange", release, until);
    return () => {
      off.abort();
      release();
    };
  }, []);
  return { press, release };
}

/** The button that does what is at hand. */
export function Hand({ self, hand, act }: { self: Self; hand: { press(): void; release(): void }; act(verb: string): void }) {
  const idle = !self.verb;
  return (
    <div class="hands">
      {self.verbs.filter((v) => v === "drop" || v === "become").map((v) => <button class="small" id={`act-${v}`} onClick={() => act(v)}>{titles[v]}</button>)}
      <button id="act" class={idle ? "idle" : ""} aria-disabled={idle} onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); hand.press(); }}
        onPointerUp={hand.release} onPointerCancel={hand.release} onLostPointerCapture={hand.release} onContextMenu={(e) => e.preventDefault()}
        onKeyDown={(e) => { if (!e.repeat && (e.key === "Enter" || e.key === " ")) { e.preventDefault(); hand.press(); } }} onKeyUp={hand.release}>
        <b>{self.verb ? titles[self.verb] ?? self.verb : "Act"}</b>
        <span>{self.whom ?? self.what ?? (idle ? "nothing at hand" : "")}</span>
        <kbd>E</kbd>
      </button>
    </div>
  );
}

/** How a player fares, and whom it is to look for. */
export function Hud({ self, game, colour }: { self: Self; game: Game; colour(team: string): string | undefined }) {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), 20_000);
    return () => clearTimeout(timer);
  }, [game]);
  const team = game.teams.find((t) => t.id === self.team), { aim, errand } = self, acts = self.of !== undefined || self.verbs.length > 0;
  return (
    <section class={fresh ? "hud fresh" : "hud"} aria-label="You">
      {team && <p class="row"><i class="swatch" style={{ background: colour(team.id) }} />You are {team.name}{self.kit && `, ${self.kit}`}</p>}
      {self.of !== undefined && <p class="row health">
        <meter min={0} max={1} low={0.35} optimum={1} value={self.health} aria-label="Health" />{Math.round(self.health * self.of)} of {self.of}</p>}
      {self.rows.map((r) => <p key={r.label}>{r.label} {r.unit === "%" ? `${Math.round(r.value * 100)} %` : `${r.value}${r.of ? ` of ${r.of}` : ""}`}</p>)}
      {self.state.map((s) => <p key={s.key}>{s.key}: {s.value === "true" ? "yes" : s.value === "false" ? "no" : s.value}</p>)}
      {game.goal && <p class={fresh ? "quiet" : "quiet known"} id="goal">{game.goal}</p>}
      {fresh && <div class="quiet" id="hints">
        <p class="by-keys">Walk with the arrow keys or W A S D{acts && "; hold E to act"}.</p>
        <p class="by-hand">Drag the circle to walk{acts && "; hold the button to act"}.</p>
        {team?.hints?.map((hint) => <p key={hint}>{hint}</p>)}
      </div>}
      {aim && <Bearing id="aim" to={aim.why} what={aim.name} x={aim.x} y={aim.y} />}
      {errand && <Bearing id="errand" to={errand.why} what={errand.what} x={errand.x} y={errand.y} />}
    </section>
  );
}

/** What a player is told in the middle of the field: that a round waits, and that it is dead. */
export function Told({ self, stands, game }: { self: Self | undefined; stands: Standing | undefined; game: Game }) {
  if (stands?.waits) return (
    <section class="told card" aria-live="polite">
      <h2>Round {stands.round} waits for the game master</h2>
      <p>{game.description}</p>
      {game.goal && <p><b>{game.goal}</b></p>}
      <p class="quiet">{stands.players === 1 ? "You are the only player yet." : `${stands.players} players are here.`}</p>
    </section>
  );
  if (self?.dead && !stands?.over) return (
    <section class="told card" aria-live="polite">
      <h2>{self.by ? `${self.by} killed you` : "You are dead"}</h2>
      <p>{self.back ? `You come back in ${self.back} s.` : "You do not come back in this round."}</p>
    </section>
  );
  return null;
}

/** How everybody fared in a match that is over. */
export function Ranks({ table, game, colour, you, team, again, close }: { table: Table; game: Game; colour(team: string): string | undefined; you?: number; team?: string; again?: number; close?(): void }) {
  const named = (id: string | undefined) => game.teams.find((t) => t.id === id)?.name ?? "";
  const columns = ([["kills", "Kills"], ["deaths", "Deaths"], ["brought", "Brought"], ["contacts", "Contacts"], ["score", "Score"]] as const).filter(([key]) => table.list.some((r) => r[key] > 0));
  const mine = team === undefined ? undefined : table.winner === undefined ? "A draw" : table.winner === team ? "You won" : "You lost";
  return (
    <section class="ranks card" aria-label="The table">
      <h2>{mine ? `${mine}: ` : ""}{mine ? table.result.replace(/^.* won, |^a draw, /, "") : table.result}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="How everybody fared">
        <table>
          <thead><tr><th scope="col">Name</th>{columns.map(([, title]) => <th scope="col" class="number">{title}</th>)}</tr></thead>
          <tbody>{table.list.map((r) => <tr key={r.id} class={r.id === you ? "you" : ""}>
            <th scope="row">{r.team && <i class="swatch" role="img" aria-label={named(r.team)} style={{ background: colour(r.team) }} />}{r.name}{r.id === you ? " (you)" : ""}</th>{columns.map(([key]) => <td class="number">{Math.round(r[key] * 10) / 10}</td>)}</tr>)}</tbody>
        </table>
      </div>
      <p class="row"><span class="grow" role="status">{again ? `The next round begins in ${again} s.` : "The game master begins the next round."}</span>
        {close && <button id="look-on" onClick={close}>Look on</button>}</p>
    </section>
  );
}
