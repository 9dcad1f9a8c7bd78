import { escapeHtml } from '#core/extract/html/escape-html.ts';
import { greeting } from '#core/greeting.ts';
import type { IdentityContext, IdentityMail } from './context.ts';
import type { IdentityRow } from './rows.ts';

export type CodePurpose = 'login' | 'recovery' | 'verification' | 'registration';

const purposes: Record<CodePurpose, { subject: string; lead: string }> = {
  login: { subject: 'Your sign-in code', lead: 'Use this code to sign in to Taskloom:' },
  recovery: {
    subject: 'Recover your account',
    lead: 'Use this code to recover your Taskloom account:',
  },
  registration: {
    subject: 'Finish signing up',
    lead: 'Use this code to finish signing up for Taskloom:',
  },
  verification: {
    subject: 'Verify your email address',
    lead: 'Use this code to verify your email address for Taskloom:',
  },
};

/** The email with a one-time code. A verification email also has a link. */
export function codeMail(
  ctx: IdentityContext,
  purpose: CodePurpose,
  identity: IdentityRow,
  flowId: string,
  code: string,
): IdentityMail {
  const { subject, lead } = purposes[purpose];
  const minutes = Math.round(ctx.settings.lifespans.code / 60_000);
  const link =
    purpose === 'verification'
      ? `${ctx.settings.publicUrl}/self-service/verification?flow=${flowId}&code=${code}`
      : undefined;
  const unwanted =
    purpose === 'verification'
      ? "Don't give it to anyone. If you didn't sign up, open the link and say so: whoever did loses access."
      : "If you didn't request it, you can ignore this email.";
  const after = `The code can be used once and expires in ${minutes} minutes. ${unwanted}`;
  return {
    kind: 'security',
    to: identity.email,
    subject: `${subject}: ${code}`,
    code,
    ...bodies(identity.name, [lead], { code, link }, after),
  };
}

/** The email that tells a person that something about their sign-in has changed. */
export function changeMail(to: string, name: string, what: string): IdentityMail {
  return {
    kind: 'security',
    to,
    subject: 'Your Taskloom account was changed',
    ...bodies(
      name,
      [what],
      {},
      "If this wasn't you, recover your account now and choose a new password.",
    ),
  };
}

function bodies(
  name: string,
  lead: string[],
  parts: { code?: string; link?: string | undefined },
  after: string,
): { text: string; html: string } {
  const { code, link } = parts;
  const text = [
    greeting(name),
    ...lead,
    ...(code ? [code] : []),
    ...(link ? [`Or open this link: ${link}`] : []),
    after,
  ].join('\n\n');
  const paragraph = (body: string) => `<p style="margin:0 0 16px">${body}</p>`;
  const html = [
    '<div style="font:16px/1.5 system-ui,sans-serif;color:#1c2024;max-width:480px;margin:32px auto">',
    paragraph(escapeHtml(greeting(name))),
    ...lead.map((line) => paragraph(escapeHtml(line))),
    code ? `<p style="font-size:32px;letter-spacing:6px;margin:0 0 16px"><b>${code}</b></p>` : '',
    link ? paragraph(`Or <a href="${escapeHtml(link)}">verify with this link</a>.`) : '',
    `<p style="color:#60646c;font-size:14px">${escapeHtml(after)}</p></div>`,
  ].join('');
  return { text, html };
}
