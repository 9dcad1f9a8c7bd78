import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#console/api/query/query-client.ts';
import { MESSAGES } from '#core/messages.ts';
import { ApiError, isApiError } from '../../api/api-error.ts';
import { ShownError } from '../../api/error-message.ts';
import { attempt } from './attempt.ts';
import { toast } from './toast.ts';

const error = vi.spyOn(toast, 'error');
afterEach(() => error.mockClear());

const fails = () => Promise.reject(new ApiError({ status: 500 }));

describe('attempt', () => {
  it('says whether the action succeeded', async () => {
    expect(await attempt(async () => 1)).toBe(true);
    expect(error).not.toHaveBeenCalled();
    expect(await attempt(fails)).toBe(false);
    expect(error).toHaveBeenCalledExactlyOnceWith('unexpected error');
  });

  it('shows the specified message of the area', async () => {
    await attempt(() => {
      const problem = { type: '', title: 'X', status: 500, code: 'internal_error' } as const;
      return Promise.reject(new ApiError({ status: 500, problem }));
    }, 'project.create');
    expect(error).toHaveBeenCalledExactlyOnceWith(MESSAGES.settings.createProject);
  });

  it('does not show errors that the caller handles, and shows the others', async () => {
    await attempt(fails, { handle: (error) => isApiError(error, 500) });
    expect(error).not.toHaveBeenCalled();
    await attempt(fails, { handle: async (error) => isApiError(error, 409) });
    expect(error).toHaveBeenCalledTimes(1);
  });

  it("shows the message of the console's own errors", async () => {
    await attempt(() => Promise.reject(new ShownError("Couldn't read the picture.")));
    expect(error).toHaveBeenCalledExactlyOnceWith("Couldn't read the picture.");
  });

  it('does not repeat the error of a mutation hook', async () => {
    const client = createQueryClient((message) => toast.error(message));
    const mutation = client.getMutationCache().build(client, { mutationFn: fails });
    expect(await attempt(() => mutation.execute(undefined))).toBe(false);
    expect(error).toHaveBeenCalledTimes(1);
  });
});
