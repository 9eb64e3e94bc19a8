// Functions that create and change DOM elements.

type Child = Node | string | null | undefined | false;
type Listener = (event: Event) => void;
export type Attributes = Record<string, string | number | boolean | Listener | null | undefined>;

/** Creates an element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else {
      set(element, name, value);
    }
  }
  fill(element, ...children);
  return element;
}

/** Sets an attribute, or removes it if the value is false or missing. */
export function set(
  element: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Replaces all children. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(
    ...children.filter((child): child is Node | string => Boolean(child) || child === ''),
  );
}

let last = 0;

/** Returns an unused id. */
export function uniqueId(): string {
  last += 1;
  return `id${last}`;
}

/** Returns a control with a label before it. */
export function labelled(text: string, control: HTMLElement, ...more: Child[]): HTMLElement {
  control.id ||= uniqueId();
  return h('div', { class: 'field' }, h('label', { for: control.id }, text), control, ...more);
}

/** Creates a list to choose from. */
export function select<T extends string>(
  options: readonly (readonly [T, string])[],
  value: T,
  onChoose: (value: T) => void,
): HTMLSelectElement {
  const list = h('select', { onchange: () => onChoose(list.value as T) });
  fill(list, ...options.map(([option, text]) => h('option', { value: option }, text)));
  list.value = value;
  return list;
}

/** Creates a checkbox with a label. */
export function checkbox(text: string, checked: boolean, onTick: (checked: boolean) => void): HTMLElement {
  const box = h('input', { type: 'checkbox', onchange: () => onTick(box.checked) });
  box.checked = checked;
  return h('label', { class: 'tick' }, box, h('span', {}, text));
}

/** Creates a text field that is read on Enter or when it is left. */
export function textInput(onRead: (text: string) => void, attributes: Attributes = {}): HTMLInputElement {
  const input = h('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    ...attributes,
    onchange: () => onRead(input.value),
  });
  return input;
}

const ICONS = {
  play: 'M7 4v16l13-8z',
  solve: 'M3 18 8 8l5 8L21 5',
  puzzles: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  numbers: 'M9 3 7 21M17 3l-2 18M4 9h17M3 15h17',
  check: 'M4 12l5 6L20 5',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 9.5a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 1.7M12 17.2v.1',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 11h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 11h3',
  restart: 'M5 4v5h5M5.5 9A8 8 0 1 1 4 13',
  hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.8 1.2-.8 2h-5.4c0-.8-.2-1.5-.8-2',
  back: 'M15 5l-7 7 7 7',
  on: 'M9 5l7 7-7 7',
  pause: 'M8 5v14M16 5v14',
  pencil: 'M4 20l1-5L16 4l4 4L9 19z',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
} as const;
export type IconName = keyof typeof ICONS;

/** Creates an icon, which is hidden from screen readers. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** Creates a button. */
export function button(text: string, onPress: Listener, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: onPress }, text);
}

/** Creates a button with an icon before its label. */
export function iconButton(
  name: IconName,
  text: string,
  onPress: Listener,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', ...attributes, onclick: onPress },
    icon(name),
    h('span', { class: 'text' }, text),
  );
}

/** Creates a group of buttons of which one is pressed. */
export function choices<T extends string>(
  name: string,
  options: readonly (readonly [T, string])[],
  value: T,
  onChoose: (value: T) => void,
): { element: HTMLElement; assign(value: T): void } {
  const buttons = options.map(([option, text]) => ({
    option,
    element: button(text, () => {
      assign(option);
      onChoose(option);
    }),
  }));
  function assign(value: T): void {
    for (const { option, element } of buttons) {
      set(element, 'aria-pressed', String(option === value));
    }
  }
  assign(value);
  const element = h(
    'div',
    { class: 'choices', role: 'group', 'aria-label': name },
    ...buttons.map((one) => one.element),
  );
  return { element, assign };
}
