import type { Project, Role } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface ProjectRow extends Omit<Project, 'role' | 'etag'> {
  updated_at: string;
  /** Also set while its organisation is deleted. */
  deleted_at: string | null;
  /** Who deleted it. */
  deleted_by_name: string | null;
  /** Whether it was deleted with its organisation, and will be restored with it. */
  deleted_with_org: boolean;
  /** The organisation that it moved from, while rows in it still have that one's ID. */
  moved_from: string | null;
  /** Counts writes; it is the ETag. */
  version: number;
}

/** What every new project starts with. */
export const NEW_PROJECT = {
  moved_from: null,
  default_model_id: null,
  run_retention_days: null,
  allowed_origins: null,
  deleted_at: null,
  deleted_by_name: null,
  deleted_with_org: false,
  version: 1,
} satisfies Partial<ProjectRow>;

/** A role given in one project. The role inherited from the organisation is not repeated here. */
export interface ProjectMemberRow {
  project_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

export interface ProjectStore {
  /** Without those that are deleted. */
  projects: Table<ProjectRow>;
  allProjects: Table<ProjectRow>;
  members: Table<ProjectMemberRow>;
}
