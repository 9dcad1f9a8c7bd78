import { randomUUID } from 'node:crypto';
import { FormError, tooManyRequests } from '#domain/identity/errors.ts';
import { text } from '#domain/identity/texts.ts';
import type { Traits } from '#domain/identity/traits.ts';
import { uniqueViolation } from '#server/db/errors.ts';
import type { Executor } from '#server/db/executor.ts';
import type { IdentityContext } from '../context.ts';
import { changeMail } from '../mails.ts';
import { allowMail } from '../methods/code.ts';
import { hashPassword, passwordFaults, verifyPassword } from '../methods/password.ts';
import { type IdentityRow, updateIdentity } from '../repositories/identity.repository.ts';
import { deleteOtherSessions } from '../repositories/session.repository.ts';
import type { Change, Submission } from './settings-submission.ts';
import { readTraits, requiredText } from './submission.ts';
import { startVerificationOf } from './verification-start.ts';

/** Changes name and email address. A new address is unverified and ends the other sessions. */
export async function changeProfile(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  const traits = readTraits(exchange);
  if (traits.email !== identity.email) return changeEmail(submission, traits);
  await updateIdentity(ctx.db, identity.id, { name: traits.name, updatedAt: ctx.clock() });
  return { saved: true };
}

async function changeEmail(submission: Submission, traits: Traits): Promise<Change> {
  const { ctx, exchange, flow, record } = submission;
  submission.assertPrivileged();
  if (!(await allowMail(ctx, exchange, traits.email, record.identity.id)))
    throw tooManyRequests(60);
  const verification = await ctx.db.transaction(async (tx) => {
    const changed = await moveAddress(ctx, tx, record.identity.id, traits);
    await deleteOtherSessions(tx, changed.id, record.session.id);
    return startVerificationOf(ctx, tx, flow, changed);
  });
  await ctx.mail.send(verification.mail);
  const what = `The email address of your account is now ${traits.email}.`;
  await ctx.mail.send(changeMail(record.identity.email, traits.name, what));
  ctx.log.info({ identityId: record.identity.id }, 'email address changed');
  return { saved: true, next: [verification.next] };
}

async function moveAddress(
  ctx: IdentityContext,
  tx: Executor,
  id: string,
  traits: Traits,
): Promise<IdentityRow> {
  const now = ctx.clock();
  try {
    const changed = await updateIdentity(tx, id, {
      ...traits,
      verifiableAddressId: randomUUID(),
      recoveryAddressId: randomUUID(),
      verifiedAt: null,
      addressStatus: 'pending',
      addressCreatedAt: now,
      addressUpdatedAt: now,
      updatedAt: now,
    });
    if (changed) return changed;
    throw new FormError([text(4010004)]);
  } catch (error) {
    if (uniqueViolation(error) !== undefined) throw new FormError([text(4000007)]);
    throw error;
  }
}

/** Sets a new password and ends the other sessions. */
export async function changePassword(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const password = requiredText(exchange, 'password', 'Password');
  const faults = await passwordFaults(password, identity);
  if (faults.length > 0) throw new FormError([], { password: faults });
  if (identity.passwordHash && (await verifyPassword(ctx, identity.passwordHash, password))) {
    throw new FormError([], { password: [text(4000039)] });
  }
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    await updateIdentity(tx, identity.id, { passwordHash, updatedAt: ctx.clock() });
    await deleteOtherSessions(tx, identity.id, record.session.id);
  });
  await ctx.mail.send(changeMail(identity.email, identity.name, 'Your password was changed.'));
  ctx.log.info({ identityId: identity.id }, 'password changed');
  return { saved: true };
}
