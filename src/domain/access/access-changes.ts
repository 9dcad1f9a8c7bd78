import { type AccessChange, authorise, type StandingPort } from '../authorise.ts';
import type { Operation } from '../call.ts';
import { Events } from '../events.ts';
import { type Principal, personId } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import type { Params } from './reach.ts';

type Listener = (change: AccessChange) => void;

/** Whoever must learn at once that access has changed: open streams and sockets of this process. */
export class AccessFollowers {
  readonly #listeners = new Set<Listener>();

  readonly tell: Listener = (change) => {
    for (const listener of [...this.#listeners]) listener(change);
  };

  /** Returns the unsubscribe function. */
  readonly follow = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** Whether a change may have ended someone's access to a place. */
export function concerns(change: AccessChange, principal: Principal, params: Params): boolean {
  if (isOfCredential(change, principal)) return true;
  const { org, project, user } = change;
  return (
    (user !== undefined && user === personId(principal)) ||
    (org !== undefined && org === params.orgId) ||
    (project !== undefined && project === params.projectId)
  );
}

/** Whether a key, or what an app may do, has changed, or sessions of a person have ended. */
export function isOfCredential(
  { apiKey, client, grant, identity }: AccessChange,
  principal: Principal,
): boolean {
  if (principal.type === 'user') return identity === principal.identityId;
  if (principal.type === 'api_key') return apiKey === principal.keyId;
  if (principal.type !== 'oauth_client') return false;
  return client === principal.clientId || (grant !== undefined && grant === principal.grantId);
}

interface Caller {
  principal: Principal;
  /** Those of the path. */
  params: object;
}

/**
 * A stream that ends as soon as its reader loses access. Whoever resumes it learns the reason.
 * @param operation the one that returned the stream
 */
export function whileAllowed(
  events: Events,
  domain: { standing: StandingPort; access: Pick<AccessFollowers, 'follow'> },
  operation: Pick<Operation, 'permission'>,
  caller: Caller,
): Events {
  if (typeof operation.permission === 'string') return events;
  const { principal } = caller;
  const params = caller.params as Params;
  let isLost = false;
  return new Events({
    read: () => (isLost ? { events: [], isOver: true } : events.read()),
    follow(onChange) {
      const lose = () => {
        isLost = true;
        onChange();
      };
      const unfollow = events.follow(onChange);
      const ignore = domain.access.follow((change) => {
        if (!concerns(change, principal, params)) return;
        // Who it is, and what it may do now, is known when it resumes the stream.
        if (isOfCredential(change, principal)) return lose();
        authorise(domain.standing, operation, params, principal, () => undefined).catch((error) => {
          // An unreachable database ends nobody's stream.
          if (error instanceof ProblemError) lose();
        });
      });
      return () => {
        ignore();
        unfollow();
      };
    },
  });
}
