import { escapeHtml } from '../../platform/mail/html.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { WebhookRow } from './webhook.repository.ts';

export interface WebhookMailDeps {
  mailer: Pick<Mailer, 'send'>;
  /** Of whoever made it; throws when they are gone. */
  findPerson: (userId: string) => Promise<{ email: string; name: string }>;
  /** Where the console is. */
  publicUrl: string;
}

/** Tells whoever made a webhook that nothing is sent to it any more. */
export function createWebhookMail({ mailer, findPerson, publicUrl }: WebhookMailDeps) {
  return async (webhook: WebhookRow): Promise<void> => {
    const person = await findPerson(webhook.createdById).catch(() => undefined);
    if (!person) return;
    const link = `${publicUrl}/projects/${webhook.projectId}/settings/webhooks/${webhook.id}`;
    await mailer.send({
      to: person.email,
      subject: `Your webhook ${webhook.name} was disabled`,
      ...bodies(person.name, webhook, link),
    });
  };
}

function bodies(name: string, { name: hook, url }: WebhookRow, link: string) {
  const said = [
    `Hello ${name},`,
    `your webhook ${hook} was disabled, because its receiver did not accept what was sent for too long: ${url}`,
    'Events that happen from now on are not sent to it. Mend the receiver, send a test, and turn it on:',
  ];
  const html = said.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return {
    text: [...said, link].join('\n\n'),
    html: `${html}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  } satisfies Pick<Mail, 'text' | 'html'>;
}
