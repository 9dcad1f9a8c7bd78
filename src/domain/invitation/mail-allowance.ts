import { mailboxOf } from '#core/email/address.ts';
import { newId } from '#core/ids.ts';
import {
  DAY_MS,
  INVITATION_MAILS,
  INVITATION_MAILS_PER_ADDRESS,
  NEW_ACCOUNT_DAYS,
} from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import { DETAIL } from '../details.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { InvitationPort } from './invitation.port.ts';
import type { InvitationMailRow } from './invitation.tables.ts';

const HOUR_MS = DAY_MS / 24;
const order = ['created_at', 'id'] as const;

/** Why an email to an address may not be sent now. */
interface MailRefusal {
  detail: string;
  /** When it may be. */
  seconds: number;
}

/** What somebody may still have sent to other people's addresses, whichever organisations it is for. */
export interface MailAllowance {
  /** Counts an email. @returns why it may not be sent; undefined if it may */
  take(address: string): MailRefusal | undefined;
  /** Stores what was counted. */
  save(): Promise<void>;
}

const UNLIMITED: MailAllowance = { take: () => undefined, save: async () => {} };

/**
 * Call it at the start of a transaction: it locks the sender, so that concurrent requests can't exceed the limits, and
 * users are locked before organisations.
 * @param addresses those that may be taken
 */
export async function mailAllowance(
  all: Stores,
  { isMailed }: Pick<InvitationPort, 'isMailed'>,
  by: UserPrincipal,
  addresses: readonly string[],
): Promise<MailAllowance> {
  if (!isMailed) return UNLIMITED;
  const { mails } = all.invitation;
  const user = await all.user.users.lock({ id: by.userId });
  const now = Date.now();
  await mails.delete({ created_at: { lt: new Date(now - DAY_MS).toISOString() } });
  const sender = mailboxOf(by.email);
  // By the account too, since its address may have been another one.
  const [own, same] = [{ user_id: by.userId }, { sender }];
  const sentBefore = new Map(
    [
      ...(await mails.list({ where: own, order })),
      ...(await mails.list({ where: same, order })),
    ].map(({ id, created_at }) => [id, toTime(created_at)]),
  );
  const sent = [...sentBefore.values()].sort((a, b) => a - b);
  const recipient = { in: [...new Set(addresses.map(mailboxOf))] };
  const received = Map.groupBy(
    await mails.list({ where: { recipient }, order }),
    (mail) => mail.recipient,
  );
  const isNew = !user || now - toTime(user.created_at) < NEW_ACCOUNT_DAYS * DAY_MS;
  const level = by.isVerified === true ? (isNew ? 'new' : 'established') : 'unverified';
  const { hour, day } = INVITATION_MAILS[level];
  const made: InvitationMailRow[] = [];

  /** Milliseconds until there are fewer than `max` in the period; 0 if there are now. */
  const waitFor = (times: readonly number[], max: number, period: number): number => {
    const first = times.at(-max);
    return first === undefined ? 0 : Math.max(0, first + period - now);
  };

  return {
    take(address) {
      const recipient = mailboxOf(address);
      const theirs = received.get(recipient) ?? [];
      const times = theirs.map(({ created_at }) => toTime(created_at));
      const full = waitFor(times, INVITATION_MAILS_PER_ADDRESS, DAY_MS);
      if (full > 0) return refusal(DETAIL.mailsToAddress(INVITATION_MAILS_PER_ADDRESS), full);
      const wait = Math.max(waitFor(sent, hour, HOUR_MS), waitFor(sent, day, DAY_MS));
      if (wait > 0) return refusal(DETAIL.mailsOfPerson[level](hour, day), wait);
      const created_at = new Date(now).toISOString();
      const row = { id: newId('mail'), sender, recipient, user_id: by.userId, created_at };
      sent.push(now);
      received.set(recipient, [...theirs, row]);
      made.push(row);
      return undefined;
    },
    save: async () => {
      if (made.length > 0) await mails.insert(made);
    },
  };
}

function refusal(said: string, ms: number): MailRefusal {
  const seconds = Math.ceil(ms / 1000);
  return { detail: `${said} Try again in ${waitText(ms)}.`, seconds };
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** @throws ProblemError 429 if an email may not be sent to the address now */
export async function takeMail(allowance: MailAllowance, address: string): Promise<void> {
  const refused = allowance.take(address);
  if (refused)
    throw new ProblemError('rate_limited', refused.detail, {
      headers: { 'retry-after': String(refused.seconds) },
    });
  await allowance.save();
}
