type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | boolean | undefined>;

/**
 * An element with attributes and children. Texts become text nodes, so nothing that a model or a website says is ever
 * parsed as HTML.
 */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';
/** Outlines of Tabler icons, 24 px. */
const ICONS = {
  chat: 'M8 9h8M8 13h6M9 18H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-3l-3 3-3-3z',
  close: 'M18 6 6 18M6 6l12 12',
  send: 'M12 19V5M5 12l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  restart: 'M12 5v14M5 12h14',
  up: 'M7 11v8H4v-8zM7 11a4 4 0 0 0 4-4V6a2 2 0 0 1 4 0v5h3a2 2 0 0 1 2 2l-1 5a2 2 0 0 1-2 1H10a3 3 0 0 1-3-3',
  down: 'M7 13V5H4v8zM7 13a4 4 0 0 1 4 4v1a2 2 0 0 0 4 0v-5h3a2 2 0 0 0 2-2l-1-5a2 2 0 0 0-2-1H10a3 3 0 0 0-3 3',
} as const;
export type Icon = keyof typeof ICONS;

/** An icon without a name of its own: the button around it has one. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon; its label is its name and its tooltip. */
export function iconButton(name: Icon, label: string, onClick: () => void): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'icon', 'aria-label': label, title: label });
  button.append(icon(name));
  button.addEventListener('click', onClick);
  return button;
}

/** The language of the page, in which visitors and answers most likely write. The widget's own texts are English. */
export function pageLanguage(): string | undefined {
  return document.documentElement.lang || undefined;
}
