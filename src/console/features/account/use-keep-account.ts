import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  getGetUserDeletionQueryKey,
  useCancelUserDeletion,
} from '#generated/api/account/account.ts';
import { useSaveUser } from '../user/use-save-user.ts';

/** Cancels the deletion of the account. */
export function useKeepAccount() {
  const client = useQueryClient();
  const save = useSaveUser();
  const user = useCurrentUser();
  return useCancelUserDeletion({
    mutation: {
      onSuccess: async () => {
        save({ ...user, delete_at: null });
        await client.invalidateQueries({ queryKey: getGetUserDeletionQueryKey() });
        toast.success('Your account stays');
      },
    },
  });
}
