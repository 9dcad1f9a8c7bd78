import type { QueryClient } from '@tanstack/react-query';
import { dropToken } from '#console/api/auth-token.ts';
import { forgetSession } from '#console/api/session.ts';
import { forgetUser } from '#console/modules/user/user-store.ts';

/** Another user has signed in, so everything cached for the previous one is dropped. */
export function startSession(queryClient: QueryClient): void {
  forgetSession();
  dropToken();
  forgetUser();
  queryClient.clear();
}
