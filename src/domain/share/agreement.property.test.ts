import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effectiveRole, permissionsOf } from '#core/access/permissions.ts';
import { levelsToGive, SHARE_LEVELS } from '#core/access/share-levels.ts';
import type {
  ChatAudience,
  OAuthScope,
  ResourcePermission,
  Role,
  ShareLevel,
} from '#generated/model/index.ts';
import type { SharedWith } from '../access/shared-of.ts';
import { authorise, type StandingPort, testedAt } from '../authorise.ts';
import { type Operation, operations } from '../call.ts';
import { type Access, NOWHERE, type Principal, type Program } from '../principal.ts';
import { ProblemError } from '../problem.ts';

const NAMES = permissionsOf('task', 'owner');
const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';
const PLACE = { orgId: 'org_1', projectId: 'project_1' };
const TYPES = ['task', 'collection', 'chat', 'workflow'] as const;
type Type = (typeof TYPES)[number];

const role = fc.constantFrom<Role | null>('owner', 'editor', 'member', null);
const level = fc.constantFrom<ShareLevel>('view', 'run', 'edit', 'full');
const id = fc.constantFrom('thing_1', 'thing_2');

const share: fc.Arbitrary<SharedWith> = fc.record({
  thing_id: id,
  level,
  expires_at: fc.constantFrom(null, PAST, FUTURE),
});
const scope = fc.constantFrom<OAuthScope>('task:run', 'run:read', 'collection:search');
const resources = fc.option(
  fc.record({ task_ids: fc.uniqueArray(id), collection_ids: fc.uniqueArray(id) }),
);
const program = {
  createdBy: fc.constant('user_1'),
  resources,
  projectId: fc.constantFrom('project_1', 'project_2'),
  orgId: fc.constant('org_1'),
  name: fc.constant('Program'),
};
const principal: fc.Arbitrary<Principal> = fc.oneof(
  fc.constant<Principal>({
    ...{ type: 'user', userId: 'user_1', identityId: 'i', sessionId: 's' },
    ...{ name: 'Ada', email: 'ada@example.com' },
  }),
  fc.record({ type: fc.constant('api_key' as const), keyId: fc.constant('key_1'), ...program }),
  fc.record({
    type: fc.constant('oauth_client' as const),
    clientId: fc.constant('client_1'),
    grantId: fc.constant('grant_1'),
    userId: fc.constantFrom('user_1', null),
    scopes: fc.uniqueArray(scope),
    ...program,
  }),
);
const world = fc.record({
  orgRole: role,
  ownRole: role,
  projectExists: fc.boolean(),
  shares: fc.array(share, { maxLength: 4 }),
  thingProject: fc.constantFrom('project_1', 'project_2', undefined),
  audience: fc.constantFrom<ChatAudience>('private', 'project', 'organization'),
  isOwner: fc.boolean(),
  principal,
  type: fc.constantFrom<Type>(...TYPES),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

function standingIn({ thingProject, isOwner, audience, ...w }: World): StandingPort {
  const projectRole = w.projectExists ? effectiveRole(w.orgRole, w.ownRole) : null;
  return {
    of: async () => ({
      orgRole: w.orgRole,
      projectRole,
      projectExists: w.projectExists,
      seesOrg: w.orgRole !== null || w.ownRole !== null,
      shares: w.projectExists ? w.shares : [],
    }),
    projectOf: async (type) => (type === 'workflow' ? undefined : thingProject),
    chatOf: async (chatId) =>
      thingProject === undefined
        ? undefined
        : {
            id: chatId,
            project_id: thingProject,
            owner_id: isOwner ? 'user_1' : 'user_2',
            audience,
          },
    runOf: async () => undefined,
  };
}

/** What the guard says to an operation with this permission: 200, or why not. */
async function guarded(
  { principal, type }: World,
  standing: StandingPort,
  operation: Pick<Operation, 'permission' | 'scopes'>,
  params: Record<string, string>,
): Promise<{ status: number; access: Access }> {
  let access = NOWHERE;
  try {
    await authorise(standing, operation, { ...PLACE, ...params }, principal, (found) => {
      access = found;
    });
    return { status: 200, access };
  } catch (error) {
    if (error instanceof ProblemError) return { status: error.status, access };
    throw new Error(`${type}: ${String(error)}`);
  }
}

/** Whether any operation with this permission accepts the program at all: authentication refuses the others. */
function isForProgram(program: Program, type: Type, name: ResourcePermission): boolean {
  return Object.values(operations).some(
    ({ permission, takesApiKey, scopes, area }) =>
      area !== 'access' &&
      typeof permission === 'object' &&
      permission.level === type &&
      permission.name === name &&
      (program.type === 'api_key'
        ? takesApiKey
        : scopes?.every((one) => program.scopes.includes(one))),
  );
}

it('permission tests of things tell exactly what the guard allows', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      const standing = standingIn(w);
      const test = operations.testResourcePermissions;
      const { status, access } = await guarded(w, standing, test, {
        resourceType: w.type,
        id: 'thing_1',
      });
      const path = { [`${w.type}Id`]: 'thing_1' };
      const { type, principal } = w;
      const thing = { type, id: 'thing_1' };
      const caller = { projectId: PLACE.projectId, principal, access };
      const told = status === 200 ? await testedAt(standing, thing, caller) : [];
      for (const name of NAMES) {
        // Workflows have no operations yet.
        if (type === 'workflow') {
          expect(status).toBe(404);
          continue;
        }
        const permission = { level: type, name };
        const byType = await guarded(w, standing, { permission }, path);
        const generic = await guarded(
          w,
          standing,
          { permission: { level: 'resource', name } },
          { resourceType: type, id: 'thing_1' },
        );
        expect(generic.status).toBe(byType.status);
        const isCallable =
          principal.type === 'user' || isForProgram(principal as Program, type, name);
        expect(told.includes(name)).toBe(byType.status === 200 && isCallable);
        // What somebody may not see isn't told from what doesn't exist, except a chat of their own project.
        if (byType.status === 403) expect(status === 200 || type === 'chat').toBe(true);
      }
    }),
    { numRuns: 1500 },
  );
});

