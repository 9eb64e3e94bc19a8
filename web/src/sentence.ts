// What the server said, for people to read.

/** The same without the name of the board: that is on the screen. What stands before the name stays. */
export function withoutBoard(text: string): string {
  return text.replace(/^((?:.*?: )?)(?:(?:cylinder|torus):)?\d+x\d+(?:-\S+)?: /, '$1');
}

/** With a full stop, if nothing else ends it. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The same as a sentence. The name of a square is written as everywhere: it has no capital. */
export function sentence(text: string): string {
  const plain = withoutBoard(text);
  const isSquare = /^[a-z]{1,2}[1-9]\d{0,2}\b/.test(plain);
  return ended(isSquare ? plain : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`);
}

/** So many of something. */
export function some(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
