import type { DomainCheck, DomainRole } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** An email domain of an organisation. */
export interface EmailDomainRow {
  id: string;
  org_id: string;
  /** In lower case; international ones in Punycode. */
  domain: string;
  /** What its TXT record must contain. */
  token: string;
  role: DomainRole;
  /** Null while it isn't verified. At most one organisation has verified a domain. */
  verified_at: string | null;
  checked_at: string | null;
  last_check: DomainCheck | null;
  /** How many daily lookups in a row haven't found the record. */
  misses: number;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
}

/** Somebody who was removed from an organisation, and can't join it by their email domain again. */
export interface JoinBlockRow {
  org_id: string;
  user_id: string;
  created_at: string;
}

export interface CaptureStore {
  domains: Table<EmailDomainRow>;
  blocks: Table<JoinBlockRow>;
}
