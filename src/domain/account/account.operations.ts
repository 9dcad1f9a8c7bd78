import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createAccountDeletionService } from './deletion.service.ts';
import { exportUserData } from './export.service.ts';

/** The operations of the signed-in person's account. */
export function accountOperations(domain: Domain): OperationsOf<'account'> {
  const deletion = createAccountDeletionService(domain);
  return {
    getUserDeletion: (call) => deletion.preview(userOf(call)),
    scheduleUserDeletion: (call) => deletion.schedule(userOf(call), call.body),
    cancelUserDeletion: (call) => deletion.cancel(userOf(call).userId),
    exportUserData: (call) => exportUserData(domain, userOf(call)),
  };
}
