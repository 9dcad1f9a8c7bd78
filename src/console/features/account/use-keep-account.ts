import { useQueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { useSaveUser } from '#console/modules/user/use-save-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { cancelUserDeletion, getGetUserDeletionQueryKey } from '#generated/api/account/account.ts';

/** Cancels the deletion of the account. */
export function useKeepAccount() {
  const client = useQueryClient();
  const save = useSaveUser();
  const user = useCurrentUser();
  return () =>
    attempt(
      async () => {
        await mutate(cancelUserDeletion);
        save({ ...user, delete_at: null });
        await client.invalidateQueries({ queryKey: getGetUserDeletionQueryKey() });
      },
      { success: 'Your account stays' },
    );
}
