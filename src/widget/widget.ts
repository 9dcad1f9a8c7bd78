import type { PublicWidget } from '#generated/model/index.ts';
import type { Client } from './client.ts';
import { createConversation } from './conversation.ts';
import { el, icon } from './dom.ts';
import type { Emit } from './events.ts';
import { createPanel } from './panel.ts';
import type { Storage } from './storage.ts';
import { STYLES } from './styles.ts';
import { isDark, themeVariables } from './theme.ts';

/** Below this width, the panel covers the page. The styles say the same. */
const SMALL = '(max-width: 480px)';
const DARK = '(prefers-color-scheme: dark)';
const FOCUSABLE = 'a[href], button:not(:disabled), textarea, summary, [tabindex="0"]';

export type Widget = ReturnType<typeof createWidget>;

/** The launcher and the panel, in a shadow root that the styles of the page don't reach. */
export function createWidget(
  first: PublicWidget,
  { client, storage, emit }: { client: Client; storage: Storage; emit: Emit },
) {
  let widget = first;
  let isOpen = false;
  let isLoaded = false;
  const host = el('div', { 'data-taskloom': '' });
  const shadow = host.attachShadow({ mode: 'open' });
  addStyles(shadow);

  let frame = 0;
  let told: string | undefined;
  const conversation = createConversation({
    client,
    storage,
    onChange: () => {
      // A fast answer arrives in many parts per frame.
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        panel.update();
        const { problem } = conversation;
        if (problem !== undefined && problem !== told) emit('error', { message: problem });
        told = problem;
      });
    },
    onAnswer: ({ id, text, status, error }) => {
      panel.announce(error ?? text.replace(/\s?\[\d+(?:, ?\d+)*\]/g, ''));
      emit('answer', { id, text, status });
    },
  });
  const panel = createPanel(conversation, { onClose: close, onSend: (text) => void send(text) });
  const label = el('span');
  const launcher = el('button', { type: 'button', class: 'launcher', 'aria-controls': 'panel' });
  launcher.addEventListener('click', () => toggle());
  const root = el('div', { class: 'root', lang: 'en' }, panel.element, launcher);
  panel.element.hidden = true;
  shadow.append(root);

  const small = matchMedia(SMALL);
  const dark = matchMedia(DARK);

  function paint(): void {
    const { theme } = widget;
    host.dataset.side = theme.position === 'bottom-left' ? 'left' : 'right';
    root.className = `root ${host.dataset.side}${isOpen ? ' open' : ''}`;
    root.dir = getComputedStyle(document.documentElement).direction;
    const variables = themeVariables(theme.color, isDark(theme, dark.matches));
    for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
    label.textContent = theme.launcher;
    const name = isOpen ? 'Close chat' : theme.launcher || 'Open chat';
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.setAttribute('aria-label', name);
    launcher.classList.toggle('round', isOpen || theme.launcher === '');
    launcher.replaceChildren(icon(isOpen ? 'close' : 'chat'));
    if (!isOpen && theme.launcher) launcher.append(label);
    // A dialog that covers the page hides the rest of it from screen readers too.
    panel.element.setAttribute('aria-modal', String(small.matches));
  }

  function setOpen(next: boolean): void {
    isOpen = next;
    panel.element.hidden = !next;
    storage.setOpen(next);
    paint();
    if (!next || isLoaded) return;
    isLoaded = true;
    void conversation.load();
  }

  /** @param quietly on a new page where it was open before, which must not take the focus */
  function open(quietly = false): void {
    if (isOpen) return;
    setOpen(true);
    panel.update();
    if (!quietly) panel.focus();
    emit('open', {});
  }

  function close(): void {
    if (!isOpen) return;
    const hadFocus = shadow.activeElement !== null;
    setOpen(false);
    if (hadFocus) launcher.focus();
    emit('close', {});
  }

  function toggle(): void {
    if (isOpen) close();
    else open();
  }

  async function send(text: string): Promise<void> {
    if (!isLoaded) {
      isLoaded = true;
      await conversation.load();
    }
    emit('message', { text });
    await conversation.send(text);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      close();
    }
    if (event.key === 'Tab' && small.matches && isOpen) keepFocus(event);
    // Shortcuts of the page must not react to what visitors write.
    event.stopPropagation();
  }

  /** Keeps the focus in a panel that covers the page. */
  function keepFocus(event: KeyboardEvent): void {
    const all = [...panel.element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (one) => one.offsetParent !== null || one.getClientRects().length > 0,
    );
    const [first, last] = [all[0], all.at(-1)];
    const active = shadow.activeElement;
    if (event.shiftKey ? active !== first : active !== last) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }

  root.addEventListener('keydown', onKey);
  small.addEventListener('change', paint);
  dark.addEventListener('change', paint);
  document.body.append(host);
  panel.configure(widget);
  paint();
  // An answer may have been interrupted by the change of pages.
  if (storage.wasOpen() && !small.matches) open(true);

  return {
    open,
    close,
    toggle,
    send: (text: string) => {
      open();
      void send(text);
    },
    setName: conversation.setName,
    configure(next: PublicWidget) {
      widget = next;
      panel.configure(next);
      paint();
    },
    destroy() {
      cancelAnimationFrame(frame);
      conversation.close();
      small.removeEventListener('change', paint);
      dark.removeEventListener('change', paint);
      host.remove();
    },
  };
}

/** A constructed sheet where the browser has them; a style element may be forbidden by the page's policy. */
function addStyles(shadow: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(el('style', {}, STYLES));
  }
}
