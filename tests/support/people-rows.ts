import { toBase64Url } from '#core/base64url.ts';
import { byKey } from '#mocks/memory/tables.ts';
import { ORG_ID, PROJECT_ID, seedId } from '#mocks/seed/ids.ts';
import type { StoreData } from '#mocks/store.ts';

/** People, invitations and entries of the audit log that the seeds have not, or not with known ids. */
export const PEOPLE_ROWS = {
  /** A member of the organisation, who is a member of the project as well. */
  member: seedId('user', 9001),
  /** The token of the owner's invitation, which the mocks don't encrypt. */
  token: toBase64Url(`invitation::${seedId('invitation', 9001)}`),
  unsubscribeToken: toBase64Url(`unsubscribe::${seedId('user', 1)} role`),
  auditEntry: seedId('audit', 9001),
  /** Another organisation of the owner. */
  otherOrg: seedId('org', 9001),
  /** An email domain that isn't verified. */
  domain: seedId('domain', 9001),
  /** Somebody who asks to join by it. */
  joinRequest: seedId('join', 9001),
  /** A task that is shared with the owner, and a link to it. */
  share: seedId('share', 9001),
  link: seedId('alink', 9001),
  linkToken: toBase64Url(`access link::${seedId('alink', 9001)}`),
};

const AT = '2026-11-20T09:00:00.000Z';
/** Later than any test ends. */
const LATER = '2099-01-01T00:00:00.000Z';

/** A project and an organisation that were deleted and can be restored. */
function addDeletedRows({ tables }: Pick<StoreData, 'tables'>, owner: string): void {
  const [project, org] = [tables.project[PROJECT_ID], tables.org[ORG_ID]];
  if (!project || !org) throw new Error('The seeds have no project');
  const deletion = { deleted_at: new Date().toISOString(), deleted_by_name: 'Ada' };
  const [projectId, orgId] = [seedId('deletedProject', 1), seedId('deletedOrg', 1)];
  tables.project[projectId] = { ...project, ...deletion, id: projectId, name: 'Deleted' };
  tables.org[orgId] = { ...org, ...deletion, id: orgId };
  const membership = { org_id: orgId, user_id: owner, role: 'owner', created_at: AT } as const;
  Object.assign(tables.org_member, byKey('org_member', [membership]));
}

/** Another organisation of the owner, and an export that waits. */
function addTransferRows({ tables }: Pick<StoreData, 'tables'>, owner: string): void {
  const org = tables.org[ORG_ID];
  if (!org) throw new Error('The seeds have no organisation');
  const { otherOrg: org_id } = PEOPLE_ROWS;
  tables.org[org_id] = { ...org, id: org_id };
  const membership = { org_id, user_id: owner, role: 'owner', created_at: AT } as const;
  Object.assign(tables.org_member, byKey('org_member', [membership]));
  const id = seedId('transfer', 1);
  tables.transfer[id] = {
    ...{ id, org_id: ORG_ID, kind: 'export', status: 'waiting', input: {} },
    ...{ done: 0, total: 0, size: null, project_ids: [], report: [], error: null },
    ...{ created_by_id: owner, created_by_name: 'Ada', created_at: AT, ended_at: null },
    ...{ written: null, worker_id: null, lease_until: null },
  };
}

/** Also gives everyone in the organisation a role in the project that they can leave, and a second owner. */
export function addPeopleRows({ tables }: StoreData): void {
  const [owner, editor, member] = [1, 2, 3].map((number) => seedId('user', number));
  const [secondOwner, plain] = [seedId('user', 9002), PEOPLE_ROWS.member];
  const like = tables.user[member as string];
  const invitation = tables.invitation[seedId('invitation', 1)];
  const entry = Object.values(tables.audit_entry)[0];
  if (!like || !invitation || !entry) throw new Error('The seeds have no people');
  for (const id of [secondOwner, plain])
    tables.user[id] = { ...like, id, identity_id: `identity_of_${id}`, email: `${id}@example.com` };
  Object.assign(
    tables.org_member,
    byKey('org_member', [
      { org_id: ORG_ID, user_id: secondOwner, role: 'owner', created_at: AT },
      { org_id: ORG_ID, user_id: plain, role: 'member', created_at: AT },
    ]),
  );
  const roles = [
    [owner, 'owner'],
    [editor, 'editor'],
    [member, 'member'],
    [plain, 'member'],
  ] as const;
  Object.assign(
    tables.project_member,
    byKey(
      'project_member',
      roles.map(([user_id = '', role]) => ({
        project_id: PROJECT_ID,
        ...{ user_id, role, created_at: AT },
      })),
    ),
  );
  const id = seedId('invitation', 9001);
  const email = 'ada@example.com';
  tables.invitation[id] = { ...invitation, id, email, email_key: email, expires_at: LATER };
  addDeletedRows({ tables }, owner as string);
  addTransferRows({ tables }, owner as string);
  tables.email_domain[PEOPLE_ROWS.domain] = {
    ...{ id: PEOPLE_ROWS.domain, org_id: ORG_ID, domain: 'example.org', token: 'x' },
    ...{ joining: 'request', role: 'member', projects: [] },
    ...{ verified_at: null, checked_at: null, last_check: null, misses: 0 },
    ...{ created_by_id: owner ?? '', created_by_name: 'Owner', created_at: AT },
  };
  const asking = seedId('user', 9003);
  tables.user[asking] = { ...like, id: asking, identity_id: 'identity_asking', email: 'j@x.org' };
  tables.join_request[PEOPLE_ROWS.joinRequest] = {
    ...{ id: PEOPLE_ROWS.joinRequest, org_id: ORG_ID, user_id: asking },
    ...{ domain_id: PEOPLE_ROWS.domain, email: 'j@x.org', created_at: AT, declined_at: null },
  };
  const task_id = seedId('task', 1);
  const thing = {
    ...{ org_id: ORG_ID, project_id: PROJECT_ID, type: 'task' as const, thing_id: task_id },
    ...{ task_id, collection_id: null, chat_id: null, expires_at: null },
    ...{ created_by_id: editor ?? '', created_by_name: 'Editor', created_at: AT },
  };
  const level = 'view' as const;
  tables.access_link[PEOPLE_ROWS.link] = { id: PEOPLE_ROWS.link, level, ...thing };
  tables.share[PEOPLE_ROWS.share] = {
    ...{ id: PEOPLE_ROWS.share, level, ...thing, user_id: owner ?? '' },
    ...{ email: 'owner@example.com', email_key: 'owner@example.com' },
    ...{ link_id: null, invitation_id: null },
  };
  tables.audit_entry[PEOPLE_ROWS.auditEntry] = { ...entry, id: PEOPLE_ROWS.auditEntry };
}
