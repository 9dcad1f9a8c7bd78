import type { Area } from '#domain/call.ts';
import { settlePayments } from '../billing/settle.ts';
import { resumeAnswers } from '../chat/resume.ts';
import type { MockDomain } from '../domain.ts';
import { settleNotifications } from '../notification/settle.ts';
import type { Store } from '../store.ts';
import { settleWebhooks } from '../webhook/settle.ts';

/**
 * What the server does in the background. Here, it is done when someone calls the area, because a page load may have
 * interrupted it.
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
