import { DAY_MS } from '#core/limits.ts';
import type { InvitationRow } from '#domain/invitation/invitation.tables.ts';
import type { OrgMemberRow } from '#domain/org/org.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { getInvitationMock, getUserMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { timestamp } from '../store.ts';
import { ORG_ID, PROJECT_ID, seedId } from './ids.ts';

/** How many people the organisation has in the scenario `large`: as many as it may have. */
const MANY = 10_000;
const FIRST = [
  'Ada',
  'Grace',
  'Alan',
  'Mary',
  'Edsger',
  'Barbara',
  'Donald',
  'Radia',
  'Ken',
  'Jean',
];
const LAST = [
  'Hopper',
  'Lovelace',
  'Turing',
  'Liskov',
  'Perlman',
  'Sammet',
  'Knuth',
  'Shaw',
  'Holt',
];

/** An invitation to the organisation that can be accepted, an expired one to a project, and one to a project. */
export function seedInvitations(now: number): InvitationRow[] {
  return [
    invitation(1, 'grace@example.com', now - DAY_MS, { role: 'member' }),
    invitation(2, 'alan@example.com', now - 9 * DAY_MS, {
      role: null,
      projects: [{ project_id: PROJECT_ID, role: 'editor' }],
      project_ids: [PROJECT_ID],
    }),
    invitation(3, 'jean@example.com', now - 2 * DAY_MS, {
      projects: [{ project_id: PROJECT_ID, role: 'member' }],
      project_ids: [PROJECT_ID],
    }),
  ];
}

function invitation(
  number: number,
  email: string,
  sent: number,
  roles: Partial<InvitationRow>,
): InvitationRow {
  return seedRow('invitation', getInvitationMock, {
    id: seedId('invitation', number),
    org_id: ORG_ID,
    email,
    email_key: email,
    projects: [],
    project_ids: [],
    message: '',
    status: 'open',
    invited_by_id: seedId('user', 1),
    invited_by_name: 'Ada Lovelace',
    created_at: timestamp(sent),
    sent_at: timestamp(sent),
    expires_at: timestamp(sent + 7 * DAY_MS),
    ...roles,
  });
}

/** Members who can't sign in, for long lists. */
export function manyPeople(now: number): { users: UserRow[]; members: OrgMemberRow[] } {
  const people = Array.from({ length: MANY - 3 }, (_, at) => at);
  const users = people.map((at): UserRow => {
    const name = `${FIRST[at % FIRST.length]} ${LAST[at % LAST.length]} ${at + 1}`;
    const created_at = timestamp(now - (at + 1) * 3_600_000);
    return seedRow('user', getUserMock, {
      id: seedId('user', 100 + at),
      identity_id: seedId('identity', 100 + at),
      identity_name: name,
      identity_at: created_at,
      email: `person${at + 1}@example.com`,
      name,
      delete_org_ids: [],
      seen_at: at % 7 === 0 ? null : created_at,
      sign_in_method: at % 3 === 0 ? 'passkey' : 'password',
      created_at,
      updated_at: created_at,
    });
  });
  const members = users.map(({ id, created_at }, at) => ({
    org_id: ORG_ID,
    user_id: id,
    role: at % 20 === 0 ? ('editor' as const) : ('member' as const),
    created_at,
  }));
  return { users, members };
}
