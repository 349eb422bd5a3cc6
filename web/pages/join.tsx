import { useMemo } from "preact/hooks";
import { encode } from "uqr";

/** Where players join a room, to read, to copy and to hold a phone's camera at. */
export function Join({ room }: { room: string }) {
  const address = new URL(`./?room=${encodeURIComponent(room)}`, location.origin + location.pathname).href;
  const qr = useMemo(() => encode(address, { ecc: "M", border: 4 }), [address]);
  const dark = qr.data.map((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return (
    <section class="card" aria-label="Join">
      <details>
        <summary>Join at {address.replace(/^https?:\/\//, "")}</summary>
        <div class="stack">
          <svg class="qr" id="qr" role="img" aria-label={`QR code of ${address}`} viewBox={`0 0 ${qr.size} ${qr.size}`} shape-rendering="crispEdges"><path d={dark} /></svg>
          <a id="join" href={address} target="_blank" rel="noreferrer">{address}</a>
          {navigator.clipboard && <button class="small" onClick={() => void navigator.clipboard.writeText(address)}>Copy the address</button>}
          {local && <p class="quiet">That is for this machine alone: a server with --listen has an address for others.</p>}
        </div>
      </details>
    </section>
  );
}
