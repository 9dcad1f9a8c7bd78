import type { Org, Role } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface OrgRow extends Omit<Org, 'role' | 'etag'> {
  /** Micro-dollars: the sum of the ledger's entries, updated in the transactions that add them. */
  balance: number;
  /** Micro-dollars of it that unfinished runs and other calls of models have reserved. */
  reserved: number;
  updated_at: string;
  deleted_at: string | null;
  /** Who deleted it. */
  deleted_by_name: string | null;
  /** Counts writes; it is the ETag. */
  version: number;
}

/** What every new organisation starts with. */
export const NEW_ORG = {
  plan: 'free',
  plan_status: 'free',
  plan_interval: null,
  pending_plan: null,
  pending_plan_interval: null,
  pending_plan_date: null,
  trial_ends_at: null,
  grace_period_ends_at: null,
  balance: 0,
  reserved: 0,
  default_model_id: null,
  run_retention_days: null,
  allowed_origins: [],
  deleted_at: null,
  deleted_by_name: null,
  version: 1,
} satisfies Partial<OrgRow>;

export interface OrgMemberRow {
  org_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

export interface OrgStore {
  /** Without those that are deleted. */
  orgs: Table<OrgRow>;
  allOrgs: Table<OrgRow>;
  members: Table<OrgMemberRow>;
}
