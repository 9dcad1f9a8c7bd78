import type { Domain } from '../../domain.ts';

/**
 * Whether people who can edit this organisation may correct the prices of the server's models, in all organisations.
 * They are those who run the server: the free-tier project is in their organisation.
 */
export async function isOperator(
  { stores, system }: Pick<Domain, 'stores' | 'system'>,
  orgId: string,
): Promise<boolean> {
  const id = system.settings.free_tier_project_id;
  return (await stores.project.projects.find({ id }))?.org_id === orgId;
}
