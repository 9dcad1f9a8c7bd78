import { newId } from '#core/ids.ts';
import { NAME_MAX } from '#core/limits.ts';
import { decodeIdCursor, toPage } from '#domain/paging.ts';
import { notFound } from '#domain/problem.ts';
import { etagOf, requireMatch } from '#domain/version.ts';
import type { Membership, Org, OrgList, OrgUpdate, Role } from '#generated/model/index.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  deleteOrg,
  findOrg,
  insertOrg,
  insertOrgMember,
  listOrgs,
  lockOrg,
  type OrgRow,
  renameOrg,
} from './org.repository.ts';

const FIRST_PROJECT = 'My first project';

export interface OrgDeps {
  db: Db;
  invalidation: Invalidation;
  /** Makes a project in a new organisation. */
  createProject(tx: Tx, orgId: string, name: string): Promise<void>;
  /** Puts the welcome credit into a new organisation's ledger, once. */
  grantWelcomeCredit(tx: Tx, orgId: string): Promise<void>;
}

interface OrgQuery {
  membership?: Membership | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export type OrgService = ReturnType<typeof createOrgService>;

export function createOrgService(deps: OrgDeps) {
  const { db, invalidation } = deps;

  /** A new organisation is never without an owner, a project and its credit. */
  async function make(tx: Tx, name: string, ownerId: string): Promise<string> {
    const id = newId('org');
    await insertOrg(tx, id, name);
    await insertOrgMember(tx, id, ownerId, 'owner');
    await deps.createProject(tx, id, FIRST_PROJECT);
    await deps.grantWelcomeCredit(tx, id);
    return id;
  }

  return {
    /** The first organisation of a new person, in the transaction that makes them. */
    async createFirst(tx: Tx, owner: { userId: string; name: string }): Promise<void> {
      const suffix = "'s organisation";
      await make(tx, owner.name.slice(0, NAME_MAX - suffix.length) + suffix, owner.userId);
    },

    async create(name: string, ownerId: string): Promise<Org> {
      const id = await db.transaction((tx) => make(tx, name.trim(), ownerId));
      await invalidation.announce({ org: id });
      return toOrg(await mustFind(findOrg(db, id)), 'owner');
    },

    async list(
      userId: string,
      { membership = 'any', q, cursor, limit }: OrgQuery,
    ): Promise<OrgList> {
      const after = decodeIdCursor(cursor);
      const found = await listOrgs(db, { userId, membership, q, after, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ org }) => ({ id: org.id }));
      return { results: rows.map(({ org, role }) => toOrg(org, role)), pagination };
    },

    async get(orgId: string, role: Role | null): Promise<Org> {
      return toOrg(await mustFind(findOrg(db, orgId)), role);
    },

    /** @throws ProblemError 412 when it changed since `ifMatch` was read */
    async update(
      orgId: string,
      { name }: OrgUpdate,
      { ifMatch, role }: { ifMatch?: string | undefined; role: Role | null },
    ): Promise<Org> {
      return db.transaction(async (tx) => {
        const row = await mustFind(lockOrg(tx, orgId));
        requireMatch(ifMatch, row);
        const changed =
          name === undefined ? row : await mustFind(renameOrg(tx, orgId, name.trim()));
        return toOrg(changed, role);
      });
    },

    async delete(orgId: string): Promise<void> {
      await deleteOrg(db, orgId);
      await invalidation.announce({ org: orgId });
    },
  };
}

async function mustFind(found: Promise<OrgRow | undefined>): Promise<OrgRow> {
  const row = await found;
  if (!row) throw notFound();
  return row;
}

function toOrg(row: OrgRow, role: Role | null): Org {
  return {
    id: row.id,
    name: row.name,
    role,
    plan_status: row.plan_status,
    plan_interval: row.plan_interval,
    pending_plan: row.pending_plan,
    pending_plan_interval: row.pending_plan_interval,
    pending_plan_date: row.pending_plan_date,
    trial_ends_at: row.trial_ends_at,
    grace_period_ends_at: row.grace_period_ends_at,
    created_at: row.created_at,
    etag: etagOf(row),
  };
}
