import { effectiveRole } from '#core/access/permissions.ts';
import { PLANS } from '#core/billing/plans.ts';
import type { Project, ProjectMovePreview } from '#generated/model/index.ts';
import { record } from '../audit/entry.ts';
import type { Origin } from '../audit/origin.ts';
import { allows } from '../authorise.ts';
import { limitText, planOf } from '../billing/plan-limits.ts';
import { freeName } from '../deletion/project-deletion.service.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { allModels } from '../endpoint/own-models.ts';
import { allRows } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { toProject } from '../project/project.service.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import { finishMove } from './move-rows.ts';

type MoveDomain = Pick<Domain, 'stores' | 'access' | 'standing' | 'secrets' | 'model' | 'run'>;

interface Place {
  orgId: string;
  projectId: string;
}

/** How many names of people a preview shows. */
const NAMES = 10;

/** Moves projects between organisations. */
export function createProjectMoveService(domain: MoveDomain) {
  const { stores, access } = domain;

  /** @throws ProblemError 400 for the same organisation; 403, 404 when the person may not create projects there */
  async function requireTarget(orgId: string, to: string, by: UserPrincipal): Promise<void> {
    if (to === orgId) throw invalidField('/org_id', DETAIL.otherOrgNeeded);
    const found = await domain.standing.of(by.userId, to);
    if (!found?.seesOrg) throw notFound();
    const roles = { orgRole: found.orgRole, projectRole: null };
    if (!allows(roles, 'organization', 'create_project'))
      throw new ProblemError('forbidden', DETAIL.projectMoveForbidden);
  }

  /**
   * Moving a project takes it away from its organisation, which is its owners' decision. Owners of the project alone may
   * be guests, and could otherwise take it into an organisation of their own.
   * @throws ProblemError 403
   */
  async function requireOrgOwner(orgId: string, by: UserPrincipal): Promise<void> {
    const member = await stores.org.members.find({ org_id: orgId, user_id: by.userId });
    if (member?.role !== 'owner') throw new ProblemError('forbidden', DETAIL.projectMoveOwners);
  }

  return {
    /** @throws ProblemError 400, 403, 404 */
    async preview(row: ProjectRow, to: string, by: UserPrincipal): Promise<ProjectMovePreview> {
      const { id: projectId, org_id: orgId } = row;
      await requireOrgOwner(orgId, by);
      await requireTarget(orgId, to, by);
      const { org, project, access: keys, oauth, webhook, chat, run, task, user } = stores;
      const where = { project_id: projectId };
      const target = await mustFind(org.orgs.find({ id: to }));
      const [here, there, own] = await Promise.all([
        org.members.list({ where: { org_id: orgId }, order: ['user_id'] }),
        org.members.list({ where: { org_id: to }, order: ['user_id'] }),
        project.members.list({ where, order: ['user_id'] }),
      ]);
      const after = new Set([...there, ...own].map(({ user_id }) => user_id));
      const before = new Set([...here, ...own].map(({ user_id }) => user_id));
      const losing = here.filter(({ user_id }) => !after.has(user_id));
      const ids = losing.slice(0, NAMES).map(({ user_id }) => user_id);
      const people = ids.length === 0 ? [] : await user.users.list({ where: { id: { in: ids } } });
      const models = await allModels(domain, to);
      const callable = new Set(models.filter(({ available }) => available).map(({ id }) => id));
      const tasks = await allRows(task.tasks, { ...where, archived_at: null });
      const used = [...new Set(tasks.map(({ model_id }) => model_id))];
      return {
        org_name: target.name,
        name: freeName(row.name, await namesIn(stores, to)),
        losing: { count: losing.length, names: people.map(({ name }) => name) },
        guests: own.filter(({ user_id }) => !there.some((one) => one.user_id === user_id)).length,
        gaining: there.filter(({ user_id }) => !before.has(user_id)).length,
        api_keys: await keys.apiKeys.count(where),
        oauth_clients: await oauth.clients.count(where),
        webhooks: await webhook.webhooks.count(where),
        widgets: await chat.widgets.count(where),
        unfinished_runs: await run.runs.count({
          ...where,
          status: { in: ['queued', 'running'] },
        }),
        unavailable_models: used.filter((id) => id !== null && !callable.has(id)).sort(),
        balance: target.balance,
        problem: await problemOf(stores, { orgId, projectId }, to),
      };
    },

    /**
     * The project moves at once, and what is in it follows in batches (`finishMove`). Runs in progress finish, and are
     * paid by the organisation that accepted them, whose id they keep.
     * @throws ProblemError 400, 403, 404, 409 `last_project`, `limit_reached`
     */
    async move(
      before: ProjectRow,
      to: string,
      by: UserPrincipal,
      origin: Origin,
    ): Promise<Project> {
      const { id: projectId, org_id: orgId } = before;
      await requireOrgOwner(orgId, by);
      await requireTarget(orgId, to, by);
      if (before.moved_from !== null)
        await finishMove(domain, { id: projectId, from: before.moved_from, to: orgId });
      const moved = await stores.transaction(async (all) => {
        // Both at once in one order, so that two moves in opposite directions don't wait for each other.
        for (const id of [orgId, to].sort()) await mustFind(all.org.orgs.lock({ id }));
        const row = await mustFind(all.project.projects.lock({ id: projectId, org_id: orgId }));
        const problem = await problemOf(all, { orgId, projectId }, to);
        if (problem === DETAIL.lastProject) throw new ProblemError('last_project', problem);
        if (problem !== null) throw new ProblemError('limit_reached', problem);
        const name = freeName(row.name, await namesIn(all, to));
        const change = {
          org_id: to,
          name,
          moved_from: orgId,
          version: row.version + 1,
          updated_at: new Date().toISOString(),
        };
        await all.project.projects.change({ id: projectId }, change);
        await moveFirst(all, projectId, to);
        // The recorded change is in the log of the old organisation.
        const target = { type: 'project', id: projectId, name } as const;
        await record(all, { ...origin, orgId: to, projectId }, { action: 'moveProject', target });
        return { ...row, ...change };
      });
      await access.announce({ org: orgId, project: projectId });
      await access.announce({ org: to });
      await finishMove(domain, { id: projectId, from: orgId, to });
      return toProject(moved, await roleIn(stores, moved, by.userId));
    },
  };
}

