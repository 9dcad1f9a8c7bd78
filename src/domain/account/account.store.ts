import type { Table } from '../table.ts';

/** An account that is deleted, but whose name is still to be removed from what it has left behind. */
export interface ErasureRow {
  /** The ID of the user who was. */
  id: string;
  email: string;
  avatar: string | null;
  created_at: string;
}

export interface AccountStore {
  erasures: Table<ErasureRow>;
}
