import type { PublicWidget } from '#generated/model/index.ts';
import { createClient, Failure } from './client.ts';
import { createEvents } from './events.ts';
import { createStorage } from './storage.ts';
import { createWidget, type Widget } from './widget.ts';

type Call = readonly [method: string, ...args: unknown[]];

/** `window.taskloom`. Before the script has loaded, it is an array of calls. */
interface Api {
  isLoaded: true;
  push(...calls: Call[]): void;
  [method: string]: unknown;
}

declare global {
  interface Window {
    taskloom?: Api | Call[] | undefined;
  }
}

const API_PATH = '/api/v1';
/** Before another attempt to load the widget, in milliseconds. */
const WAITS = [2000, 10_000, 30_000];

/** Starts the widget of a script element. */
function start(script: HTMLScriptElement): void {
  const { key = '', api, preview } = script.dataset;
  const source = new URL(script.src, document.baseURI);
  const isPreview = preview !== undefined;
  const origins = [...new Set([source.origin, self.origin])].filter((one) => one !== 'null');
  const { emit, on } = createEvents(origins);
  const client = createClient(api ?? source.origin + API_PATH, key);
  let widget: Widget | undefined;
  let name = '';
  let isDestroyed = false;
  /** Calls that came before the widget could be shown. */
  let waiting: (() => void)[] = [];

  function whenShown(action: (shown: Widget) => void): void {
    if (widget) action(widget);
    else if (!isDestroyed) waiting.push(() => widget && action(widget));
  }

  function show(found: PublicWidget): void {
    if (isDestroyed) return;
    widget = createWidget(found, { client, storage: createStorage(key, !isPreview), emit });
    widget.setName(isPreview ? 'Preview' : name);
    if (isPreview) widget.open(true);
    const calls = waiting;
    waiting = [];
    for (const call of calls) call();
    emit('ready', {});
  }

  const methods: Record<string, (...args: never[]) => unknown> = {
    open: () => whenShown((shown) => shown.open()),
    close: () => whenShown((shown) => shown.close()),
    toggle: () => whenShown((shown) => shown.toggle()),
    send: (text: unknown) => {
      const message = String(text ?? '')
        .trim()
        .slice(0, 4000);
      if (message !== '') whenShown((shown) => shown.send(message));
    },
    setUser: (user: { name?: unknown } | null) => {
      name = String(user?.name ?? '');
      widget?.setName(name);
    },
    on: (event: string, listener: (detail: unknown) => void) => on(event, listener),
    destroy: () => {
      isDestroyed = true;
      widget?.destroy();
      removeEventListener('message', onMessage);
      window.taskloom = undefined;
    },
  };

  const push = (...calls: Call[]) => {
    for (const [method, ...args] of calls) methods[method]?.(...(args as never[]));
  };

  /** Commands of the page around this one: `{ taskloom: 'open' }`, `{ taskloom: 'send', text: '…' }`. */
  function onMessage({ origin, source: sender, data }: MessageEvent): void {
    if (sender !== parent || parent === window || !origins.includes(origin)) return;
    const {
      taskloom: command,
      text,
      name: given,
      widget: next,
    } = Object(data) as Record<string, unknown>;
    if (command === 'open' || command === 'close' || command === 'toggle') push([command]);
    else if (command === 'send') push([command, text]);
    else if (command === 'setUser') push([command, { name: given }]);
    else if (command === 'preview' && isPreview) widget?.configure(next as PublicWidget);
  }

  const queued = Array.isArray(window.taskloom) ? window.taskloom : [];
  window.taskloom = { isLoaded: true, push, ...methods };
  addEventListener('message', onMessage);
  push(...queued);
  if (isPreview) show(JSON.parse(preview) as PublicWidget);
  else void load().then((found) => found && show(found));

  async function load(): Promise<PublicWidget | undefined> {
    for (const wait of WAITS) {
      try {
        return await client.widget();
      } catch (error) {
        const status = error instanceof Failure ? error.status : 0;
        // A browser doesn't tell a page of another origin why it may not read a response.
        console.warn(
          status === 0
            ? `Taskloom: the widget can't be loaded. Is ${location.origin} one of its allowed origins?`
            : `Taskloom: there is no widget with the key ${key}, or it is turned off.`,
        );
        if (status >= 400 && status < 500 && status !== 429) return undefined;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return undefined;
  }
}

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[data-key][src*="widget.js"]');
const isLoaded = window.taskloom !== undefined && !Array.isArray(window.taskloom);
if (isLoaded) console.warn('Taskloom: the widget is on this page already.');
else if (script?.dataset.key) {
  const element = script;
  if (document.body) start(element);
  else addEventListener('DOMContentLoaded', () => start(element), { once: true });
} else console.warn('Taskloom: the script needs the attribute data-key.');
