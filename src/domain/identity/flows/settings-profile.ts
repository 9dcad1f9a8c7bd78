import { unlessTaken } from '../../table.ts';
import type { IdentityContext } from '../context.ts';
import { FormError, tooManyRequests } from '../errors.ts';
import { changeMail } from '../mails.ts';
import { allowMail } from '../methods/code.ts';
import { deleteOtherSessions, type IdentityRow, type IdentityRows, TAKEN } from '../rows.ts';
import { text } from '../texts.ts';
import type { Traits } from '../traits.ts';
import type { Change, Submission } from './settings-submission.ts';
import { readTraits, requiredText } from './submission.ts';
import { startVerificationOf } from './verification-start.ts';

/** Changes name and email address. A new address is unverified and ends the other sessions. */
export async function changeProfile(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  const traits = readTraits(exchange);
  if (traits.email !== identity.email) return changeEmail(submission, traits);
  await ctx.rows.identities.change(
    { id: identity.id },
    { name: traits.name, updatedAt: ctx.clock() },
  );
  return { saved: true };
}

async function changeEmail(submission: Submission, traits: Traits): Promise<Change> {
  const { ctx, exchange, flow, record } = submission;
  submission.assertPrivileged();
  if (!(await allowMail(ctx, exchange, traits.email, record.identity.id)))
    throw tooManyRequests(60);
  const verification = await ctx.rows.transaction(async (tx) => {
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
  tx: IdentityRows,
  id: string,
  traits: Traits,
): Promise<IdentityRow> {
  const now = ctx.clock();
  const change: Partial<IdentityRow> = {
    ...traits,
    verifiableAddressId: crypto.randomUUID(),
    recoveryAddressId: crypto.randomUUID(),
    verifiedAt: null,
    addressStatus: 'pending',
    addressCreatedAt: now,
    addressUpdatedAt: now,
    updatedAt: now,
  };
  const [changed] = await unlessTaken(
    tx.identities.update({ id }, change),
    TAKEN.email,
    () => new FormError([text(4000007)]),
  );
  if (!changed) throw new FormError([text(4010004)]);
  return changed;
}

/** Sets a new password and ends the other sessions. */
export async function changePassword(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const password = requiredText(exchange, 'password', 'Password');
  const faults = await ctx.passwords.faults(password, identity);
  if (faults.length > 0) throw new FormError([], { password: faults });
  if (identity.passwordHash && (await ctx.passwords.verify(identity.passwordHash, password))) {
    throw new FormError([], { password: [text(4000039)] });
  }
  const passwordHash = await ctx.passwords.hash(password);
  await ctx.rows.transaction(async (tx) => {
    await tx.identities.change({ id: identity.id }, { passwordHash, updatedAt: ctx.clock() });
    await deleteOtherSessions(tx, identity.id, record.session.id);
  });
  await ctx.mail.send(changeMail(identity.email, identity.name, 'Your password was changed.'));
  ctx.log.info({ identityId: identity.id }, 'password changed');
  return { saved: true };
}
