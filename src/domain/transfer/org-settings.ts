import { ORIGINS_MAX, secureOriginProblem } from '#core/settings/origin.ts';
import type { Domain } from '../domain.ts';
import type { ArchivedProject, OrgManifest } from './archive-format.ts';
import { knownModel } from './piece-rows.ts';

type Settings = Pick<OrgManifest, 'run_retention_days' | 'default_model_id' | 'allowed_origins'>;

/** The archive's settings, where the organisation has none of its own. */
export function importedSettings(
  domain: Pick<Domain, 'model'>,
  own: Settings,
  archived: Settings,
): Settings {
  const origins = archived.allowed_origins.filter((one) => secureOriginProblem(one) === null);
  return {
    default_model_id: own.default_model_id ?? knownModel(domain, archived.default_model_id),
    // Runs of the projects that are there already must not be deleted.
    run_retention_days: own.run_retention_days,
    allowed_origins:
      own.allowed_origins.length > 0 ? own.allowed_origins : origins.slice(0, ORIGINS_MAX),
  };
}

/**
 * A project with its old organisation's settings as its own, where it took them from there and the new organisation has
 * others: it keeps its model, its retention and the websites that may embed it.
 */
export function withSettings<Project extends Pick<ArchivedProject, keyof Settings>>(
  project: Project,
  archived: Settings,
  now: Settings,
): Project {
  const origins = archived.allowed_origins;
  const isSame = origins.every((one) => now.allowed_origins.includes(one));
  return {
    ...project,
    default_model_id:
      project.default_model_id ?? unless(archived.default_model_id, now.default_model_id),
    run_retention_days:
      project.run_retention_days ?? unless(archived.run_retention_days, now.run_retention_days),
    allowed_origins: project.allowed_origins ?? (isSame ? null : origins),
  };
}

/** A setting, or null if the organisation has the same. */
function unless<T>(setting: T | null, own: T | null): T | null {
  return setting === own ? null : setting;
}
