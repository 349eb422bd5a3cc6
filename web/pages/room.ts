// What both pages share: where the server is, and which rooms it has.

export async function rooms(): Promise<string[]> {
  const answer = await fetch("api/rooms");
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return ((await answer.json()) as { rooms: string[] }).rooms;
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
