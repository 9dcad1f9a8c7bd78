import { atLeast, effectiveRole } from '#core/access/permissions.ts';
import { addressKey, parseAddress } from '#core/email/address.ts';
import {
  DAY_MS,
  INVITATION_PROJECTS_MAX,
  INVITATIONS_MAX,
  INVITATIONS_PER_DAY,
} from '#core/limits.ts';
import type {
  InvitationCreate,
  InvitationOutcome,
  InvitationProjectRole,
  InvitationResults,
  Role,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { projectRoles } from '../member/people.ts';
import type { UserPrincipal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newInvitation, replaceInvitation, wasJustSent } from './invitation.service.ts';
import type { InvitationRow } from './invitation.tables.ts';
import { linkOf, toInvitations } from './invitation-views.ts';
import { checkInvitedRoles, type InvitedRoles } from './invited-roles.ts';
import { type MailAllowance, mailAllowance } from './mail-allowance.ts';
import { notifyInvited } from './notify-invited.ts';

/** How long ended invitations are kept, to explain to whoever follows their links what became of them. */
const ENDED_DAYS = 30;

export type InvitingDomain = Pick<Domain, 'stores' | 'secrets' | 'invitation' | 'apiUrl'>;

/** Whom to invite, and to what. */
interface Wanted {
  emails: readonly string[];
  roles: InvitedRoles;
  message: string;
  /**
   * The one project that they are invited to. It is added to invitations that are already open, which may lead
   * elsewhere.
   */
  project?: InvitationProjectRole & { name: string };
}

/** What becomes of an address. */
interface Outcome {
  email: string;
  status: InvitationOutcome;
  reason: string | null;
  row: InvitationRow | null;
  /** An invitation that was sent a moment ago isn't sent again. */
  isMailed: boolean;
}

/**
 * Invites people to an organisation or some of its projects.
 * @throws ProblemError 400, 403 if the caller may not grant the roles
 */
export async function invite(
  domain: InvitingDomain,
  orgId: string,
  { emails, role, projects = [], message = '' }: InvitationCreate,
  by: UserPrincipal,
): Promise<InvitationResults> {
  const wanted = { emails, roles: { role, projects }, message };
  const outcomes = await inviteEach(domain, orgId, wanted, by);
  const rows = outcomes.flatMap(({ row }) => row ?? []);
  const views = new Map((await toInvitations(domain.stores, rows)).map((one) => [one.id, one]));
  const results = outcomes.map(({ row, ...one }) => ({
    ...one,
    invitation: (row && views.get(row.id)) ?? null,
  }));
  return { results, mailed: domain.invitation.isMailed };
}

/**
 * Invites people and emails them. An address that can't be invited doesn't stop the others.
 * @throws ProblemError 400, 403 if the caller may not grant the roles
 */
export async function inviteEach(
  domain: InvitingDomain,
  orgId: string,
  { emails, roles, message, project }: Wanted,
  by: UserPrincipal,
) {
  const { org, outcomes } = await domain.stores.transaction(async (all) => {
    const allowance = await mailAllowance(all, domain.invitation, by, emails);
    const org = await mustFind(all.org.orgs.lock({ id: orgId }));
    await checkInvitedRoles(all, orgId, by.userId, roles);
    const newRow = (email: string) => newInvitation(orgId, email, roles, message.trim(), by);
    const outcomes = await inviteAll(all, orgId, { emails, roles, project, newRow, allowance });
    await allowance.save();
    const isNew = ({ status, row }: Outcome) => (status === 'invited' && row ? [row] : []);
    await notifyInvited(all, outcomes.flatMap(isNew), { by: by.name, place: project ?? org });
    return { org, outcomes };
  });
  const linked = outcomes.map(({ isMailed, ...one }) => ({
    isMailed,
    one: {
      ...one,
      link: one.row && one.status === 'invited' ? linkOf(domain, one.row.id) : null,
    },
  }));
  const mails = linked.flatMap(({ isMailed, one: { row, link } }) =>
    isMailed && row && link
      ? [{ to: row.email, link, orgId, orgName: org.name, invitedBy: by.name }]
      : [],
  );
  domain.invitation.send(mails);
  return linked.map(({ one }) => one);
}

async function inviteAll(
  all: Stores,
  orgId: string,
  {
    emails,
    roles,
    project,
    newRow,
    allowance,
  }: Pick<Wanted, 'emails' | 'roles'> & {
    project: Wanted['project'] | undefined;
    newRow: (email: string) => InvitationRow;
    allowance: MailAllowance;
  },
): Promise<Outcome[]> {
  const { invitations } = all.invitation;
  await forgetEnded(all, orgId);
  const keys = [...new Set(emails.map(addressKey))];
  const hasAccess = await peopleWithAccess(all, orgId, keys, roles);
  const open = await invitations.list({
    where: { org_id: orgId, status: 'open', email_key: { in: keys } },
  });
  const openOf = new Map(open.map((row) => [row.email_key, row]));
  const now = new Date().toISOString();
  const since = new Date(Date.now() - DAY_MS).toISOString();
  let room = INVITATIONS_MAX - (await invitations.count({ org_id: orgId, status: 'open' }));
  let roomToday =
    INVITATIONS_PER_DAY - (await invitations.count({ org_id: orgId, created_at: { gt: since } }));
  const outcomes: Outcome[] = [];
  const seen = new Set<string>();
  for (const email of emails) {
    const key = addressKey(email);
    if (seen.has(key)) continue;
    seen.add(key);
    const refuse = (
      status: Exclude<InvitationOutcome, 'invited'>,
      reason: string,
      row: InvitationRow | null = null,
    ) => outcomes.push({ email, status, reason, row, isMailed: false });
    const invited = (row: InvitationRow, isMailed = true) =>
      outcomes.push({ email, status: 'invited', reason: null, row, isMailed });
    const mayMail = (to: string) => {
      const refused = allowance.take(to);
      if (refused) refuse('limit_reached', refused.detail);
      return !refused;
    };
    const address = parseAddress(email);
    const before = openOf.get(key);
    const isOpen = before !== undefined && before.expires_at > now;
    if (address === undefined) refuse('invalid', DETAIL.notAddress);
    else if (hasAccess(key)) refuse('already_member', DETAIL.alreadyMember);
    else if (isOpen && project && !leadsTo(before, project)) {
      const isMailed = !wasJustSent(before);
      if (before.projects.length >= INVITATION_PROJECTS_MAX)
        refuse('limit_reached', DETAIL.invitationProjects(INVITATION_PROJECTS_MAX));
      else if (!isMailed || mayMail(email))
        invited(await addProject(all, before, project, now), isMailed);
    } else if (isOpen) refuse('already_invited', DETAIL.alreadyInvited, before);
    else if (!before && room <= 0) refuse('limit_reached', DETAIL.invitationLimit(INVITATIONS_MAX));
    else if (roomToday <= 0) refuse('limit_reached', DETAIL.invitationsPerDay(INVITATIONS_PER_DAY));
    else if (mayMail(address)) {
      // An expired invitation makes way for the new one.
      const row = newRow(address);
      if (before) await replaceInvitation(all, before.id, row);
      else await invitations.insert(row);
      if (!before) room -= 1;
      roomToday -= 1;
      invited(row);
    }
  }
  return outcomes;
}

/** Whether an invitation already gives a role in a project, or in the whole organisation one that is as high. */
function leadsTo(
  { role, project_ids }: InvitationRow,
  project: Pick<InvitationProjectRole, 'project_id' | 'role'>,
): boolean {
  return project_ids.includes(project.project_id) || atLeast(role, project.role);
}

/** The expiry stays as it is, because the inviter may not be allowed to grant everything else the invitation leads to. */
async function addProject(
  all: Stores,
  before: InvitationRow,
  { project_id, role }: InvitationProjectRole,
  sent_at: string,
): Promise<InvitationRow> {
  const projects = [...before.projects, { project_id, role }];
  const change = { projects, project_ids: [...before.project_ids, project_id], sent_at };
  await all.invitation.invitations.change({ id: before.id }, change);
  return { ...before, ...change };
}

/** Whether the person with an address already has all that they would be invited to. */
async function peopleWithAccess(
  all: Stores,
  orgId: string,
  keys: readonly string[],
  { role, projects }: InvitedRoles,
): Promise<(key: string) => boolean> {
  const users = await all.member.usersByEmail(keys);
  const ids = users.map(({ id }) => id);
  const members = await all.org.members.list({
    where: { org_id: orgId, user_id: { in: ids } },
    order: ['user_id'],
  });
  const orgRoles = new Map(members.map((row) => [row.user_id, row.role]));
  const given = await projectRoles(all, orgId, ids);
  const has = (userId: string) => {
    const orgRole = orgRoles.get(userId) ?? null;
    const roleIn = (projectId: string): Role | null =>
      effectiveRole(orgRole, given.get(userId)?.find(({ id }) => id === projectId)?.role ?? null);
    return (
      (role === null || atLeast(orgRole, role)) &&
      projects.every((one) => atLeast(roleIn(one.project_id), one.role))
    );
  };
  const known = new Set(users.filter(({ id }) => has(id)).map(({ email }) => addressKey(email)));
  return (key) => known.has(key);
}

/** Deletes what ended long ago, so that the table doesn't grow for ever. */
async function forgetEnded({ invitation }: Stores, orgId: string): Promise<void> {
  const before = new Date(Date.now() - ENDED_DAYS * DAY_MS).toISOString();
  await invitation.invitations.delete({ org_id: orgId, ended_at: { lt: before } });
}
