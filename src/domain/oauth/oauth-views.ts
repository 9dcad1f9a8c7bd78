import type { OAuthApp, OAuthProject } from '#generated/model/index.ts';
import type { OrgRow } from '../org/org.tables.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import { asView } from '../view.ts';
import type { OAuthClientRow } from './oauth.tables.ts';

/** An app, as people see it who allow it something. */
export function toApp(row: OAuthClientRow): OAuthApp {
  return asView('OAuthApp', row);
}

/** The project that an app uses. */
export function toOAuthProject(
  { id, name, org_id }: Pick<ProjectRow, 'id' | 'name' | 'org_id'>,
  org: Pick<OrgRow, 'name'> | undefined,
): OAuthProject {
  return { id, name, org_id, org_name: org?.name ?? '' };
}
