import type {
  DomainCheck,
  DomainJoining,
  DomainProjectRole,
  DomainRole,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** An email domain of an organisation. */
export interface EmailDomainRow {
  id: string;
  org_id: string;
  /** In lower case; international ones in Punycode. */
  domain: string;
  /** What its TXT record must contain. */
  token: string;
  joining: DomainJoining;
  role: DomainRole;
  projects: DomainProjectRole[];
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

/** Somebody who was removed, and comes back only if they are invited again. */
export interface RemovalRow {
  id: string;
  org_id: string;
  /** Null if they were removed from the whole organisation. */
  project_id: string | null;
  /** Their account, which may have been deleted since. */
  user_id: string;
  /** Hash of what their mailbox is compared by. Null only if they were removed before it was noted. */
  mailbox: string | null;
  created_at: string;
}

/** Somebody who asks to join an organisation by their email domain. */
export interface JoinRequestRow {
  id: string;
  org_id: string;
  user_id: string;
  domain_id: string;
  /** The address with which they asked. */
  email: string;
  created_at: string;
  /** Null while it is open. One that is approved or withdrawn is deleted. */
  declined_at: string | null;
}

export interface CaptureStore {
  domains: Table<EmailDomainRow>;
  removals: Table<RemovalRow>;
  requests: Table<JoinRequestRow>;
}
