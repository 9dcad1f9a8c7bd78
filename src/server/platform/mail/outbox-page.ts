import { escapeHtml } from '#core/extract/html/escape-html.ts';
import type { KeptMail } from './outbox.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#e2e4e9, #34373d); --dim: light-dark(#5b606a, #a4a9b3); --link: light-dark(#2c50d8, #8ea6ff); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 0 auto; padding: 32px 16px; background: light-dark(#fff, #17181b); color: light-dark(#17181b, #eceef2); }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 24px; color: var(--dim); }
a { color: var(--link); }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); padding: 12px 0; }
li a { font-weight: 600; overflow-wrap: anywhere; }
small { display: block; color: var(--dim); font-size: 14px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 420px; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 8px; padding: 16px; font-size: 14px; }
`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Taskloom outbox</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const time = (at: Date) => format.format(at);

/** The list of messages, newest first. */
export function listPage(mails: readonly KeptMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="/outbox/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a><small>${escapeHtml(mail.recipient)} · ${time(mail.createdAt)} UTC</small></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No emails yet.</p>';
  return page(
    'Emails',
    `<h1>Outbox</h1><p>No SMTP server is configured, so emails are kept here instead of being sent. Set SMTP_URL to send them.</p>${list}`,
  );
}

/** A message as its recipient would see it. */
export function messagePage(mail: KeptMail): string {
  const frame = `<base target="_blank">${mail.html}`;
  return page(
    mail.subject,
    `<p><a href="/outbox">All emails</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(mail.recipient)}</dd><dt>Sent</dt><dd>${time(mail.createdAt)} UTC</dd></dl>
<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(frame)}"></iframe>
<h2>Plain text</h2><pre>${escapeHtml(mail.text)}</pre>`,
  );
}

/** The page shown for a deleted message. */
export function missingPage(): string {
  return page(
    'Not found',
    '<h1>Email not found</h1><p>Emails are kept for a week. <a href="/outbox">All emails</a></p>',
  );
}
