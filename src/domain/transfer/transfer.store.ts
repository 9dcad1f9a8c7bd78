import type { Transfer } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** What a transfer was asked to do. */
export interface TransferInput {
  /** The archive to import. */
  upload_id?: string;
  /** The name of a copy, and what it is copied from. */
  name?: string;
  project_id?: string;
  template_id?: string;
}

export interface TransferRow extends Omit<Transfer, 'created_by'> {
  org_id: string;
  input: TransferInput;
  created_by_id: string;
  created_by_name: string;
  /** How many pieces are stored, in the same transactions; null before the first. */
  written: number | null;
  /** The process working on it, and when its lease expires, after which another may take over. */
  worker_id: string | null;
  lease_until: string | null;
}

export interface TransferStore {
  transfers: Table<TransferRow>;
}
