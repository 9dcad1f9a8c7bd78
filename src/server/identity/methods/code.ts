import { randomUUID } from 'node:crypto';
import { MAX_CODE_ATTEMPTS } from '#domain/identity/limits.ts';
import type { Executor } from '#server/db/executor.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import { type IdentityContext, later } from '../context.ts';
import { type CodePurpose, codeMail } from '../mails.ts';
import {
  type CodeRow,
  consumeCode,
  hasLiveCode,
  replaceCode,
} from '../repositories/code.repository.ts';
import { countSubmission, type FlowRow } from '../repositories/flow.repository.ts';
import type { IdentityRow } from '../repositories/identity.repository.ts';
import { randomCode } from '../vault.ts';

/** The hash is bound to the flow, so a code is useless in any other flow. */
function codeHash(ctx: IdentityContext, flowId: string, code: string): string {
  return ctx.vault.mac('code', `${flowId}\n${code}`);
}

/** Counts a request for an email, whether or not the address is known, so that nobody can be flooded. */
export async function allowMail(
  ctx: IdentityContext,
  address: string,
  network: string,
): Promise<void> {
  await ctx.throttle.consume('mailAddress', network);
  await ctx.throttle.consume('mail', address);
}

/** Creates a code for a flow, replacing any earlier one. Returns the email that contains it. */
export async function makeCode(
  ctx: IdentityContext,
  db: Executor,
  flow: FlowRow,
  identity: IdentityRow,
  purpose: CodePurpose,
): Promise<Mail> {
  const code = randomCode();
  await replaceCode(db, {
    id: randomUUID(),
    flowId: flow.id,
    identityId: identity.id,
    address: identity.email,
    hash: codeHash(ctx, flow.id, code),
    expiresAt: later(ctx, ctx.settings.lifespans.code),
    usedAt: null,
  });
  return codeMail(ctx, purpose, identity, flow.id, code);
}

/**
 * Checks a code. Each attempt is counted in the flow before the code is compared.
 * Returns the code's row, `wrong`, or `too_often` after five attempts, right or wrong.
 */
export async function tryCode(
  ctx: IdentityContext,
  flow: FlowRow,
  code: string,
): Promise<CodeRow | 'wrong' | 'too_often'> {
  if ((await countSubmission(ctx.db, flow.id)) > MAX_CODE_ATTEMPTS) return 'too_often';
  const hash = codeHash(ctx, flow.id, code.replace(/\s/g, ''));
  return (await consumeCode(ctx.db, flow.id, hash, ctx.clock())) ?? 'wrong';
}

/**
 * Whether a code would be accepted now, without using it up. For links, which email scanners open too. A right code
 * doesn't count as an attempt. A wrong one does, or the link could be used for guessing.
 */
export async function isLiveCode(
  ctx: IdentityContext,
  flow: FlowRow,
  code: string,
): Promise<boolean> {
  if ((await countSubmission(ctx.db, flow.id)) > MAX_CODE_ATTEMPTS) return false;
  const right = await hasLiveCode(ctx.db, flow.id, codeHash(ctx, flow.id, code), ctx.clock());
  if (right) await countSubmission(ctx.db, flow.id, -1);
  return right;
}
