import { escapeHtml } from '#core/extract/html/escape-html.ts';
import type { NotificationMail, NotificationPort } from '#domain/notification/notification.port.ts';
import type { Mail as MailService } from '../../platform/mail/create-mailer.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const MINUTE_MS = 60_000;

/** Emails notifications: what happens within five minutes in one email, and one email an hour at most. */
export function createNotificationPort(
  { mailer, isSent }: Pick<MailService, 'isSent'> & { mailer: Pick<MailService['mailer'], 'send'> },
  publicUrl: string,
): NotificationPort {
  return {
    consoleUrl: publicUrl,
    isMailed: isSent,
    mailDelayMs: 5 * MINUTE_MS,
    mailPauseMs: 60 * MINUTE_MS,
    send: (mail) => mailer.send(notificationMail(mail, publicUrl)),
  };
}

/** The email with its texts. */
export function notificationMail(
  { to, subject, paragraphs, unsubscribeUrl }: NotificationMail,
  publicUrl: string,
): Mail {
  const settings = `${publicUrl}/settings/notifications`;
  const text = paragraphs.map((one) => [one.text, one.link].filter(Boolean).join('\n'));
  const end = ['Choose what you are emailed about:', settings];
  if (unsubscribeUrl) end.push('Unsubscribe from emails like this one:', unsubscribeUrl);
  const html = paragraphs.map(({ text: said, link }) => paragraph(said, link)).join('');
  const links = [
    anchor('Notification settings', settings),
    ...(unsubscribeUrl ? [anchor('Unsubscribe', unsubscribeUrl)] : []),
  ];
  return {
    kind: 'notice',
    to,
    subject,
    text: [...text, end.join('\n')].join('\n\n'),
    html: `${html}<p>${links.join(' · ')}</p>`,
    unsubscribeUrl,
  };
}

function paragraph(text: string, link: string | undefined): string {
  return `<p>${link ? anchor(text, link) : escapeHtml(text)}</p>`;
}

function anchor(text: string, link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;
}
