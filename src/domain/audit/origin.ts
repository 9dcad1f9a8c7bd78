import type { AuditActorType } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { Call } from '../call.ts';
import { type Principal, personId, principalId } from '../principal.ts';

/** Who makes a change, and from where. */
export interface Origin {
  actor: {
    type: AuditActorType;
    id: string;
    name: string;
    /** The person behind an API key or token. */
    personId: string | null;
  };
  network: string | null;
  requestId: string | null;
  /** Where it happens, unless the changed rows say so. */
  orgId?: string | undefined;
  projectId?: string | undefined;
}

/** Changes that nobody requested: what the server does by itself. */
export const SYSTEM: Origin = {
  actor: { type: 'system', id: 'system', name: 'Taskloom', personId: null },
  network: null,
  requestId: null,
};

/** Where a request comes from. */
export function originOf(
  call: Pick<Call<OperationId>, 'network' | 'requestId' | 'principal'> & { params: object },
): Origin {
  const { orgId, projectId } = call.params as { orgId?: string; projectId?: string };
  const { network, requestId, principal } = call;
  return { actor: actorOf(principal), network, requestId, orgId, projectId };
}

function actorOf(principal: Principal | undefined): Origin['actor'] {
  if (!principal) return SYSTEM.actor;
  const { type, name } = principal;
  const id = principalId(principal);
  const person = personId(principal);
  return { type, id, name, personId: person === id ? null : person };
}
