import { messageOf } from '#console/api/error-message.ts';
import { isMutationError } from '#console/api/query/query-client.ts';
import type { MessageArea } from '#core/messages.ts';
import { toast } from './toast.ts';

/**
 * Runs the action of a button or menu item. Failures are shown as a toast, except those of mutation hooks, which show
 * their own. Forms use `Form`, which also shows errors at the fields.
 * @param area what the person was doing: selects the specified message
 * @param handle handles an error in another way; resolves with false if the error should be shown as usual
 * @returns whether it succeeded
 */
export async function attempt(
  action: () => Promise<unknown>,
  area?: MessageArea,
  handle?: (error: unknown) => boolean | Promise<boolean>,
): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    const isHandled = isMutationError(error) || (await handle?.(error));
    if (!isHandled) toast.error(messageOf(error, area));
    return false;
  }
}
