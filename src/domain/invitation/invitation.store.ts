import type { InvitationProjectRole, Role } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface InvitationRow {
  id: string;
  org_id: string;
  /** As it was given. */
  email: string;
  /** What the address is compared by. */
  email_key: string;
  /** Null for guests of the projects. */
  role: Role | null;
  projects: InvitationProjectRole[];
  /** The IDs of `projects`, for filtering. */
  project_ids: string[];
  message: string;
  status: 'open' | 'accepted' | 'declined' | 'cancelled';
  invited_by_id: string;
  invited_by_name: string;
  created_at: string;
  sent_at: string;
  expires_at: string;
  /** When it was accepted, declined or cancelled. */
  ended_at: string | null;
}

/** An email that was sent for somebody to another person's address, kept for a day. Both are mailboxes. */
export interface InvitationMailRow {
  id: string;
  user_id: string;
  sender: string;
  recipient: string;
  created_at: string;
}

export interface InvitationStore {
  invitations: Table<InvitationRow>;
  mails: Table<InvitationMailRow>;
}
