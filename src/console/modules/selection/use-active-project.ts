import { createContext, useContext } from 'react';
import type { Project } from '#generated/model/index.ts';

/** Provided by the gate once the project is loaded. */
export const ActiveProjectContext = createContext<Project | null>(null);

/**
 * The project that everything on the page belongs to.
 * @throws outside the gate
 */
export function useActiveProject(): { orgId: string; projectId: string; project: Project } {
  const project = useContext(ActiveProjectContext);
  if (!project) throw new Error('useActiveProject must be used inside the gate');
  return { orgId: project.org_id, projectId: project.id, project };
}
