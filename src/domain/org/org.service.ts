import { newId } from '#core/ids.ts';
import { NAME_MAX, ORGS_MAX } from '#core/limits.ts';
import type { Membership, Org, OrgList, OrgUpdate, Role } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import { checkedDefaults } from '../project/defaults.ts';
import { newProject } from '../project/project.service.ts';
import type { Stores } from '../stores.ts';
import { containing } from '../table.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import type { OrgRow } from './org.tables.ts';

const FIRST_PROJECT = 'My first project';

/** Organisations: they own projects and the balance that runs are paid from. */
export function createOrgService(
  domain: Pick<Domain, 'stores' | 'access' | 'model' | 'run' | 'secrets'>,
) {
  const { stores, access } = domain;
  const { orgs } = stores.org;

  return {
    /** The organisations that a person belongs to, or has access to a project of, oldest first. */
    async list(
      userId: string,
      query: PageQuery & { membership?: Membership; q?: string },
    ): Promise<OrgList> {
      const roles = await orgRolesOf(stores, userId);
      const isWanted = wanted(query.membership);
      const ids = [...roles.keys()].filter((id) => isWanted(roles.get(id) ?? null));
      return listPage(
        orgs,
        { where: { id: { in: ids } }, filter: { name: containing(query.q) } },
        query,
        (row) => toOrg(row, roles.get(row.id) ?? null),
      );
    },

    /** Starts without credit. @throws ProblemError 409 `limit_reached` */
    async create(name: string, ownerId: string): Promise<Org> {
      const row = await stores.transaction(async (all) => {
        await all.user.users.lock({ id: ownerId });
        const owned = { id: { in: await ownedBy(all, ownerId) } };
        if ((await all.org.orgs.count(owned)) >= ORGS_MAX)
          throw new ProblemError('limit_reached', DETAIL.orgLimit(ORGS_MAX));
        if (owned.id.in.length >= 2 * ORGS_MAX)
          throw new ProblemError('limit_reached', DETAIL.deletedLimit(2 * ORGS_MAX));
        return createOrg(all, name.trim(), ownerId);
      });
      await access.announce({ org: row.id });
      return toOrg(row, 'owner');
    },

    /** @throws ProblemError 400 for an unknown model or an origin that can't be allowed, 412 when it changed since `ifMatch` */
    async update(
      id: string,
      body: OrgUpdate,
      { ifMatch, role }: { ifMatch?: string | undefined; role: Role | null },
    ): Promise<Org> {
      const defaults = (await checkedDefaults(domain, id, body)) as Partial<OrgRow>;
      return stores.transaction(async ({ org }) => {
        const row = await mustFind(org.orgs.lock({ id }));
        requireMatch(ifMatch, row);
        if (Object.keys(body).length === 0) return toOrg(row, role);
        const change = {
          ...defaults,
          ...(body.name !== undefined && { name: body.name.trim() }),
          version: row.version + 1,
          updated_at: new Date().toISOString(),
        };
        // Not the whole row, since separate statements change the balance.
        await org.orgs.change({ id }, change);
        return toOrg({ ...row, ...change }, role);
      });
    },
  };
}

/** Creates the first organisation of a new person, in the transaction that creates the person. Returns its ID. */
export async function createFirstOrg(
  stores: Stores,
  owner: { id: string; name: string },
): Promise<string> {
  const suffix = "'s organisation";
  const name = owner.name.slice(0, NAME_MAX - suffix.length) + suffix;
  const { id } = await createOrg(stores, name, owner.id);
  return id;
}

/** A new organisation always has an owner and a project. */
async function createOrg(stores: Stores, name: string, ownerId: string): Promise<OrgRow> {
  const now = new Date().toISOString();
  const row = newRow('org', { id: newId('org'), name, created_at: now, updated_at: now });
  await stores.org.orgs.insert(row);
  const owner = { org_id: row.id, user_id: ownerId, role: 'owner', created_at: now } as const;
  await stores.org.members.insert(owner);
  await stores.project.projects.insert(newProject(row.id, FIRST_PROJECT));
  return row;
}

/** The organisations that a person owns, deleted ones included. */
export async function ownedBy({ org }: Pick<Stores, 'org'>, userId: string): Promise<string[]> {
  const where = { user_id: userId, role: 'owner' } as const;
  const rows = await org.members.list({ where, order: ['org_id'] });
  return rows.map(({ org_id }) => org_id);
}

/** The organisations that a person may see, with their role in each: null where only projects are shared with them. */
async function orgRolesOf(
  { org, project }: Pick<Stores, 'org' | 'project'>,
  userId: string,
): Promise<Map<string, Role | null>> {
  const [memberships, shares] = await Promise.all([
    org.members.list({ where: { user_id: userId }, order: ['org_id'] }),
    project.members.list({ where: { user_id: userId }, order: ['project_id'] }),
  ]);
  const ids = shares.map(({ project_id }) => project_id);
  const shared = await project.projects.list({ where: { id: { in: ids } } });
  return new Map<string, Role | null>([
    ...shared.map(({ org_id }) => [org_id, null] as const),
    ...memberships.map(({ org_id, role }) => [org_id, role] as const),
  ]);
}

function wanted(membership: Membership = 'any'): (role: Role | null) => boolean {
  return (role) => membership === 'any' || (membership === 'member') === (role !== null);
}

/** An organisation as someone with this role in it sees it. What guests see of its plan is what limits them. */
export function toOrg(row: OrgRow, role: Role | null): Org {
  const subscription = role === null && {
    plan_status: row.plan === 'free' ? ('free' as const) : ('active' as const),
    plan_interval: null,
    ...{ pending_plan: null, pending_plan_interval: null, pending_plan_date: null },
    ...{ trial_ends_at: null, grace_period_ends_at: null },
  };
  return asView('Org', row, { ...subscription, role });
}
