import { isOpen, type Shown } from './conversation.ts';
import { el, icon, pageLanguage } from './dom.ts';
import { renderMarkdown } from './markdown.ts';

export interface MessageActions {
  rate(id: string, rating: 'up' | 'down' | null): void;
  /** Sends a message again that didn't arrive. */
  retry(message: Shown): void;
  /** Asks the question of an answer again that failed. */
  askAgain(answer: Shown): void;
}

/** An item of the list for each message. Only items whose message has changed are built again. */
export function createMessageList(list: HTMLElement, actions: MessageActions) {
  const shown = new Map<string, { message: Shown; item: HTMLElement }>();

  return (messages: readonly Shown[]): void => {
    const ids = new Set(messages.map(({ id }) => id));
    for (const [id, { item }] of shown) {
      if (ids.has(id)) continue;
      item.remove();
      shown.delete(id);
    }
    let before: Element | null = null;
    for (const message of messages) {
      const known = shown.get(message.id);
      const item = known?.item ?? el('li');
      if (known?.message !== message) fill(item, message, actions);
      shown.set(message.id, { message, item });
      // Moving an item would lose the focus in it.
      const place: Element | null = before ? before.nextElementSibling : list.firstElementChild;
      if (place !== item) list.insertBefore(item, place);
      before = item;
    }
  };
}

function fill(item: HTMLElement, message: Shown, actions: MessageActions): void {
  // What was focused in it gets the focus again.
  const active = (item.getRootNode() as ShadowRoot).activeElement;
  const focused = item.contains(active) ? active?.getAttribute('aria-label') : undefined;
  const wereOpen = item.querySelector('details')?.open ?? false;
  item.className = message.role;
  if (message.role === 'user') fillQuestion(item, message, actions);
  else fillAnswer(item, message, actions);
  const sources = item.querySelector('details');
  if (sources) sources.open = wereOpen;
  if (focused)
    [...item.querySelectorAll('button')]
      .find((button) => button.getAttribute('aria-label') === focused)
      ?.focus();
}

function fillQuestion(item: HTMLElement, message: Shown, { retry }: MessageActions): void {
  const bubble = el('div', { class: 'bubble', dir: 'auto', lang: pageLanguage() }, message.text);
  const parts: Node[] = [speaker('You'), bubble];
  if (message.state === 'sending') parts.push(el('p', { class: 'note' }, 'Sending…'));
  if (message.state === 'failed') {
    const again = el('button', { type: 'button', class: 'text' }, 'Send again');
    again.addEventListener('click', () => retry(message));
    parts.push(el('p', { class: 'note failed' }, 'Not sent. ', again));
  }
  item.replaceChildren(...parts);
}

function fillAnswer(item: HTMLElement, message: Shown, actions: MessageActions): void {
  const isWriting = isOpen(message);
  const sources = sourcesOf(message);
  const bubble = el('div', {
    class: 'bubble',
    dir: 'auto',
    lang: pageLanguage(),
    'aria-busy': String(isWriting),
  });
  const citationOf = (number: number) => {
    const source = message.sources.find((one) => one.number === number);
    if (!source) return undefined;
    const label = `Source ${number}: ${source.title}`;
    const mark = el('button', { type: 'button', class: 'cite', 'aria-label': label, title: label });
    mark.append(String(number));
    mark.addEventListener('click', () => sources?.show(number));
    return mark;
  };
  // Sources are known at the end. Until then, their numbers would be dead text.
  const text = isWriting ? message.text.replace(/\s?\[\d+(?:, ?\d+)*\]/g, '') : message.text;
  bubble.append(...renderMarkdown(text, citationOf));
  if (isWriting && message.text === '') bubble.append(dots());
  const parts: Node[] = [speaker('Assistant'), bubble];
  if (message.text === '' && !isWriting) parts.pop();
  if (message.status === 'cancelled') parts.push(el('p', { class: 'note' }, 'Stopped.'));
  if (message.status === 'failed') {
    const again = el('button', { type: 'button', class: 'text' }, 'Ask again');
    again.addEventListener('click', () => actions.askAgain(message));
    parts.push(
      el('p', { class: 'note failed' }, `${message.error ?? 'There is no answer.'} `, again),
    );
  }
  if (message.grounding === 'unsupported')
    parts.push(el('p', { class: 'note' }, 'The sources may not say this. Please check them.'));
  if (sources) parts.push(sources.element);
  if (message.status === 'succeeded') parts.push(rating(message, actions));
  item.replaceChildren(...parts);
}

/** Who speaks, for screen readers. Others see it by the place. */
function speaker(name: string): Node {
  return el('span', { class: 'hidden' }, `${name}:`);
}

function dots(): Node {
  return el(
    'span',
    { class: 'dots' },
    el('i'),
    el('i'),
    el('i'),
    el('span', { class: 'hidden' }, 'Writing'),
  );
}

function sourcesOf({ sources }: Shown) {
  if (sources.length === 0) return undefined;
  const items = new Map(
    sources.map(({ number, title, page, quote }) => [
      number,
      el(
        'li',
        { value: String(number), tabindex: '-1' },
        el('strong', {}, title),
        page !== null && ` · page ${page}`,
        quote && el('q', {}, quote),
      ),
    ]),
  );
  const count = sources.length === 1 ? '1 source' : `${sources.length} sources`;
  const list = el('ol');
  list.append(...items.values());
  const element = el('details', { class: 'sources' }, el('summary', {}, count), list);
  const show = (number: number) => {
    element.open = true;
    items.get(number)?.focus();
  };
  return { element, show };
}

function rating({ id, rating: given }: Shown, { rate }: MessageActions): Node {
  const button = (value: 'up' | 'down', label: string) => {
    const isPressed = given === value;
    const made = el('button', {
      type: 'button',
      class: 'icon small',
      'aria-label': label,
      title: label,
      'aria-pressed': String(isPressed),
    });
    made.append(icon(value));
    made.addEventListener('click', () => rate(id, isPressed ? null : value));
    return made;
  };
  return el('div', { class: 'rating' }, button('up', 'Good answer'), button('down', 'Bad answer'));
}
