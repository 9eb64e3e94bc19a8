// Elements in one expression, and nothing more.

type Child = Node | string | null | undefined | false;
type Listener = (event: Event) => void;
type Attributes = Record<string, string | number | boolean | Listener | null | undefined>;

/** An element: attributes by name, `onclick` and its like as listeners, then its children. */
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

/** Sets an attribute, or takes it away where the value is false or missing. */
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

/** An id that no other element has. */
export function freshId(): string {
  last += 1;
  return `id${last}`;
}

/** A control with its label before it. */
export function labelled(text: string, control: HTMLElement): HTMLElement {
  control.id ||= freshId();
  return h('div', { class: 'field' }, h('label', { for: control.id }, text), control);
}

/** A list to choose from. */
export function choice<T extends string>(
  options: readonly (readonly [T, string])[],
  value: T,
  onChoose: (value: T) => void,
): HTMLSelectElement {
  const select = h('select', { onchange: () => onChoose(select.value as T) });
  fill(select, ...options.map(([option, text]) => h('option', { value: option }, text)));
  select.value = value;
  return select;
}

/** A box to tick, with its text. */
export function tick(text: string, checked: boolean, onTick: (checked: boolean) => void): HTMLElement {
  const box = h('input', { type: 'checkbox', onchange: () => onTick(box.checked) });
  box.checked = checked;
  return h('label', { class: 'tick' }, box, text);
}

/** For a button that becomes its own opposite: the second click of a double click does not undo the first. */
export function unlessDouble(onPress: () => void): Listener {
  return (event) => {
    if (!(event instanceof MouseEvent) || event.detail < 2) {
      onPress();
    }
  };
}

/** A button. */
export function button(text: string, onPress: Listener, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: onPress }, text);
}
