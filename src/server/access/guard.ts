import type { FastifyRequest } from 'fastify';
import { can, canInOrg } from '#core/access/permissions.ts';
import type { Operation, PermissionRule } from '../http/contract.ts';
import { notFound, ProblemError } from '../http/problem.ts';
import type { Authenticate } from './authenticate.ts';
import type { Access, ApiKeyPrincipal, Principal, UserPrincipal } from './principal.ts';
import type { StandingService } from './standing.ts';

type PlacedRule = Exclude<PermissionRule, string>;
type Params = Readonly<Partial<Record<string, string>>>;

/** The check of an operation: sets `request.principal` and `request.access`, or throws ProblemError. */
export type Guard = (operation: Operation) => (request: FastifyRequest) => Promise<void>;

const NOWHERE: Access = { orgRole: null, projectRole: null };

/**
 * The one permission check: who calls, and may they. It runs before the body is read, by the contract's
 * `x-permission`. What the caller may not see is not found; what they may see but not do is forbidden.
 */
export function createGuard(authenticate: Authenticate, standing: StandingService): Guard {
  return (operation) => async (request) => {
    const { permission } = operation;
    if (permission === 'public') return;
    request.principal = await authenticate(request, operation);
    request.access =
      permission === 'authenticated'
        ? NOWHERE
        : await placedAccess(request.principal, permission, request.params as Params);
  };

  async function placedAccess(
    principal: Principal,
    rule: PlacedRule,
    params: Params,
  ): Promise<Access> {
    if (!Object.values(params).every((value) => isPlainId(value ?? ''))) throw notFound();
    const access =
      principal.type === 'user'
        ? await personAccess(principal, rule, params)
        : keyAccess(principal, params);
    if (params.taskId !== undefined) {
      const project = await standing.projectOf('task', params.taskId);
      if (project !== params.projectId) throw notFound();
    }
    if (!allows(rule, access)) throw forbidden(rule);
    return access;
  }

  async function personAccess(
    principal: UserPrincipal,
    rule: PlacedRule,
    { orgId = '', projectId }: Params,
  ): Promise<Access> {
    const found = await standing.of(principal.userId, orgId, projectId);
    if (!found?.seesOrg) throw notFound();
    if (rule.level !== 'organization' && found.projectRole === null) throw notFound();
    return { orgRole: found.orgRole, projectRole: found.projectRole };
  }
}

/** A key is a member of its project, and of nothing else. */
function keyAccess(principal: ApiKeyPrincipal, { orgId, projectId }: Params): Access {
  if (orgId !== principal.orgId || projectId !== principal.projectId) throw notFound();
  return { orgRole: null, projectRole: 'member' };
}

function allows(rule: PlacedRule, { orgRole, projectRole }: Access): boolean {
  switch (rule.level) {
    case 'organization':
      return canInOrg(orgRole, rule.name);
    case 'project':
      return can('project', projectRole, rule.name);
    case 'task':
      return can('task', projectRole, rule.name);
  }
}

function forbidden({ level, name }: PlacedRule): ProblemError {
  return new ProblemError(
    'forbidden',
    `You lack the permission ${name} on this ${level}. Ask an owner for it.`,
  );
}

/** Ids are letters, digits, `_` and `-`; anything else names nothing and need not be asked for. */
function isPlainId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
