import { escapeHtml } from '#core/extract/html/escape-html.ts';
import { mailName } from '#core/greeting.ts';
import type { InvitationMail, InvitationPort } from '#domain/invitation/invitation.port.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Platform } from '../../platform.ts';

/** Emails invitations. */
export function createInvitationPort({
  mail,
  settings: { PUBLIC_URL: publicUrl },
  report,
}: Pick<Platform, 'mail' | 'settings' | 'report'>): InvitationPort {
  async function sendAll(mails: readonly InvitationMail[]): Promise<void> {
    for (const one of mails)
      await mail.mailer.send(invitationMail(one)).catch(report('invitations'));
  }

  return {
    pageUrl: new URL('/invitation', publicUrl).href,
    linkUrl: new URL('/link', publicUrl).href,
    isMailed: mail.isSent,
    send: (mails) => void sendAll(mails),
  };
}

/**
 * The email of an invitation. Anyone can invite any address, so it contains nothing that the inviter wrote except names
 * that can't carry a message. Their message is shown on the invitation's page.
 */
export function invitationMail(mail: InvitationMail): Mail {
  const { to, link, orgId, orgName, invitedBy, isGuest } = mail;
  const org = mailName(orgName);
  const person = mailName(invitedBy) ?? 'Someone';
  const where = org === undefined ? 'their organisation' : `the organisation ${org}`;
  const said = [
    'Hello,',
    `${person} ${isGuest ? 'shared something with you from' : 'invited you to join'} ${where} on Taskloom. To accept, open this link and sign in or sign up with this email address:`,
  ];
  const after =
    "The link works for 7 days, and only for this address. If you didn't expect it, you can ignore this email.";
  const html = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    kind: 'invitation',
    to,
    orgId,
    subject: org === undefined ? 'You are invited to Taskloom' : `Join ${org} on Taskloom`,
    text: [...said, link, after].join('\n\n'),
    html: `${said.map(html).join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>${html(after)}`,
  };
}
