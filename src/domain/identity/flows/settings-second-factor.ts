import type { IdentityContext } from '../context.ts';
import { hasSecondFactor } from '../credentials.ts';
import { FormError } from '../errors.ts';
import { newLookupCodes } from '../limits.ts';
import { changeMail } from '../mails.ts';
import {
  lookupHash,
  pendingLookupCodes,
  sealLookupCode,
  sealLookupCodes,
} from '../methods/lookup.ts';
import { newTotpSecret, totpCounter } from '../methods/totp.ts';
import {
  deleteOtherSessions,
  findCredentials,
  type IdentityRow,
  type IdentityRows,
} from '../rows.ts';
import { addMethod, type Method } from '../sessions/session.ts';
import { text } from '../texts.ts';
import type { Change, Submission } from './settings-submission.ts';
import { requiredText } from './submission.ts';

/** Links or unlinks the authenticator app. */
export async function changeTotp(submission: Submission): Promise<Change> {
  const { ctx, exchange, flow, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const { totp } = await findCredentials(ctx.rows, identity.id);
  if (totp && exchange.form.flag('totp_unlink')) {
    await changeFactor(submission, (tx) => tx.totp.delete({ identityId: identity.id }));
    await tell(ctx, identity, 'The authenticator app was removed from your account.');
    return { saved: true, internal: { ...flow.internal, totp: await newTotpSecret(ctx) } };
  }
  const code = requiredText(exchange, 'totp_code', 'Verification code');
  const secret = flow.internal.totp;
  if (totp || !secret) {
    throw new FormError([text(4000001, { reason: 'An authenticator app is already linked.' })]);
  }
  const lastCounter = await totpCounter(ctx, secret, code);
  if (lastCounter === undefined) throw new FormError([], { totp_code: [text(4000008)] });
  const row = { identityId: identity.id, secret, lastCounter, createdAt: ctx.clock() };
  await changeFactor(submission, (tx) => tx.totp.put(row), 'totp');
  await tell(ctx, identity, 'An authenticator app was added to your account.');
  const { totp: _, ...internal } = flow.internal;
  return { saved: true, internal };
}

/** Generates, confirms or disables backup codes. */
export async function changeLookup(submission: Submission): Promise<Change> {
  const { ctx, exchange, flow, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const { lookup, ...rest } = flow.internal;
  if (exchange.form.flag('lookup_secret_disable')) {
    await changeFactor(submission, (tx) => tx.lookup.delete({ identityId: identity.id }));
    await tell(ctx, identity, "Your account's backup codes were disabled.");
    return { saved: true, internal: rest };
  }
  if (exchange.form.flag('lookup_secret_confirm')) {
    const codes = pendingLookupCodes(ctx, lookup);
    if (!codes) {
      throw new FormError([text(4000001, { reason: 'Generate backup codes first.' })]);
    }
    const { id: identityId } = identity;
    const rows = codes.map((code, position) => ({
      identityId,
      position,
      hash: lookupHash(ctx, identityId, code),
      sealed: sealLookupCode(ctx, code),
      usedAt: null,
    }));
    const store = async (tx: IdentityRows) => {
      await tx.lookup.delete({ identityId });
      await tx.lookup.insert(rows);
    };
    await changeFactor(submission, store, 'lookup_secret');
    await tell(ctx, identity, 'New backup codes were generated for your account.');
    return { saved: true, internal: rest };
  }
  if (exchange.form.flag('lookup_secret_regenerate')) {
    // Protocol quirk: the codes are shown, not saved, and there is no message.
    const sealed = sealLookupCodes(ctx, newLookupCodes(ctx.random.below));
    return { saved: false, internal: { ...rest, lookup: sealed } };
  }
  const { canReveal } = await findCredentials(ctx.rows, identity.id);
  if (!canReveal) {
    throw new FormError([text(4000001, { reason: 'There are no backup codes to show.' })]);
  }
  return { saved: false, revealed: true };
}

/**
 * Changes a second factor. Updates the person's highest assurance level and ends their other sessions. An added
 * factor counts as completed in the current session.
 */
export async function changeFactor(
  { ctx, record }: Submission,
  change: (tx: IdentityRows) => Promise<unknown>,
  added?: Method,
): Promise<void> {
  const { identity, session } = record;
  await ctx.rows.transaction(async (tx) => {
    await change(tx);
    const credentials = await findCredentials(tx, identity.id);
    const availableAal = hasSecondFactor(credentials) ? 'aal2' : 'aal1';
    await tx.identities.change({ id: identity.id }, { availableAal, updatedAt: ctx.clock() });
    await deleteOtherSessions(tx, identity.id, session.id);
    if (added) await addMethod(ctx, tx, session, added);
  });
  ctx.log.info({ identityId: identity.id, added }, 'second factor changed');
}

/** Emails the person what was changed. */
export function tell(ctx: IdentityContext, identity: IdentityRow, what: string): Promise<void> {
  return ctx.mail.send(changeMail(identity.email, identity.name, what));
}
