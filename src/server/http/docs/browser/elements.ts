type Child = Node | string;

/** Creates an element with attributes and children. Strings become text, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** A button that copies a text and briefly confirms it. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'quiet' }, label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}
