import { ActionButton, type ActionButtonProps } from '#console/ui/form/action-button.tsx';
import { type PermissionState, usePermission } from '../permission/use-permission.ts';
import { useActiveProject } from '../selection/use-active-project.ts';

/** Whether the signed-in person may edit the active project. */
export function useEditPermission(): PermissionState {
  const { orgId, projectId } = useActiveProject();
  return usePermission({ level: 'project', orgId, projectId }, 'edit');
}

/** A button for those who may edit the active project. For others it is disabled, and says why. */
export function EditButton(props: ActionButtonProps) {
  const { reason } = useEditPermission();
  return <ActionButton {...props} reason={reason ?? props.reason} />;
}
