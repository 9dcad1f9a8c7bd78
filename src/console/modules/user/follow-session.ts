import { onSessionCheck } from '../../api/session.ts';
import { forgetLocalWork } from './local-work.ts';
import { forgetPerson, noteNobody, noteSession, watchSession } from './session-record.ts';

/**
 * Makes this tab follow what happens to the session in others. All of them share the cookie, so a tab that went on would
 * show one person's data and act for another.
 */
export function followSession(): void {
  onSessionCheck((check) => {
    if (check === null) forgetPerson();
    else if (check.state === 'authenticated') noteSession(check.session);
    else if (!check.needsSecondFactor) noteNobody();
  });
  watchSession((change) => {
    if (change === 'ended') {
      globalThis.location.reload();
      return;
    }
    // Open pages store what was typed when they are left, and the next person must not see it.
    globalThis.addEventListener('pagehide', () => forgetLocalWork(), { once: true });
    // The page may belong to a project that the other person can't see.
    globalThis.location.assign('/');
  });
}
