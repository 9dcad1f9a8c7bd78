import { expect, it } from 'vitest';
import type { WebhookRow } from '#domain/webhook/webhook.store.ts';
import { createWebhookMail } from './webhook-mail.ts';

it('reports its failure instead of throwing: the attempt that disabled the webhook is already recorded', async () => {
  const reports: unknown[] = [];
  const lost = new Error('No mail server');
  const mail = createWebhookMail({
    mailer: { send: () => Promise.reject(lost) },
    findPerson: async () => ({ email: 'ada@example.com', name: 'Ada' }),
    publicUrl: 'http://localhost',
    report: (error) => reports.push(error),
  });
  const webhook = { id: 'w', project_id: 'p', name: 'All', url: 'https://example.com' };
  await mail(webhook as WebhookRow);
  expect(reports).toEqual([lost]);
});
