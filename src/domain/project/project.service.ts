import { newId } from '#core/ids.ts';
import { PROJECTS_MAX } from '#core/limits.ts';
import type { Project, ProjectList, ProjectUpdate, Role } from '#generated/model/index.ts';
import { type Reader, visibleProjects, within } from '../access/visible.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, nameTaken, notFound, ProblemError } from '../problem.ts';
import { containing, unlessTaken } from '../table.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import { checkedDefaults } from './defaults.ts';
import type { ProjectRow } from './project.tables.ts';

/** The projects of organisations. */
export function createProjectService(
  domain: Pick<Domain, 'stores' | 'access' | 'model' | 'run' | 'secrets'>,
) {
  const { stores, access } = domain;
  const { projects } = stores.project;

  return {
    /** Oldest first. Guests see only those in which they have a role. */
    async list(
      orgId: string,
      reader: Reader,
      query: PageQuery & { q?: string },
    ): Promise<ProjectList> {
      const visible = await visibleProjects(stores, reader);
      const where = { org_id: orgId, ...within(visible, 'id') };
      const options = { where, filter: { name: containing(query.q) } };
      return listPage(projects, options, query, (row) => toProject(row, visible.roleIn(row.id)));
    },

    /** @throws ProblemError 409 `name_taken`, `limit_reached` */
    async create(orgId: string, name: string, orgRole: Role | null): Promise<Project> {
      const row = newProject(orgId, name.trim());
      const creating = stores.transaction(async ({ billing, org, project }) => {
        await mustFind(org.orgs.lock({ id: orgId }));
        const count = await project.projects.count({ org_id: orgId });
        await requirePlan({ billing, org }, orgId, 'projects', count + 1);
        if ((await project.allProjects.count({ org_id: orgId })) >= 2 * PROJECTS_MAX)
          throw new ProblemError('limit_reached', DETAIL.deletedLimit(2 * PROJECTS_MAX));
        await project.projects.insert(row);
      });
      await unlessNameTaken(creating);
      await access.announce({ project: row.id });
      return toProject(row, orgRole);
    },

    /** @throws ProblemError 400 for an unknown model or an origin that can't be allowed, 409 `name_taken`, 412 when it changed since `ifMatch` */
    async update(
      { id, org_id }: ProjectRow,
      body: ProjectUpdate,
      { ifMatch, role }: { ifMatch?: string | undefined; role: Role | null },
    ): Promise<Project> {
      const defaults = await checkedDefaults(domain, org_id, body);
      const updating = stores.transaction(async ({ project }) => {
        const row = await mustFind(project.projects.lock({ id }));
        requireMatch(ifMatch, row);
        if (Object.keys(body).length === 0) return row;
        const changed: ProjectRow = {
          ...row,
          ...defaults,
          name: body.name?.trim() ?? row.name,
          version: row.version + 1,
          updated_at: new Date().toISOString(),
        };
        await project.projects.put(changed);
        return changed;
      });
      return toProject(await unlessNameTaken(updating), role);
    },
  };
}

/** A project of an organisation, not stored yet. */
export function newProject(orgId: string, name: string): ProjectRow {
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  return newRow('project', { id: newId('project'), org_id: orgId, name, ...times });
}

function unlessNameTaken<T>(writing: Promise<T>): Promise<T> {
  return unlessTaken(writing, 'project_org_name', () => nameTaken(DETAIL.nameTaken('Project')));
}

/** A project as someone with this role in it sees it. Everyone who can see it has one; the guard has checked that. */
export function toProject(row: ProjectRow, role: Role | null): Project {
  if (role === null) throw notFound();
  return asView('Project', row, { role });
}
