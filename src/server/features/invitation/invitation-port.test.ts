import { expect, it, vi } from 'vitest';
import type { Platform } from '../../platform.ts';
import { createInvitationPort, invitationMail } from './invitation-port.ts';

const mail = {
  to: 'grace@example.com',
  link: 'https://app.example.com/invitation#token=abc',
  orgId: 'org_1',
  orgName: 'Analytical Engines',
  invitedBy: 'Ada Lovelace',
};

it('says who invites, to what, and where to accept', () => {
  const { subject, text, html } = invitationMail(mail);
  expect(subject).toBe('Join Analytical Engines on Taskloom');
  for (const body of [text, html]) {
    expect(body).toContain('Ada Lovelace invited you');
    expect(body).toContain(mail.link);
  }
});

it('carries no message in the names of people and organisations', () => {
  const names = { orgName: 'Win at www.evil.com', invitedBy: 'http://evil.com <b>' };
  const { subject, text, html } = invitationMail({ ...mail, ...names });
  for (const body of [subject, text, html]) expect(body).not.toContain('evil');
  expect(text).toContain('Someone invited you to join their organisation');
});

it('reports an email that fails, and sends the others', async () => {
  const report = vi.fn();
  const send = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('Full'));
  const port = createInvitationPort({
    mail: { isSent: true, mailer: { send } },
    settings: { PUBLIC_URL: 'https://app.example.com' },
    report: () => report,
  } as unknown as Platform);
  expect(port.pageUrl).toBe('https://app.example.com/invitation');
  port.send([mail, mail]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(report).toHaveBeenCalledOnce();
});
