import { formatMicros } from '#core/billing/money.ts';
import { LOW_BALANCE } from '#core/limits.ts';
import type { NotificationKind } from '#generated/model/index.ts';

/** What the text of a notification mentions, such as names, at the time when it happened. */
export type Facts = Readonly<Record<string, string>>;

interface Described {
  title: string;
  detail: string | null;
}

interface EventSpec {
  kind: NotificationKind;
  /** @param say writes a fact, or the words to use if it is unknown or can't be repeated */
  describe(say: (fact: string, otherwise?: string) => string): {
    title: string;
    detail?: string | null;
  };
}

/** What people are notified about, and in which words. */
export const EVENTS = {
  invited: {
    kind: 'invitation',
    describe: (say) => ({ title: `${say('by', 'Someone')} invited you to ${say('place')}` }),
  },
  added: {
    kind: 'role',
    describe: (say) => ({
      title: `You were added to ${say('place')} as ${withArticle(say('role'))}`,
      detail: `By ${say('by', 'someone')}`,
    }),
  },
  role_changed: {
    kind: 'role',
    describe: (say) => ({
      title: `You are now ${withArticle(say('role'))} of ${say('place')}`,
      detail: `Changed by ${say('by', 'someone')}`,
    }),
  },
  removed: {
    kind: 'role',
    describe: (say) => ({
      title: `You were removed from ${say('place')}`,
      detail: `By ${say('by', 'someone')}`,
    }),
  },
  join_requested: {
    kind: 'join',
    describe: (say) => ({
      title: `${say('by', 'Someone')} asks to join ${say('place')}`,
      detail: 'Approve or decline the request under People.',
    }),
  },
  join_declined: {
    kind: 'join',
    describe: (say) => ({ title: `Your request to join ${say('place')} was declined` }),
  },
  shared: {
    kind: 'share',
    describe: (say) => ({
      title: `${say('by', 'Someone')} shared ${say('thing', 'something')} with you`,
      detail: `A ${say('type', 'thing')} in ${say('place')}`,
    }),
  },
  webhook_disabled: {
    kind: 'webhook',
    describe: (say) => ({
      title: `The webhook ${say('webhook', 'of yours')} was disabled`,
      detail:
        'Deliveries to its endpoint failed for too long. Fix your endpoint, send a test, then re-enable it.',
    }),
  },
  evaluation_succeeded: {
    kind: 'evaluation',
    describe: (say) => ({
      title: `The evaluation of ${say('task', 'your task')} has finished`,
      detail: `Dataset ${say('dataset', 'of the task')}, revision ${say('revision')}`,
    }),
  },
  evaluation_failed: {
    kind: 'evaluation',
    describe: (say) => ({
      title: `The evaluation of ${say('task', 'your task')} failed`,
      detail: say('reason', '') || null,
    }),
  },
  balance_low: {
    kind: 'balance',
    describe: (say) => ({
      title: `The balance of ${say('place')} is below ${formatMicros(LOW_BALANCE)}`,
      detail: 'Runs stop at zero.',
    }),
  },
  balance_empty: {
    kind: 'balance',
    describe: (say) => ({
      title: `The balance of ${say('place')} is used up`,
      detail: 'Runs are paused until you add credits.',
    }),
  },
  price_given_back: {
    kind: 'balance',
    describe: (say) => ({
      title: `Prices were corrected: ${say('amount', 'something')} given back to ${say('place')}`,
      detail: `Past runs of ${say('model', 'a model')} cost less. The entry is in the ledger.`,
    }),
  },
  price_charged: {
    kind: 'balance',
    describe: (say) => ({
      title: `Prices were corrected: ${say('amount', 'something')} charged to ${say('place')}`,
      detail: `Past runs of ${say('model', 'a model')} cost more. The entry is in the ledger.`,
    }),
  },
  top_up_declined: {
    kind: 'balance',
    describe: (say) => ({
      title: `Automatic top-up for ${say('place')} was turned off`,
      detail: say('reason', 'The card was declined. Contact your bank.'),
    }),
  },
  spend_alert: {
    kind: 'balance',
    describe: (say) => ({
      title: `${say('place')} has spent ${say('amount', 'as much')} this month`,
      detail: `${say('spent', 'More')} so far. Manage limits and alerts in Settings → Billing.`,
    }),
  },
  deletion_scheduled: {
    kind: 'account',
    describe: (say) => ({
      title: `Your account will be deleted on ${say('date')}`,
      detail: 'Sign in before then to keep it.',
    }),
  },
  deletion_cancelled: {
    kind: 'account',
    describe: () => ({ title: 'Your account will not be deleted' }),
  },
  org_ending: {
    kind: 'account',
    describe: (say) => ({
      title: `${say('place')} will be deleted on ${say('date')}`,
      detail: 'Its only owner is deleting their account. Ask them to make somebody else an owner.',
    }),
  },
  org_staying: {
    kind: 'account',
    describe: (say) => ({ title: `${say('place')} will not be deleted` }),
  },
} as const satisfies Record<string, EventSpec>;

export type NotificationEvent = keyof typeof EVENTS;

/**
 * The text of a notification.
 * @param safe what a fact may be repeated as; undefined to leave it out
 */
export function describe(
  event: NotificationEvent,
  facts: Facts,
  safe: (text: string, fact: string) => string | undefined = (text) => text,
): Described {
  const say = (fact: string, otherwise = 'an organisation or project') => {
    const text = facts[fact];
    return (text === undefined ? undefined : safe(text, fact)) ?? otherwise;
  };
  const { title, detail = null }: ReturnType<EventSpec['describe']> = EVENTS[event].describe(say);
  return { title, detail };
}

function withArticle(role: string): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
}
