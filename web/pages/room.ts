// What both pages share: where the server is, and which rooms it has.
import { useEffect, useState } from "preact/hooks";

/** The rooms of a server, what is played in each, and whether who joins is asked for a code. */
export interface Lobby { rooms: string[]; games: { room: string; name: string; players: number; bots: number }[]; code: boolean }

/** Asks for the rooms, now and every few seconds, since people come and go; and tells why there is no answer. */
export function useRooms(): { lobby: Lobby | undefined; error: string } {
  const [lobby, setLobby] = useState<Lobby>();
  const [error, setError] = useState("");
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined, over = false;
    const ask = async () => {
      let again = 5000;
      try {
        const answer = await fetch("api/rooms");
        if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
        const told = (await answer.json()) as Lobby;
        if (over) return;
        setLobby(told);
        setError("");
      } catch (e) {
        if (over) return;
        again = 2000;
        setError(`${(e as Error).message}; trying again ...`);
      }
      next = setTimeout(() => void ask(), again);
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(next);
    };
  }, []);
  return { lobby, error };
}

/** A room in a list, such as "tag · 2 players, 50 bots". */
export function roomLine({ room, players, bots }: Lobby["games"][number]): string {
  return `${room} · ${players} ${players === 1 ? "player" : "players"}, ${bots} ${bots === 1 ? "bot" : "bots"}`;
}

/** The address of a room's socket. */
export function socket(room: string): string {
  const at = new URL(`ws/${encodeURIComponent(room)}`, location.href);
  at.protocol = at.protocol === "https:" ? "wss:" : "ws:";
  at.hash = "";
  at.search = "";
  return at.href;
}

/** The room of the address, as in ?room=tag. */
export function wanted(): string {
  return new URLSearchParams(location.search).get("room") ?? "";
}

/** How long it has been, such as 2:05. */
export function clock(ticks: number, tickRate: number): string {
  const s = Math.floor(ticks / tickRate);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
