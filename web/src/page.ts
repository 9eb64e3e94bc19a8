// The interface of the pages, and what they share: the address, announcements and toasts.

import { button, fill, h } from './dom.ts';

export interface Page {
  readonly element: HTMLElement;
  /** Called when the page is opened, with the query in the address: `#puzzles?board=6x6`. */
  enter(query: URLSearchParams): void;
  /** Called when another page is opened. Pauses what runs here. */
  leave(): void;
  /** Handles a key outside of controls. Returns true if it has a function. */
  onKey?(event: KeyboardEvent): boolean;
}

/** Shows the name of a level and a link back, which the header has on narrow screens. */
export function showCrumb(href: string, back: string, name: string): void {
  const place = document.getElementById('crumb');
  if (place) {
    fill(place, h('a', { href }, back), h('b', {}, name));
  }
}

let currentPage = '';

/** Sets the page that is open. */
export function setCurrentPage(page: string): void {
  currentPage = page;
}

/** Returns true if this page is open. */
export function isCurrentPage(page: string): boolean {
  return page === currentPage;
}

/** Returns the hash of an address. */
export function addressOf(page: string, query: URLSearchParams): string {
  // Unescaped commas, colons and equals signs make squares readable.
  const text = query
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3D', '=')
    .replaceAll('%3A', ':')
    .replaceAll('%3B', ';');
  return text === '' ? `#${page}` : `#${page}?${text}`;
}

/**
 * Writes what a page shows into the address, so that it can be shared. A new question is pushed, so that the
 * browser's Back returns to the previous one; display options replace the address. Only the open page changes
 * the address: work of another page may end at any time.
 */
export function updateAddress(page: string, query: URLSearchParams, isNew = false): void {
  const address = addressOf(page, query);
  if (!isCurrentPage(page) || location.hash === address) {
    return;
  }
  if (isNew) {
    history.pushState(null, '', address);
  } else {
    history.replaceState(null, '', address);
  }
}

let announcing: ReturnType<typeof setTimeout> | undefined;

/** Announces a text with the screen reader, politely. Of several texts in a short time, the last one counts. */
export function announce(text: string): void {
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    const voice = document.getElementById('voice');
    if (voice) {
      voice.textContent = text;
    }
  }, 50);
}

const TOAST_MS = 8000;
let toasting: ReturnType<typeof setTimeout> | undefined;

/** Shows a short message with an optional action. */
export function toast(text: string, action?: { text: string; act: () => void }): void {
  const place = document.getElementById('toast');
  if (!place) {
    return;
  }
  const close = () => {
    place.replaceChildren();
  };
  const later = () => {
    clearTimeout(toasting);
    toasting = setTimeout(close, TOAST_MS);
  };
  const act = action
    ? button(action.text, () => {
        close();
        action.act();
      })
    : '';
  const box = h('div', { class: 'toast' }, h('span', {}, text), act);
  for (const event of ['pointerenter', 'focusin']) {
    box.addEventListener(event, () => clearTimeout(toasting));
  }
  for (const event of ['pointerleave', 'focusout']) {
    box.addEventListener(event, later);
  }
  place.replaceChildren(box);
  announce(text);
  later();
}

/** Closes the toast. */
export function closeToast(): void {
  document.getElementById('toast')?.replaceChildren();
}
