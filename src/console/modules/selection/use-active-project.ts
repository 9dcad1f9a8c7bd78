import { createContext, useContext } from 'react';
import type { Project } from '#generated/model/index.ts';

/** Provided by the gate once the project is loaded. */
export const ActiveProjectContext = createContext<Project | null>(null);

interface ActiveProject {
  orgId: string;
  projectId: string;
  /** The IDs that the paths of the project's operations begin with, to spread into their calls. */
  at: readonly [orgId: string, projectId: string];
  project: Project;
}

/**
 * The project that everything on the page belongs to.
 * @throws outside the gate
 */
export function useActiveProject(): ActiveProject {
  const project = useContext(ActiveProjectContext);
  if (!project) throw new Error('useActiveProject must be used inside the gate');
  const { org_id: orgId, id: projectId } = project;
  return { orgId, projectId, at: [orgId, projectId], project };
}
