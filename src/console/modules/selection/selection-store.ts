import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { rememberProject } from './last-project.ts';
import { NO_SELECTED_PROJECT } from './project-id.ts';

export type Selection = { projectId: string; orgId: string };

type SelectionState = Selection & {
  /** Both change together, since a project belongs to its organisation. */
  select: (selection: Selection) => void;
};

/** The active project and organisation, kept in the browser under the specified key. */
export const useSelectionStore = create<SelectionState>()(
  persist(
    (set) => ({
      projectId: NO_SELECTED_PROJECT,
      orgId: NO_SELECTED_PROJECT,
      select: ({ projectId, orgId }) => {
        set({ projectId, orgId });
        rememberProject(orgId, projectId);
      },
    }),
    {
      name: 'active-project',
    },
  ),
);

/** The stored selection. */
export function storedSelection(): Selection {
  const { projectId, orgId } = useSelectionStore.getState();
  return { projectId, orgId };
}
