import type { Org, Role } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface OrgRow extends Omit<Org, 'role' | 'etag'> {
  /** Micro-dollars: the sum of the ledger's entries, updated in the transactions that add them. */
  balance: number;
  /** Micro-dollars of it that unfinished runs and other calls of models have reserved. */
  reserved: number;
  updated_at: string;
  /** Counts writes; it is the ETag. */
  version: number;
}

export interface OrgMemberRow {
  org_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

export interface OrgStore {
  orgs: Table<OrgRow>;
  members: Table<OrgMemberRow>;
}