/** Why a project can't be moved; null if it can. */
async function problemOf(
  stores: Stores,
  { orgId, projectId }: Place,
  to: string,
): Promise<string | null> {
  const { project, task, collection } = stores;
  if ((await project.projects.count({ org_id: orgId })) <= 1) return DETAIL.lastProject;
  const plan = await planOf(stores, to);
  const { limits } = PLANS[plan];
  if ((await project.projects.count({ org_id: to })) >= limits.projects)
    return limitText(plan, 'projects');
  // No project can exceed the limits of the highest plan.
  if (plan === 'teams') return null;
  const where = { project_id: projectId };
  if ((await task.tasks.count(where)) > limits.tasks) return limitText(plan, 'tasks');
  for (const { id } of await collection.collections.list({ where })) {
    const count = await collection.documents.count({ collection_id: id });
    if (count > limits.documents) return limitText(plan, 'documents');
  }
  return null;
}

async function namesIn({ project }: Stores, orgId: string): Promise<string[]> {
  return (await project.projects.list({ where: { org_id: orgId } })).map(({ name }) => name);
}

/** What must not be left behind for a moment, and settings about the old organisation's money. */
async function moveFirst(all: Stores, projectId: string, org_id: string): Promise<void> {
  const where = { project_id: projectId };
  await all.chat.widgets.change(where, { org_id });
  await all.collection.collections.change(where, { org_id });
  // Spend limits move along, and count what the new organisation pays. Alerts stay with the old one.
  await all.billing.limits.change(where, { spent: 0 });
  await all.billing.spendAlerts.delete(where);
}

async function roleIn({ org, project }: Stores, { id, org_id }: ProjectRow, userId: string) {
  const member = await org.members.find({ org_id, user_id: userId });
  const own = await project.members.find({ project_id: id, user_id: userId });
  return effectiveRole(member?.role ?? null, own?.role ?? null);
}
