import type { User } from '#generated/model/index.ts';
import type { SessionCheck } from '../../api/session.ts';
import type { Resolved } from '../../modules/selection/resolve-selection.ts';

/** What is known so far; null or undefined for what is still on its way. */
export type GateFacts = {
  session: SessionCheck | undefined;
  user: User | null;
  resolved: Resolved | undefined;
  /** The first page of the selected organisation's tasks: its first id, or how asking went. */
  firstPage: 'pending' | 'failed' | 'empty' | 'filled';
  error: unknown;
};

export type GateState =
  | { kind: 'loading' }
  | { kind: 'unauthenticated'; needsSecondFactor: boolean }
  | { kind: 'failed'; error: unknown }
  /** Signed in, but in no project; it is asked for again and again. */
  | { kind: 'no-project' }
  | { kind: 'ready'; onboarding: boolean };

/** Which of its states the gate is in. */
export function gateState(facts: GateFacts): GateState {
  const { session, user, resolved, firstPage, error } = facts;
  if (session?.state === 'unauthenticated') {
    return { kind: 'unauthenticated', needsSecondFactor: session.needsSecondFactor };
  }
  if (error && (!session || !user || !resolved)) return { kind: 'failed', error };
  if (!session || !user || !resolved) return { kind: 'loading' };
  if (resolved.project === null) return { kind: 'no-project' };
  if (firstPage === 'pending') return { kind: 'loading' };
  return { kind: 'ready', onboarding: user.is_onboarding || firstPage === 'empty' };
}
