import type { PublicWidget } from '#generated/model/index.ts';
import type { Conversation } from './conversation.ts';
import { el, iconButton, pageLanguage } from './dom.ts';
import { createMessageList } from './message-view.ts';

const TEXT_MAX = 4000;
/** How close to its end a list must be scrolled to follow what is written, in pixels. */
const NEAR = 60;

export interface Panel {
  element: HTMLElement;
  /** Shows the present state. */
  update(): void;
  configure(widget: PublicWidget): void;
  focus(): void;
  /** Says something to screen readers. */
  announce(text: string): void;
}

/** @param onClose called by the close button */
export function createPanel(
  conversation: Conversation,
  { onClose, onSend }: { onClose(): void; onSend(text: string): void },
): Panel {
  let widget: PublicWidget | undefined;
  const title = el('h2', { id: 'title' });
  const restart = iconButton('restart', 'New conversation', () => {
    void conversation.restart().then(focus);
  });
  const close = iconButton('close', 'Close', onClose);
  const greeting = el('p', { class: 'greeting', dir: 'auto', lang: pageLanguage() });
  const earlier = el(
    'button',
    { type: 'button', class: 'earlier', hidden: true },
    'Earlier messages',
  );
  const list = el('ol', { class: 'list' });
  const suggestions = el('div', { class: 'suggestions' });
  const scroll = el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Messages' },
    ...[greeting, earlier, list, suggestions],
  );
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true });
  const input = el('textarea', {
    rows: '1',
    maxlength: String(TEXT_MAX),
    placeholder: 'Write a message',
    'aria-label': 'Message',
    dir: 'auto',
  });
  const send = iconButton('send', 'Send', () => undefined);
  send.type = 'submit';
  send.classList.add('send');
  const stop = iconButton('stop', 'Stop', () => {
    void conversation.stop();
    focus();
  });
  stop.classList.add('stop');
  const form = el('form', {}, input, send, stop);
  const hint = el('p', { class: 'hint' }, 'Answers are written by AI and can be wrong.');
  const status = el('div', { class: 'hidden', role: 'status' });
  const element = el(
    'section',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', id: 'panel' },
    ...[el('div', { class: 'header' }, title, restart, close), scroll, problem, form, hint, status],
  );

  const updateList = createMessageList(list, {
    rate: (id, rating) => void conversation.rate(id, rating),
    retry(message) {
      // Its button goes away.
      focus();
      void conversation.retry(message);
    },
    askAgain(answer) {
      const { messages } = conversation;
      const question = messages[messages.findIndex(({ id }) => id === answer.id) - 1];
      if (!question) return;
      focus();
      submit(question.text);
    },
  });

  function submit(text: string): void {
    if (text.trim() === '' || isBlocked()) return;
    onSend(text.trim());
    scroll.scrollTop = scroll.scrollHeight;
  }

  /** While an answer is being written, or when there would be none. */
  function isBlocked(): boolean {
    const isSending = conversation.messages.some(({ state }) => state === 'sending');
    return isSending || conversation.answer !== undefined || widget?.available === false;
  }

  function grow(): void {
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  function focus(): void {
    input.focus({ preventScroll: true });
  }

  earlier.addEventListener('click', async () => {
    const fromEnd = scroll.scrollHeight - scroll.scrollTop;
    await conversation.loadEarlier();
    update();
    // What one was reading stays where it was.
    scroll.scrollTop = scroll.scrollHeight - fromEnd;
    scroll.focus({ preventScroll: true });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim() === '' || isBlocked()) return;
    submit(input.value);
    input.value = '';
    grow();
    focus();
  });
  input.addEventListener('input', () => {
    grow();
    send.disabled = input.value.trim() === '' || isBlocked();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  function suggest(): void {
    const texts = conversation.messages.length === 0 ? (widget?.suggestions ?? []) : [];
    if (texts.length === suggestions.childElementCount && texts.length === 0) return;
    suggestions.replaceChildren(
      ...texts.map((text) => {
        const button = el('button', { type: 'button', dir: 'auto' }, text);
        button.addEventListener('click', () => {
          focus();
          submit(text);
        });
        return button;
      }),
    );
  }

  function update(): void {
    const isAtEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR;
    updateList(conversation.messages);
    suggest();
    const isAvailable = widget?.available !== false;
    const text = isAvailable ? conversation.problem : "The assistant isn't available right now.";
    if (problem.textContent !== (text ?? '')) problem.textContent = text ?? '';
    problem.classList.toggle('plain', !isAvailable);
    problem.hidden = !text;
    send.hidden = conversation.answer !== undefined;
    stop.hidden = conversation.answer === undefined;
    send.disabled = input.value.trim() === '' || isBlocked();
    earlier.hidden = !conversation.hasEarlier;
    restart.hidden = conversation.messages.length === 0;
    if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
  }

  return {
    element,
    update,
    configure(given) {
      widget = given;
      title.textContent = given.theme.title;
      greeting.textContent = given.greeting;
      greeting.hidden = given.greeting === '';
      suggestions.replaceChildren();
      update();
    },
    focus,
    announce(text) {
      status.textContent = text;
    },
  };
}
