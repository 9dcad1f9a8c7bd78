import { effectiveRole } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import { decodeIdCursor, toPage } from '#domain/paging.ts';
import { nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import { etagOf, requireMatch } from '#domain/version.ts';
import type { Project, ProjectList, ProjectUpdate, Role } from '#generated/model/index.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import type { Db, Tx } from '../../db/client.ts';
import { uniqueViolation } from '../../db/errors.ts';
import {
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  lockAndCountProjects,
  lockProject,
  type ProjectRow,
  updateProject,
} from './project.repository.ts';

interface ProjectQuery {
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Who asks, and what they are in the organisation. */
interface Asker {
  userId: string;
  orgRole: Role | null;
}

export type ProjectService = ReturnType<typeof createProjectService>;

export function createProjectService(deps: { db: Db; invalidation: Invalidation }) {
  const { db, invalidation } = deps;

  return {
    /** The first project of a new organisation, in the transaction that makes it. */
    async createFirst(tx: Tx, orgId: string, name: string): Promise<void> {
      await insertProject(tx, { id: newId('project'), org_id: orgId, name });
    },

    async list(
      orgId: string,
      { userId, orgRole }: Asker,
      query: ProjectQuery,
    ): Promise<ProjectList> {
      const { q, limit } = query;
      const after = decodeIdCursor(query.cursor);
      const onlyShared = orgRole === null;
      const filter = { orgId, userId, onlyShared, q, after, limit: limit + 1 };
      const found = await listProjects(db, filter);
      const { rows, pagination } = toPage(found, limit, ({ project }) => ({ id: project.id }));
      const results = rows.map(({ project, role }) =>
        toProject(project, effectiveRole(orgRole, role)),
      );
      return { results, pagination };
    },

    /** @throws ProblemError 409 `name_taken` */
    async create(orgId: string, name: string, orgRole: Role | null): Promise<Project> {
      const values = { id: newId('project'), org_id: orgId, name: name.trim() };
      const row = await mustFind(uniquely(insertProject(db, values)));
      await invalidation.announce({ project: row.id });
      return toProject(row, orgRole);
    },

    async get(projectId: string, role: Role | null): Promise<Project> {
      return toProject(await mustFind(findProject(db, projectId)), role);
    },

    /** @throws ProblemError 409 `name_taken`, 412 when it changed since `ifMatch` was read */
    async update(
      projectId: string,
      { name, run_retention_days }: ProjectUpdate,
      { ifMatch, role }: { ifMatch?: string | undefined; role: Role | null },
    ): Promise<Project> {
      const change = db.transaction(async (tx) => {
        const row = await mustFind(lockProject(tx, projectId));
        requireMatch(ifMatch, row);
        const change = {
          ...(name !== undefined && { name: name.trim() }),
          ...(run_retention_days !== undefined && { run_retention_days }),
        };
        return Object.keys(change).length === 0 ? row : updateProject(tx, projectId, change);
      });
      return toProject(await mustFind(uniquely(change)), role);
    },

    /** @throws ProblemError 409 `last_project`: an organisation is never without one */
    async delete(orgId: string, projectId: string): Promise<void> {
      await db.transaction(async (tx) => {
        if ((await lockAndCountProjects(tx, orgId)) <= 1) {
          throw new ProblemError(
            'last_project',
            'An organisation keeps its last project. Create another one first, or delete the organisation.',
          );
        }
        await deleteProject(tx, projectId);
      });
      await invalidation.announce({ project: projectId });
    },
  };
}

async function uniquely<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    if (uniqueViolation(error) === 'project_org_name') throw nameTaken(VALIDATION.projectNameTaken);
    throw error;
  });
}

async function mustFind(found: Promise<ProjectRow | undefined>): Promise<ProjectRow> {
  const row = await found;
  if (!row) throw notFound();
  return row;
}

/** Whoever is shown a project has a role in it; the guard has seen to that. */
function toProject(row: ProjectRow, role: Role | null): Project {
  if (role === null) throw notFound();
  return {
    id: row.id,
    org_id: row.org_id,
    name: row.name,
    role,
    run_retention_days: row.run_retention_days,
    created_at: row.created_at,
    etag: etagOf(row),
  };
}
