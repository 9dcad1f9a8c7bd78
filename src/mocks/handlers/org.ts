import { matchesWords } from '#core/words.ts';
import { notFound } from '#domain/problem.ts';
import type { Org } from '#generated/model/index.ts';
import { orgRoleOf, seesOrg } from '../http/access.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import { createOrg } from '../identity/tokens.ts';
import { deleteDependents } from '../memory/stores.ts';
import { etagOf, type Store, type StoredOrg, type StoredUser } from '../store.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<StoredOrg> = {
  name: 'org',
  id: (org) => org.id,
};

/** Organisations. */
export const orgResolvers = {
  listOrgs: ({ store, user, query }) => {
    const { membership = 'any' } = query;
    const orgs = Object.values(store.data.orgs).filter((org) => {
      const isMember = orgRoleOf(org, user) !== null;
      const fits = membership === 'any' || (membership === 'member') === isMember;
      return fits && seesOrg(store, org, user) && matchesWords(query.q, org.name);
    });
    const { results, pagination } = paginate(orgs, query, ORDER);
    return { results: results.map((org) => toOrg(org, user)), pagination };
  },

  createOrg: ({ store, user, body }) => {
    const org = orgById(store, createOrg(store, body.name.trim(), user));
    return new Answer(toOrg(org, user), 201, { Location: `/api/v1/org/${org.id}` });
  },

  getOrg: ({ store, user, params }) => withTag(orgById(store, params.orgId), user),

  updateOrg: ({ store, user, params, body, request }) => {
    const org = orgById(store, params.orgId);
    checkIfMatch(request, org);
    if (body.name !== undefined) {
      org.name = body.name.trim();
      org.version += 1;
    }
    return withTag(org, user);
  },

  deleteOrg: ({ store, params }) => {
    const { data } = store;
    delete data.orgs[params.orgId];
    for (const project of Object.values(data.projects)) {
      if (project.org_id === params.orgId) deleteProjectData(store, project.id);
    }
    return undefined;
  },
} satisfies Partial<Resolvers>;

/** Deletes a project and all that it holds. */
export function deleteProjectData(store: Store, projectId: string): void {
  const { data } = store;
  delete data.projects[projectId];
  for (const task of Object.values(data.tasks))
    if (task.project_id === projectId) delete data.tasks[task.id];
  deleteDependents(store, 'project', projectId);
  for (const { run } of Object.values(data.runs))
    if (run.project_id === projectId) delete data.runs[run.id];
}

function withTag(org: StoredOrg, user: StoredUser): Answer<Org> {
  return new Answer(toOrg(org, user), 200, { ETag: etagOf(org) });
}

function toOrg(org: StoredOrg, user: StoredUser): Org {
  const { version: _, members, granted: _g, spent: _s, balance_at: _b, ...rest } = org;
  return { ...rest, role: members[user.id] ?? null, etag: etagOf(org) };
}

function orgById(store: Store, id: string): StoredOrg {
  const org = store.data.orgs[id];
  if (!org) throw notFound();
  return org;
}
