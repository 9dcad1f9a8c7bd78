import { useRef, useState } from 'react';
import { ApiError } from '#console/api/api-error.ts';
import { dropToken } from '#console/api/auth-token.ts';
import { forgetSession } from '#console/api/session.ts';

/** What a dialog that confirms the person's identity reports. */
export type ConfirmationHandlers = { onClose: () => void; onConfirmed: () => void };

/** Runs actions that need a recent sign-in. */
export type Confirmed = {
  /** Confirms the person's identity. Resolves with whether they did. */
  confirm: () => Promise<boolean>;
  /** Runs an action; if the sign-in is too old for it, confirms the identity and runs it again. Undefined if they don't. */
  run: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  /** For the dialog; null while it is closed. */
  handlers: ConfirmationHandlers | null;
};

/** Asks the person to confirm their identity when an action needs it, on the same page, so that nothing is lost. */
export function useConfirmed(): Confirmed {
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  const settle = (yes: boolean) => {
    setIsOpen(false);
    // Tokens were issued for the earlier sign-in.
    if (yes) {
      forgetSession();
      dropToken();
    }
    answer.current?.(yes);
    answer.current = null;
  };
  const confirm = () =>
    new Promise<boolean>((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
      setIsOpen(true);
    });

  return {
    confirm,
    async run(action) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'sign_in_too_old')) throw error;
        return (await confirm()) ? action() : undefined;
      }
    },
    handlers: isOpen ? { onClose: () => settle(false), onConfirmed: () => settle(true) } : null,
  };
}
