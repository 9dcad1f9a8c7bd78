import type { Org, Project } from '#generated/model/index.ts';
import { isProjectId } from './project-id.ts';
import type { Selection } from './selection-store.ts';

/**
 * The queries that resolving needs. They return null, not an error, for what doesn't exist or the person may not
 * see.
 */
export type SelectionSource = {
  project: (orgId: string, projectId: string) => Promise<Project | null>;
  /** The person's own first, then those in which projects are shared with them. */
  orgs: () => AsyncIterable<Org>;
  firstProject: (orgId: string) => Promise<Project | null>;
  /** A project of which only things are shared with the person. */
  sharedProject: (projectId: string) => Promise<SharedProject | null>;
};

/** What guests of things know of a project. */
export type SharedProject = Pick<Project, 'id' | 'org_id' | 'name'>;

export type Resolved = {
  /** Null when there is no project at all. */
  project: Project | null;
  selection: Selection;
  /** The project in the URL does not exist: the page says so, and the frame shows the fallback. */
  urlProjectMissing: boolean;
  /** The project in the URL, if only things of it are shared with the person. The frame shows the fallback. */
  shared: SharedProject | null;
};

const nothing: Selection = { projectId: '', orgId: '' };

/**
 * Finds the active project: the one in the URL; else the stored one; else the first project of the selected
 * organisation (by default the first organisation); else the first project of any organisation; else none,
 * with empty ids.
 * @throws whatever the source throws when a query fails
 */
export async function resolveSelection(
  source: SelectionSource,
  stored: Selection,
  urlProjectId?: string,
): Promise<Resolved> {
  const fromUrl = isProjectId(urlProjectId)
    ? await findAnywhere(source, stored, urlProjectId)
    : null;
  const [project, shared] = fromUrl
    ? [fromUrl, null]
    : await Promise.all([
        fallback(source, stored),
        isProjectId(urlProjectId) ? source.sharedProject(urlProjectId) : null,
      ]);
  return {
    project,
    selection: project ? { projectId: project.id, orgId: project.org_id } : nothing,
    urlProjectMissing: urlProjectId !== undefined && fromUrl === null && shared === null,
    shared,
  };
}

/** The URL contains no organisation, so the stored one is tried first, then the others. */
async function findAnywhere(source: SelectionSource, stored: Selection, projectId: string) {
  const likely = isProjectId(stored.orgId) ? stored.orgId : null;
  const found = likely && (await source.project(likely, projectId));
  if (found) return found;
  for await (const org of source.orgs()) {
    if (org.id === likely) continue;
    const project = await source.project(org.id, projectId);
    if (project) return project;
  }
  return null;
}

async function fallback(source: SelectionSource, stored: Selection): Promise<Project | null> {
  const selectedOrg = isProjectId(stored.orgId) ? stored.orgId : null;
  if (selectedOrg) {
    const found = await projectIn(source, selectedOrg, stored.projectId);
    if (found) return found;
  }
  for await (const org of source.orgs()) {
    if (org.id === selectedOrg) continue;
    const first = await source.firstProject(org.id);
    if (first) return first;
  }
  return null;
}

/**
 * The project of an organisation to open: the given one, or else the first. The given one is asked for by its id, so it
 * doesn't matter where it stands in the list.
 * @returns null if the person may see no project there
 */
export async function projectIn(
  source: Pick<SelectionSource, 'project' | 'firstProject'>,
  orgId: string,
  projectId: string | null,
): Promise<Project | null> {
  const same = isProjectId(projectId) ? await source.project(orgId, projectId) : null;
  return same ?? source.firstProject(orgId);
}
