import { ApiError } from './api-error.ts';

type Failure = { error?: { reason?: string; message?: string } } | null;

/**
 * The error of a session without a token: the identity service's own reason, and who can help. 400 is about the
 * template, which an administrator must correct. So are others, for example 500 for a file of the template that can't be
 * read, if the session can be requested without a token. Anything else may pass.
 * @param template the name of the token template
 * @param askWithout requests the session without a token
 */
export async function noToken(
  response: Response,
  template: string,
  askWithout: () => Promise<Response>,
): Promise<ApiError> {
  const isTemplate =
    response.status === 400 ||
    (await askWithout().then(
      ({ ok }) => ok,
      () => false,
    ));
  if (!isTemplate) return new ApiError({ status: response.status });
  const body = (await response.json().catch(() => null)) as Failure;
  const reason = body?.error?.reason ?? body?.error?.message;
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
