// A room is one of the things that the page is for. It keeps its own state while another one is open.

export interface Room {
  readonly element: HTMLElement;
  /** Is opened; the query is what stands behind its name in the address: `#puzzle?board=6x6`. */
  enter(query: URLSearchParams): void;
  /** Is left: whatever runs there pauses. */
  leave(): void;
}

let here = '';

/** From now on this room is the one that is open. */
export function opened(room: string): void {
  here = room;
}

/** Is this room open? */
export function isOpen(room: string): boolean {
  return room === here;
}

/**
 * Puts what a room shows into the address, so that it can be shared, without opening it anew. The address
 * belongs to the room that is open: work that ends elsewhere leaves it alone.
 */
export function remember(room: string, query: URLSearchParams): void {
  if (!isOpen(room)) {
    return;
  }
  if (next === undefined) {
    queueMicrotask(write);
  }
  next = { room, address: addressOf(room, query) };
}

/** The end of the address under which a room shows this. */
export function addressOf(room: string, query: URLSearchParams): string {
  // Squares are easier to read without their commas and equals signs being hidden.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3D', '=').replaceAll('%3A', ':');
  return text === '' ? `#${room}` : `#${room}?${text}`;
}

/** What comes into the address when everything is settled, so that nobody reloads what was half set. */
let next: { room: string; address: string } | undefined;

function write(): void {
  if (next && isOpen(next.room)) {
    history.replaceState(null, '', next.address);
  }
  next = undefined;
}

/** What a screen reader says next. */
export function announce(text: string): void {
  const voice = document.getElementById('voice');
  if (voice) {
    voice.textContent = text;
  }
}
