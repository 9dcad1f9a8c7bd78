import type { NotificationKind, NotificationPreference } from '#generated/model/index.ts';

type Way = 'in_app' | 'email';

interface KindSpec {
  /** How people are notified until they change it. */
  defaults: Readonly<Record<Way, boolean>>;
  /** What they can't change. */
  fixed: readonly Way[];
}

/** What people are notified about, in the order in which it is shown. */
export const NOTIFICATION_KINDS: Readonly<Record<NotificationKind, KindSpec>> = {
  // The invitation itself is an email, so it isn't followed by another one.
  invitation: { defaults: { in_app: true, email: false }, fixed: ['email'] },
  role: { defaults: { in_app: true, email: true }, fixed: [] },
  join: { defaults: { in_app: true, email: true }, fixed: [] },
  share: { defaults: { in_app: true, email: true }, fixed: [] },
  webhook: { defaults: { in_app: true, email: true }, fixed: [] },
  evaluation: { defaults: { in_app: true, email: false }, fixed: [] },
  balance: { defaults: { in_app: true, email: true }, fixed: [] },
  // Nobody may miss that their account is going to be deleted.
  account: { defaults: { in_app: true, email: true }, fixed: ['in_app', 'email'] },
};

/** How someone is notified about each kind, given what they have changed. */
export function preferencesOf(
  changed: readonly NotificationPreference[],
): Map<NotificationKind, NotificationPreference> {
  const own = new Map(changed.map((one) => [one.kind, one]));
  const kinds = Object.entries(NOTIFICATION_KINDS) as [NotificationKind, KindSpec][];
  return new Map(
    kinds.map(([kind, { defaults, fixed }]) => {
      const chosen = { ...defaults, ...own.get(kind), kind };
      for (const way of fixed) chosen[way] = defaults[way];
      return [kind, chosen];
    }),
  );
}
