import { listSharedThings } from '#generated/api/share/share.ts';
import type { SharedProject } from '../selection/resolve-selection.ts';

/** Pages that are searched; somebody with more shared things has a role in some of their projects. */
const PAGES = 10;

/** The project of something that is shared with the person; null if nothing of it is. */
export async function findSharedProject(
  projectId: string,
  signal: AbortSignal,
): Promise<SharedProject | null> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const found = await listSharedThings(
      { page_limit: 100, ...(cursor && { cursor }) },
      { signal },
    );
    const thing = found.results.find(({ project }) => project.id === projectId);
    if (thing) return { ...thing.project, org_id: thing.org.id };
    if (!found.pagination.has_next || !found.pagination.next_cursor) break;
    cursor = found.pagination.next_cursor;
  }
  return null;
}
