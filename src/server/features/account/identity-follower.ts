import { followIdentities } from '#domain/account/follow-identities.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const FOLLOW_MS = 30_000;

/** Notices who was deactivated or deleted at an external identity service. Several nodes may do so at once. */
export function createIdentityFollower(
  domain: Pick<Domain, 'stores' | 'access' | 'account'>,
  report: (error: unknown) => void,
) {
  const closing = new AbortController();
  const schedule = createSchedule(report);
  const { signal } = closing;
  if (domain.account.findInactive)
    schedule.every(FOLLOW_MS, () =>
      forAll(() => followIdentities(domain, { now: new Date(), signal })),
    );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
