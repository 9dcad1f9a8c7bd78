import { newId } from '#core/ids.ts';
import { DAY_MS, JOIN_PAUSE_DAYS } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type { JoinableOrg, JoinableOrgList, JoinedOrg } from '#generated/model/index.ts';
import type { AccessPort } from '../access/access.port.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import { managersOf } from '../notification/recipients.ts';
import type { UserPrincipal } from '../principal.ts';
import { mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { JoinRequestRow } from './capture.tables.ts';
import { giveRoles, type Joinable, joinable, rolesGivenBy } from './joining.ts';

/** What people of an organisation's email domain can do. */
export function createJoinService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  return {
    async list(by: UserPrincipal): Promise<JoinableOrgList> {
      const found = await joinable(stores, access.hash, by);
      const results = found ? [await viewOf(stores, found, by)] : [];
      return { results, pagination: { has_next: false, next_cursor: null } };
    },

    /** @throws ProblemError 404 unless they can, 409 `limit_reached` */
    async join(orgId: string, by: UserPrincipal): Promise<JoinedOrg> {
      const joined = await stores.transaction(async (all) => {
        const { row, projects } = await mustBe(all, access.hash, orgId, by, 'open');
        const given = projects.map(({ id: project_id, role }) => ({ project_id, role }));
        await giveRoles(all, orgId, by.userId, { ...rolesGivenBy(row), projects: given });
        const where = { org_id: orgId };
        const project = projects[0] ?? (await all.project.projects.list({ where, limit: 1 }))[0];
        return { org_id: orgId, project_id: project?.id ?? '' };
      });
      await access.announce({ user: by.userId });
      return joined;
    },

    /** @throws ProblemError 404 unless they can, 409 `limit_reached` soon after a refusal */
    async ask(orgId: string, by: UserPrincipal): Promise<JoinableOrg> {
      return stores.transaction(async (all) => {
        const found = await mustBe(all, access.hash, orgId, by, 'request');
        const { requests } = all.capture;
        const before = await requests.lock({ org_id: orgId, user_id: by.userId });
        if (before?.declined_at === null) return viewOf(all, found, by);
        if (before) {
          const again = askAgainAt(before);
          if (again !== null && again > new Date().toISOString())
            throw new ProblemError('limit_reached', DETAIL.joinDeclined);
          await requests.delete({ id: before.id });
        }
        const row: JoinRequestRow = {
          id: newId('join'),
          ...{ org_id: orgId, user_id: by.userId, domain_id: found.row.id, email: by.email },
          created_at: new Date().toISOString(),
          declined_at: null,
        };
        await requests.insert(row);
        await notify(all, await managersOf(all, orgId), {
          event: 'join_requested',
          facts: { by: by.name, place: found.org.name },
          ref: row.id,
          path: `/orgs/${orgId}/settings/people`,
        });
        return viewOf(all, found, by);
      });
    },

    /** @throws ProblemError 404 if no request is open */
    async withdraw(orgId: string, by: UserPrincipal): Promise<void> {
      await stores.transaction(async (all) => {
        const open = { org_id: orgId, user_id: by.userId, declined_at: null };
        const { id } = await mustFind(all.capture.requests.lock(open));
        await all.capture.requests.delete({ id });
        await forgetNews(all, orgId, id);
      });
    },
  };
}

/** A request that has been answered or withdrawn needs nobody's attention any more. */
export async function forgetNews(all: Stores, orgId: string, requestId: string): Promise<void> {
  const user_id = { in: await managersOf(all, orgId) };
  await all.notification.notifications.delete({ user_id, ref: requestId });
}

/** @throws ProblemError 404 unless they can join, or ask to */
async function mustBe(
  all: Stores,
  hash: AccessPort['hash'],
  orgId: string,
  by: UserPrincipal,
  joining: Joinable['row']['joining'],
): Promise<Joinable> {
  await mustFind(all.org.orgs.lock({ id: orgId }));
  const found = await joinable(all, hash, by);
  if (found?.org.id !== orgId || found.row.joining !== joining) throw notFound();
  return found;
}

async function viewOf(
  { capture }: Pick<Stores, 'capture'>,
  { row: { domain, joining, role }, org, projects }: Joinable,
  { userId }: UserPrincipal,
): Promise<JoinableOrg> {
  const asked = await capture.requests.find({ org_id: org.id, user_id: userId });
  return {
    ...{ org_id: org.id, org_name: org.name, domain, joining, role },
    projects: projects.map((one) => ({ name: one.name, role: one.role })),
    request: asked
      ? {
          status: asked.declined_at === null ? 'open' : 'declined',
          created_at: asked.created_at,
          ask_again_at: askAgainAt(asked),
        }
      : null,
  };
}

function askAgainAt({ declined_at }: JoinRequestRow): string | null {
  if (declined_at === null) return null;
  return new Date(toTime(declined_at) + JOIN_PAUSE_DAYS * DAY_MS).toISOString();
}
