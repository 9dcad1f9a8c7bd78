import { unlessTaken } from '../../table.ts';
import { newChallenge } from '../context.ts';
import { hexId, isLastFirstFactor } from '../credentials.ts';
import { FormError } from '../errors.ts';
import { findCredentials, TAKEN, type WebauthnKeyRow } from '../rows.ts';
import { text } from '../texts.ts';
import { changeFactor, tell } from './settings-second-factor.ts';
import type { Change, Submission } from './settings-submission.ts';
import { requiredText } from './submission.ts';

const NAME_MAX = 60;

/** Adds or removes a passkey. */
export async function changePasskey(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const removed = exchange.form.text('passkey_remove');
  if (removed) {
    const credentials = await findCredentials(ctx.rows, identity.id);
    if (isLastFirstFactor(credentials)) {
      const reason = 'This is your only way to sign in. Set a password first.';
      throw new FormError([text(4000001, { reason })]);
    }
    await remove(submission, credentials.passkeys, removed);
    await tell(ctx, identity, 'A passkey was removed from your account.');
    return { saved: true };
  }
  const response = requiredText(exchange, 'passkey_settings_register', 'Passkey');
  const internal = await add(submission, 'passkey', response, `Passkey added ${today(submission)}`);
  await tell(ctx, identity, 'A passkey was added to your account.');
  return { saved: true, internal };
}

/** Adds or removes a security key (a second factor). */
export async function changeSecurityKey(submission: Submission): Promise<Change> {
  const { ctx, exchange, record } = submission;
  const { identity } = record;
  submission.assertPrivileged();
  const removed = exchange.form.text('webauthn_remove');
  if (removed) {
    const { securityKeys } = await findCredentials(ctx.rows, identity.id);
    await remove(submission, securityKeys, removed);
    await tell(ctx, identity, 'A security key was removed from your account.');
    return { saved: true };
  }
  const response = requiredText(exchange, 'webauthn_register', 'Security key');
  const typed = exchange.form.text('webauthn_register_displayname')?.trim().slice(0, NAME_MAX);
  const name = typed || `Security key added ${today(submission)}`;
  const internal = await add(submission, 'webauthn', response, name);
  await tell(ctx, identity, 'A security key was added to your account.');
  return { saved: true, internal };
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const today = ({ ctx }: Submission) => date.format(ctx.clock());

/** Adds the key that signed the flow's challenge, and gives the flow a new challenge. */
async function add(
  submission: Submission,
  kind: WebauthnKeyRow['kind'],
  response: string,
  displayName: string,
): Promise<Record<string, string>> {
  const { ctx, flow, record } = submission;
  const { challenge = '', ...rest } = flow.internal;
  const key = await ctx.keys?.verifyCreation(challenge, kind, response);
  // The old challenge is used up in any case, because a rejection also stores this flow.
  flow.internal = { ...rest, challenge: newChallenge(ctx) };
  if (!key) {
    throw new FormError([text(4000001, { reason: 'The key could not be verified.' })]);
  }
  const { id: identityId } = record.identity;
  const row = { ...key, identityId, kind, displayName, createdAt: ctx.clock() };
  await changeFactor(
    submission,
    (tx) =>
      unlessTaken(
        tx.keys.insert(row),
        TAKEN.key,
        () => new FormError([text(4000001, { reason: 'This key is already registered.' })]),
      ),
    kind === 'webauthn' ? 'webauthn' : undefined,
  );
  return flow.internal;
}

async function remove(submission: Submission, keys: WebauthnKeyRow[], hex: string): Promise<void> {
  const key = keys.find((candidate) => hexId(candidate) === hex);
  if (!key) throw new FormError([text(4000001, { reason: 'Key not found.' })]);
  await changeFactor(submission, (tx) =>
    tx.keys.delete({ id: key.id, identityId: submission.record.identity.id }),
  );
}
