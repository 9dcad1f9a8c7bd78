import type { Domain } from '#domain/domain.ts';
import { createNotificationPort } from './notification-port.ts';

/** Ports that send nothing and manage no accounts, for tests of other areas. */
export function quietPorts(): Pick<Domain, 'account' | 'notification' | 'payments'> {
  const mail = { mailer: { send: async () => undefined }, isSent: false };
  return {
    payments: { provider: null, missing: [], consoleUrl: '' },
    account: { isManaged: false, endSessions: async () => {}, deleteIdentity: async () => {} },
    notification: createNotificationPort(mail, 'http://localhost'),
  };
}
