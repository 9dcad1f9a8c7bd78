import { greeting, mailName } from '#core/greeting.ts';
import type { WebhookRow } from '#domain/webhook/webhook.store.ts';
import { escapeHtml } from '../../platform/mail/html.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';

export interface WebhookMailDeps {
  mailer: Pick<Mailer, 'send'>;
  /** Finds the webhook's creator, if they still exist. */
  findPerson: (userId: string) => Promise<{ email: string; name: string } | undefined>;
  /** URL of the console. */
  publicUrl: string;
  /** Where failures are logged. */
  report: (error: unknown) => void;
}

/**
 * Emails the creator of a webhook that it was disabled. A failure is reported, not thrown: the worker would count it as
 * another attempt.
 */
export function createWebhookMail({ mailer, findPerson, publicUrl, report }: WebhookMailDeps) {
  async function mail(webhook: WebhookRow): Promise<void> {
    const person = await findPerson(webhook.created_by_id);
    if (!person) return;
    const link = `${publicUrl}/projects/${webhook.project_id}/settings/webhooks/${webhook.id}`;
    await mailer.send({
      to: person.email,
      subject: `Your webhook ${mailName(webhook.name) ?? ''} was disabled`.replace('  ', ' '),
      ...bodies(person.name, webhook, link),
    });
  }

  return (webhook: WebhookRow): Promise<void> => mail(webhook).catch(report);
}

function bodies(name: string, { name: hook, url }: WebhookRow, link: string) {
  const said = [
    greeting(name),
    `Your webhook ${hook} was disabled because deliveries to its endpoint failed for too long: ${url}`,
    "New events aren't sent to it. Fix your endpoint, send a test, then re-enable it:",
  ];
  const html = said.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return {
    text: [...said, link].join('\n\n'),
    html: `${html}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  } satisfies Pick<Mail, 'text' | 'html'>;
}
