import type { QueryClient } from '@tanstack/react-query';
import { dropToken } from '#console/api/auth-token.ts';
import { forgetSession } from '#console/api/session.ts';
import { forgetUser } from '#console/modules/user/user-store.ts';

/** Somebody signed in, or as somebody else: nothing that was known of the one before holds any more. */
export function startSession(queryClient: QueryClient): void {
  forgetSession();
  dropToken();
  forgetUser();
  queryClient.clear();
}
