import type { ResourcePermission } from '#generated/model/index.ts';
import { usePageThing } from './thing-context.ts';
import { GUEST_REASON, type PermissionScope, usePermission } from './use-permission.ts';

const NONE: PermissionScope = { level: 'project', orgId: '', projectId: '' };

/**
 * Why the thing on the page doesn't allow something; null if it does.
 * @param otherwise the reason on pages that are not about one thing
 */
export function useThingReason(name: ResourcePermission, otherwise: string | null): string | null {
  const thing = usePageThing();
  const scope: PermissionScope = thing ? { ...thing, level: thing.type } : NONE;
  const { reason } = usePermission(scope, name as never, thing !== null);
  return thing ? reason : otherwise;
}

/** Why guests can't do what concerns other projects; null for members. */
export function useGuestReason(): string | null {
  return usePageThing()?.isGuest ? GUEST_REASON : null;
}
