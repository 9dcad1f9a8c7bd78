import { secureOriginProblem } from '#core/settings/origin.ts';
import type { OrgUpdate } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import { createModelService } from '../model/model.service.ts';
import { invalidRequest } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { ProjectRow } from './project.tables.ts';

/** What projects inherit from their organisation, unless they set it. */
export interface Defaults {
  default_model_id: string | null;
  run_retention_days: number | null;
  allowed_origins: string[];
}

/** What a project has set, and otherwise what its organisation has. */
export async function defaultsOf(
  { org }: Pick<Stores, 'org'>,
  project: ProjectRow,
): Promise<Defaults> {
  const owner = await org.orgs.find({ id: project.org_id });
  return {
    default_model_id: project.default_model_id ?? owner?.default_model_id ?? null,
    run_retention_days: project.run_retention_days ?? owner?.run_retention_days ?? null,
    allowed_origins: project.allowed_origins ?? owner?.allowed_origins ?? [],
  };
}

/** The model that a new task of a project starts with. */
export async function newTaskModel(
  domain: ModelDomain,
  { orgId, projectId }: { orgId: string; projectId: string },
): Promise<string> {
  const project = await domain.stores.project.projects.find({ id: projectId });
  const defaults = project && (await defaultsOf(domain.stores, project));
  return createModelService(domain).defaultId(orgId, defaults?.default_model_id);
}

/**
 * The origin check of CORS: whether a browser may pass responses about a project's tasks to a page of this origin. The
 * binders ask it before they know the caller.
 */
export async function mayCallTasks(
  stores: Pick<Stores, 'org' | 'project'>,
  { orgId, projectId }: { orgId: string; projectId: string },
  origin: string,
): Promise<boolean> {
  const project = await stores.project.projects.find({ id: projectId, org_id: orgId });
  if (!project) return false;
  return (await defaultsOf(stores, project)).allowed_origins.includes(origin);
}

type Change = Pick<
  { [Key in keyof OrgUpdate]: OrgUpdate[Key] | null },
  'default_model_id' | 'run_retention_days' | 'allowed_origins'
>;

/**
 * The properties to write, without those that are omitted.
 * @throws ProblemError 400 for an unknown model, and for origins that can't be allowed
 */
export async function checkedDefaults(
  domain: ModelDomain,
  orgId: string,
  change: Change,
): Promise<Change> {
  const { default_model_id, run_retention_days, allowed_origins } = change;
  const errors = (allowed_origins ?? []).flatMap((origin, index) => {
    const message = secureOriginProblem(origin);
    return message === null ? [] : [{ pointer: `/allowed_origins/${index}`, message }];
  });
  if (typeof default_model_id === 'string' && !(await findModel(domain, orgId, default_model_id)))
    errors.push({ pointer: '/default_model_id', message: DETAIL.modelUnknown });
  if (errors.length > 0) throw invalidRequest(errors);
  return {
    ...(default_model_id !== undefined && { default_model_id }),
    ...(run_retention_days !== undefined && { run_retention_days }),
    ...(allowed_origins !== undefined && { allowed_origins }),
  };
}
