import { type Html, html, prose } from './html.ts';
import { intro, page } from './page.ts';

const INTRO = `A widget answers your visitors' questions on your own website, from collections of documents or from a model. Create it in the console under Chats → Widgets, list the origins of your website, and paste its snippet before \`</body>\`.

The script weighs about 12 kB (gzip) and needs no framework. It lives in a shadow root, so that the styles of the page and of the widget don't affect each other, and can be used by keyboard and screen reader. A visitor's conversation continues on other pages, in other tabs and after a reload, for 30 days after the last message.`;

const SNIPPET =
  '<script src="https://taskloom.example.com/widget.js" data-key="wk_…" async></script>';

/** Code, or terms with what they mean. */
type Part = { code: string } | { terms: readonly (readonly [term: string, meaning: string])[] };

interface Section {
  id: string;
  title: string;
  text: string;
  parts?: readonly Part[];
}

const SECTIONS: readonly Section[] = [
  {
    id: 'methods',
    title: 'Methods',
    text: 'The script creates `window.taskloom`. To call a method before the script has loaded, push it: the call waits until the widget can be shown.',
    parts: [
      {
        code: `window.taskloom = window.taskloom || [];\ntaskloom.push(['open'], ['setUser', { name: 'Ada' }]);`,
      },
      {
        terms: [
          ['open(), close(), toggle()', 'Shows or hides the panel.'],
          ['send(text)', 'Opens the panel and sends a message, as if the visitor had written it.'],
          [
            'setUser({ name })',
            "The visitor's name, which you see with the conversation. Call it before the first message.",
          ],
          [
            'on(event, listener)',
            'Calls the listener at each event. Returns a function that ends this.',
          ],
          ['destroy()', 'Removes the widget from the page. The conversation is kept.'],
        ],
      },
    ],
  },
  {
    id: 'events',
    title: 'Events',
    text: 'Each event is also dispatched on `window`, as `taskloom:open` and so on, with its details in `event.detail`.',
    parts: [
      {
        terms: [
          ['ready', 'The widget is on the page.'],
          ['open, close', 'The panel was opened or closed.'],
          ['message', 'The visitor has sent a message: `{ text }`.'],
          ['answer', 'An answer has ended: `{ id, text, status }`.'],
          ['error', 'Something went wrong: `{ message }`, as the visitor sees it.'],
        ],
      },
    ],
  },
  {
    id: 'frames',
    title: 'Pages in a frame',
    text: "If the page with the widget is in a frame, the page around it controls the widget by messages, and receives its events as `{ taskloom: 'event', name, detail }`. Only pages of the same origin as the framed page, or of Taskloom's, can do this.",
    parts: [
      {
        code: `frame.contentWindow.postMessage({ taskloom: 'open' }, origin);\nframe.contentWindow.postMessage({ taskloom: 'send', text: 'Hello' }, origin);`,
      },
    ],
  },
  {
    id: 'csp',
    title: 'Content security policy',
    text: 'If your website has a policy, allow the script and its requests. The widget adds no inline scripts or styles, no images and no cookies.',
    parts: [
      {
        code: 'script-src https://taskloom.example.com;\nconnect-src https://taskloom.example.com;',
      },
    ],
  },
  {
    id: 'limits',
    title: 'Protection and limits',
    text: `The key in the snippet is public. Browsers let only the allowed origins use the widget, and the following limits hold for everybody. You pay for the answers, so keep them low at first.

- One visitor may send as many messages per day as the widget's settings say.
- A network (an IPv4 address or an IPv6 /64) may send 20 times as many, and start 100 conversations per day, so that clearing the browser's storage doesn't help.
- A widget starts at most 120 conversations per minute. These counts are kept by each server process.

Visitors can only send text of at most 4,000 characters. They choose neither prompts nor models nor collections, and see neither costs nor documents other than the quoted sentences. A visitor may still get a model to repeat its system prompt, or anything in the widget's collections: put nothing into them that isn't meant for the public.`,
  },
];

/** How to put a widget on a website. */
export function widgetPage(): string {
  return page({
    title: 'Widget',
    path: '/docs/widget',
    contents: [['Widget', SECTIONS.map(({ id, title }) => ({ id, text: title }))]],
    body: html`${intro('Widget', INTRO)}${code(SNIPPET)}${SECTIONS.map(sectionView)}`,
  });
}

function sectionView({ id, title, text, parts = [] }: Section): Html {
  return html`<section id="${id}"><h2>${title}</h2>${prose(text)}${parts.map(partView)}</section>`;
}

function partView(part: Part): Html {
  if ('code' in part) return code(part.code);
  return html`<dl class="fields">${part.terms.map(
    ([term, meaning]) => html`<dt><code>${term}</code></dt><dd>${prose(meaning)}</dd>`,
  )}</dl>`;
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
