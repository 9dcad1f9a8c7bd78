import type { LinkLevel, SharedType, ShareLevel } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** What is shared. One of the three references is set, so that a share is deleted with its thing. */
export interface SharedThingColumns {
  org_id: string;
  project_id: string;
  type: SharedType;
  thing_id: string;
  task_id: string | null;
  collection_id: string | null;
  chat_id: string | null;
}

/** A person's access to one thing. Someone may have several: one that was shared with them, and one by each link. */
export interface ShareRow extends SharedThingColumns {
  id: string;
  /** Null until an invited person accepts. */
  user_id: string | null;
  /** As it was given. */
  email: string;
  /** What the address is compared by. */
  email_key: string;
  level: ShareLevel;
  /** The link that they opened. */
  link_id: string | null;
  /** The invitation that they have not accepted yet. */
  invitation_id: string | null;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  /** When the link expires. */
  expires_at: string | null;
}

/** A link that gives access to a thing. Its token is its encrypted id. */
export interface AccessLinkRow extends SharedThingColumns {
  id: string;
  level: LinkLevel;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  expires_at: string | null;
}

export interface ShareStore {
  shares: Table<ShareRow>;
  links: Table<AccessLinkRow>;
}
