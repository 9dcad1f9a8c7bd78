import { randomUUID } from 'node:crypto';
import { MAX_CODE_ATTEMPTS } from '#domain/identity/limits.ts';
import type { Executor } from '#server/db/executor.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import { type IdentityContext, later } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { type CodePurpose, codeMail } from '../mails.ts';
import {
  type CodeRow,
  consumeCode,
  findLiveCode,
  replaceCode,
} from '../repositories/code.repository.ts';
import { countSubmission, type FlowRow } from '../repositories/flow.repository.ts';
import { findIdentityByEmail, type IdentityRow } from '../repositories/identity.repository.ts';
import { randomCode } from '../vault.ts';

/** The hash is bound to the flow, so a code is useless in any other flow. */
function codeHash(ctx: IdentityContext, flowId: string, code: string): string {
  return ctx.vault.mac('code', `${flowId}\n${code}`);
}

/**
 * Counts a request for an email, whether or not the address is known, so that nobody can be flooded with them. A browser
 * that the person has signed in from before has its own limit, so that others can't lock the person out.
 * @throws IdentityError 429
 */
export async function allowMail(
  ctx: IdentityContext,
  exchange: Exchange,
  address: string,
  identityId: string | undefined,
  kind: 'code' | 'registration' = 'code',
): Promise<void> {
  const { network } = exchange;
  const device = exchange.deviceOf(identityId);
  if (device) return ctx.throttle.consume('device', 'mail', device);
  // Registrations of a network have a limit of their own.
  if (kind === 'code') await ctx.throttle.consume('mailNetwork', network);
  await ctx.throttle.consume('mailPair', network, address);
  await ctx.throttle.consume('mailTarget', address);
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
 * Checks a code that was sent to an address. Each attempt is counted, in the flow and for the address, before the code
 * is compared. Returns the code's row, `wrong`, or `too_often` after five attempts in this flow, right or wrong.
 * @throws IdentityError 429 after too many wrong codes for the address in any flows
 */
export async function tryCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  address: string,
  code: string,
): Promise<CodeRow | 'wrong' | 'too_often'> {
  const { throttle } = ctx;
  const { network } = exchange;
  if ((await countSubmission(ctx.db, flow.id)) > MAX_CODE_ATTEMPTS) return 'too_often';
  const person = exchange.hasDevices ? await findIdentityByEmail(ctx.db, address) : undefined;
  const device = exchange.deviceOf(person?.id);
  if (device) await throttle.consume('device', 'code', device);
  else {
    await throttle.consume('codePair', network, address);
    await throttle.consume('codeAccount', address);
  }
  const hash = codeHash(ctx, flow.id, code.replace(/\s/g, ''));
  const row = await consumeCode(ctx.db, flow.id, hash, ctx.clock());
  if (row && !device) {
    await throttle.reset('codePair', network, address);
    await throttle.refund('codeAccount', address);
  }
  return row ?? 'wrong';
}

/**
 * The row of a code that would be accepted now, without using it up. For links, which email scanners open too. A right
 * code doesn't count as an attempt. A wrong one does, or the link could be used for guessing.
 */
export async function liveCode(
  ctx: IdentityContext,
  flow: FlowRow,
  code: string,
): Promise<CodeRow | undefined> {
  if ((await countSubmission(ctx.db, flow.id)) > MAX_CODE_ATTEMPTS) return undefined;
  const row = await findLiveCode(ctx.db, flow.id, codeHash(ctx, flow.id, code), ctx.clock());
  if (row) await countSubmission(ctx.db, flow.id, -1);
  return row;
}
