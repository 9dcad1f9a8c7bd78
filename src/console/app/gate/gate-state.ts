import type { User } from '#generated/model/index.ts';
import type { SessionCheck } from '../../api/session.ts';
import type { Resolved } from '../../modules/selection/resolve-selection.ts';

/** What is known so far; null or undefined while a request is pending. */
export type GateFacts = {
  session: SessionCheck | undefined;
  user: User | null;
  resolved: Resolved | undefined;
  /** The organisation's first page of tasks: the id of its first task, or how the request ended. */
  firstPage: 'pending' | 'failed' | 'empty' | 'filled';
  error: unknown;
};

export type GateState =
  | { kind: 'loading' }
  | { kind: 'unauthenticated'; needsSecondFactor: boolean }
  | { kind: 'failed'; error: unknown }
  /** Signed in without a project; the project is polled. */
  | { kind: 'no-project' }
  | { kind: 'ready'; onboarding: boolean };

/** The state that the gate is in. */
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
