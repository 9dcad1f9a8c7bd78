import type { Project, Role } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface ProjectRow extends Omit<Project, 'role' | 'etag'> {
  updated_at: string;
  /** Counts writes; it is the ETag. */
  version: number;
}

/** A role given in one project. The role inherited from the organisation is not repeated here. */
export interface ProjectMemberRow {
  project_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

export interface ProjectStore {
  projects: Table<ProjectRow>;
  members: Table<ProjectMemberRow>;
}
