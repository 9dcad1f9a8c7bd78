import type { Area } from '#domain/call.ts';
import { settlePayments } from '../billing/settle.ts';
import { resumeAnswers } from '../chat/resume.ts';
import type { MockDomain } from '../domain.ts';
import { settleNotifications } from '../notification/settle.ts';
import type { Store } from '../store.ts';
import { settleWebhooks } from '../webhook/settle.ts';

/**
 * The server's background work. The mocks catch up on it when a request reaches the area, because reloading the page
 * interrupts it.
 */
export const CATCH_UP: { readonly [A in Area]?: (domain: MockDomain, store: Store) => unknown } = {
  billing(domain, store) {
    domain.prices.kick();
    return settlePayments(store, domain);
  },
  chat: resumeAnswers,
  evaluation: ({ evaluation }) => evaluation.kick(),
  notification: settleNotifications,
  org: (domain, store) => settlePayments(store, domain),
  run: ({ run }) => run.resume(),
  transfer: ({ transfer }) => transfer.kick(),
  webhook: settleWebhooks,
};