it('what is shared is never more than its level, and only of that thing, until it expires', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const w = { ...given, orgRole: null, ownRole: null, isOwner: false };
      if (w.principal.type !== 'user' || w.type === 'workflow') return;
      const valid = w.shares.filter(
        (one) => one.thing_id === 'thing_1' && one.expires_at !== PAST && w.projectExists,
      );
      const isHere = w.thingProject === 'project_1';
      for (const name of NAMES) {
        const permission = { level: w.type, name };
        const path = { [`${w.type}Id`]: 'thing_1' };
        const { status } = await guarded(w, standingIn(w), { permission }, path);
        const isShared =
          isHere && valid.some((one) => SHARE_LEVELS[one.level].some((held) => held === name));
        expect(status === 200).toBe(isShared);
        if (valid.length === 0 || !isHere) expect(status).toBe(404);
      }
      for (const permission of [
        { level: 'project', name: 'view_members' },
        { level: 'project', name: 'run_task' },
        { level: 'organization', name: 'view_members' },
      ] as const)
        expect((await guarded(w, standingIn(w), { permission }, {})).status).toBe(404);
    }),
    { numRuns: 1500 },
  );
});

it('nobody can give more than they have, nor anything without the permission to share', () => {
  fc.assert(
    fc.property(fc.subarray(NAMES), level, (held, wanted) => {
      if (!levelsToGive(held).includes(wanted)) return;
      expect(held).toContain('share');
      expect(SHARE_LEVELS[wanted].filter((name) => !held.includes(name))).toEqual([]);
    }),
  );
});
