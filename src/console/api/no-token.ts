import { ApiError } from './api-error.ts';

/**
 * The error of a session without a token: the identity service's own reason, and who can help.
 * @param template the name of the token template
 */
export async function noToken(response: Response, template: string): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as { error?: { reason?: string } } | null;
  const reason = body?.error?.reason;
  return new ApiError({
    status: response.status,
    problem: {
      type: '/docs/errors#identity_unavailable',
      title: 'Identity service unavailable',
      status: response.status,
      code: 'identity_unavailable',
      detail: `You're signed in, but the identity service can't issue a token for Taskloom${reason ? `: ${reason.replace(/\.$/, '')}` : ''}. An administrator must correct its token template “${template}”; see /docs/identity.`,
    },
  });
}
