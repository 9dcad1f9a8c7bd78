import { isPublicDomain, parseDomain } from '#core/email/domain.ts';
import { newId } from '#core/ids.ts';
import { DOMAINS_MAX } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type {
  EmailDomain,
  EmailDomainCreate,
  EmailDomainList,
  EmailDomainUpdate,
} from '#generated/model/index.ts';
import { newSecret } from '../access/secret.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { namedProjects } from '../invitation/invitation-views.ts';
import { checkInvitedRoles } from '../invitation/invited-roles.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, nameTaken, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { Taken } from '../table.ts';
import { asView } from '../view.ts';
import type { EmailDomainRow } from './capture.tables.ts';
import { rolesGivenBy } from './joining.ts';
import { checkedNow, lookUp } from './look-up.ts';

const PREFIX = 'taskloom-verification=';
/** Between two lookups of a domain. */
const PAUSE_MS = 2000;

/** The email domains of an organisation, whose people may join by themselves. */
export function createCaptureService({ stores, capture }: Pick<Domain, 'stores' | 'capture'>) {
  const { domains } = stores.capture;

  async function viewOf(row: EmailDomainRow): Promise<EmailDomain> {
    const [view] = await toEmailDomains(stores, [row]);
    return mustFind(view);
  }

  return {
    async list(orgId: string, query: PageQuery): Promise<EmailDomainList> {
      const options = { where: { org_id: orgId }, descending: true };
      return listViews(domains, options, query, (rows) => toEmailDomains(stores, rows));
    },

    /** @throws ProblemError 400, 403 if the caller may not give the roles, 409 */
    async create(
      orgId: string,
      { domain: typed, joining = 'open', role = 'member', projects = [] }: EmailDomainCreate,
      by: UserPrincipal,
    ): Promise<EmailDomain> {
      const domain = parseDomain(typed);
      if (domain === undefined) throw invalidField('/domain', DETAIL.notDomain);
      if (isPublicDomain(domain)) throw invalidField('/domain', DETAIL.publicDomain);
      const row: EmailDomainRow = {
        id: newId('domain'),
        ...{ org_id: orgId, domain, joining, role, projects },
        token: newSecret(''),
        ...{ verified_at: null, checked_at: null, last_check: null, misses: 0 },
        ...createdNow(actorOf(by)),
      };
      const adding = stores.transaction(async (all) => {
        await mustFind(all.org.orgs.lock({ id: orgId }));
        await checkInvitedRoles(all, orgId, by.userId, rolesGivenBy(row));
        if ((await all.capture.domains.count({ org_id: orgId })) >= DOMAINS_MAX)
          throw new ProblemError('limit_reached', DETAIL.domainLimit(DOMAINS_MAX));
        await all.capture.domains.insert(row);
      });
      await unlessTaken(adding, DETAIL.domainTwice);
      return viewOf(row);
    },

    /** @throws ProblemError 400, 403 if the caller may not give the roles, 404 */
    async update(
      { id, org_id }: EmailDomainRow,
      { joining, role, projects }: EmailDomainUpdate,
      by: UserPrincipal,
    ): Promise<EmailDomain> {
      return stores.transaction(async (all) => {
        const row = await mustFind(all.capture.domains.lock({ id }));
        const change = {
          joining: joining ?? row.joining,
          role: role ?? row.role,
          // Projects that were deleted in the meantime are left out.
          projects: projects ?? (await existing(all, row)),
        };
        await checkInvitedRoles(all, org_id, by.userId, rolesGivenBy(change));
        await all.capture.domains.change({ id }, change);
        const [view] = await toEmailDomains(all, [{ ...row, ...change }]);
        return mustFind(view);
      });
    },

    /** @throws ProblemError 404, 409 for a domain that another organisation has verified */
    async verify(row: EmailDomainRow): Promise<EmailDomain> {
      if (row.checked_at !== null && Date.now() - toTime(row.checked_at) < PAUSE_MS)
        return viewOf(row);
      const check = await lookUp(capture, recordOf(row));
      const verifying = stores.transaction(async (all) => {
        const found = await mustFind(all.capture.domains.lock({ id: row.id }));
        const change = checkedNow(found, check);
        await all.capture.domains.change({ id: row.id }, change);
        return { ...found, ...change };
      });
      return viewOf(await unlessTaken(verifying, DETAIL.domainTaken));
    },

    /** @throws ProblemError 404 */
    async delete({ id }: EmailDomainRow): Promise<void> {
      if ((await domains.delete({ id })) === 0) throw notFound();
    },
  };
}

/** The TXT record that proves that a domain is the organisation's. */
export function recordOf({ domain, token }: Pick<EmailDomainRow, 'domain' | 'token'>) {
  return { name: `_taskloom.${domain}`, value: PREFIX + token };
}

/** The roles that a domain gives in projects that there still are. */
async function existing(all: Stores, row: EmailDomainRow): Promise<EmailDomainRow['projects']> {
  const named = (await namedProjects(all, [row]))(row).map(({ id }) => id);
  return row.projects.filter(({ project_id }) => named.includes(project_id));
}

async function unlessTaken<T>(work: Promise<T>, detail: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Taken ? nameTaken(detail) : error;
  }
}

async function toEmailDomains(
  stores: Pick<Stores, 'project'>,
  rows: readonly EmailDomainRow[],
): Promise<EmailDomain[]> {
  const projectsOf = await namedProjects(stores, rows);
  return rows.map((row) => {
    const { name: record_name, value: record_value } = recordOf(row);
    return asView('EmailDomain', row, { projects: projectsOf(row), record_name, record_value });
  });
}
