import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { isApiError } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { paths } from '../paths.ts';
import { NO_SELECTED_PROJECT } from '../selection/project-id.ts';
import { useSelectionStore } from '../selection/selection-store.ts';
import { LostAccess } from './lost-access.tsx';
import { roleLabel } from './permission-words.ts';
import { useWatch } from './use-watch.ts';

/**
 * Notices that the signed-in person's role in the project has changed, or that they have lost access. It asks every few
 * seconds while the page is visible, and whenever a request is refused. Permissions, which are cached forever, are then
 * read again; without access, nothing of the project stays on the screen.
 */
export function AccessWatch({ project }: { project: Project }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  const role = useRef(project.role);

  useWatch(async (signal) => {
    try {
      const found = await getProject(project.org_id, project.id, { signal });
      if (signal.aborted || found.role === role.current) return;
      role.current = found.role;
      toast.info(`Your role in ${found.name} is now ${roleLabel(found.role).toLowerCase()}.`);
      await client.invalidateQueries({ queryKey: queryKeys.allPermissions() });
    } catch (error) {
      // Anything else is a failure of the network or server, and says nothing.
      if (!signal.aborted && isApiError(error, 403, 404)) setLost(true);
    }
  });

  if (!isLost) return null;
  return (
    <LostAccess
      action={
        // Everything in the cache belonged to the project, so the console reloads.
        <Button onClick={() => globalThis.location.assign(paths.home())}>Continue</Button>
      }
    >
      Someone removed you from {project.name}, or the project was deleted.
      <ForgetSelection />
    </LostAccess>
  );
}

/** The stored project can't be opened any more. */
function ForgetSelection() {
  const select = useSelectionStore((state) => state.select);
  useEffect(() => select({ projectId: NO_SELECTED_PROJECT, orgId: NO_SELECTED_PROJECT }), [select]);
  return null;
}
