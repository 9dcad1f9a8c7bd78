import { messageOf } from '#console/api/error-message.ts';
import { isMutationError } from '#console/api/query/query-client.ts';
import type { MessageArea } from '#core/messages.ts';
import { toast } from './toast.ts';

export interface AttemptOptions<Result> {
  /** What the person was doing: selects the specified message. */
  area?: MessageArea | undefined;
  /** The toast after a success. */
  success?: string | ((result: Result) => string) | undefined;
  /** Handles an error in another way; resolves with false if the error should be shown as usual. */
  handle?: (error: unknown) => boolean | Promise<boolean>;
}

/**
 * Runs the action of a button or menu item. Failures are shown as a toast, except those of mutation hooks, which show
 * their own. Forms use `Form`, which also shows errors at the fields.
 * @param options or only the area
 * @returns whether it succeeded
 */
export async function attempt<Result>(
  action: () => Promise<Result>,
  options: MessageArea | AttemptOptions<Result> = {},
): Promise<boolean> {
  const { area, success, handle } = typeof options === 'string' ? { area: options } : options;
  try {
    const result = await action();
    if (success !== undefined)
      toast.success(typeof success === 'string' ? success : success(result));
    return true;
  } catch (error) {
    const isHandled = isMutationError(error) || (await handle?.(error));
    if (!isHandled) toast.error(messageOf(error, area));
    return false;
  }
}
