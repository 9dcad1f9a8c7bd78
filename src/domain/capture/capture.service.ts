import { roleChangePermission } from '#core/access/permissions.ts';
import { isPublicDomain, parseDomain } from '#core/email/domain.ts';
import { newId } from '#core/ids.ts';
import { DOMAINS_MAX } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type {
  DomainRole,
  EmailDomain,
  EmailDomainCreate,
  EmailDomainList,
} from '#generated/model/index.ts';
import { newSecret } from '../access/secret.ts';
import { requireAll } from '../authorise.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import type { Access, UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, nameTaken, ProblemError } from '../problem.ts';
import { Taken } from '../table.ts';
import type { EmailDomainRow } from './capture.store.ts';
import { checkedNow, lookUp } from './look-up.ts';

const PREFIX = 'taskloom-verification=';
/** Between two lookups of a domain. */
const PAUSE_MS = 2000;

/** The email domains of an organisation, whose people may join by themselves. */
export function createCaptureService({ stores, capture }: Pick<Domain, 'stores' | 'capture'>) {
  const { domains } = stores.capture;

  return {
    async list(orgId: string, query: PageQuery): Promise<EmailDomainList> {
      const options = { where: { org_id: orgId }, descending: true };
      return listPage(domains, options, query, toEmailDomain);
    },

    /** @throws ProblemError 400, 403 if the caller may not give the role, 409 */
    async create(
      orgId: string,
      { domain: typed, role = 'member' }: EmailDomainCreate,
      { principal, access }: { principal: UserPrincipal; access: Access },
    ): Promise<EmailDomain> {
      const domain = parseDomain(typed);
      if (domain === undefined) throw invalidField('/domain', DETAIL.notDomain);
      if (isPublicDomain(domain)) throw invalidField('/domain', DETAIL.publicDomain);
      requireRole(access, role);
      const row: EmailDomainRow = {
        id: newId('domain'),
        ...{ org_id: orgId, domain, role },
        token: newSecret(''),
        ...{ verified_at: null, checked_at: null, last_check: null, misses: 0 },
        created_by_id: principal.userId,
        created_by_name: principal.name,
        created_at: new Date().toISOString(),
      };
      const adding = stores.transaction(async (all) => {
        await mustFind(all.org.orgs.lock({ id: orgId }));
        if ((await all.capture.domains.count({ org_id: orgId })) >= DOMAINS_MAX)
          throw new ProblemError('limit_reached', DETAIL.domainLimit(DOMAINS_MAX));
        await all.capture.domains.insert(row);
      });
      await unlessTaken(adding, DETAIL.domainTwice);
      return toEmailDomain(row);
    },

    /** @throws ProblemError 403, 404 */
    async update(orgId: string, id: string, role: DomainRole, access: Access) {
      requireRole(access, role);
      const [row] = await stores.transaction((all) =>
        all.capture.domains.update({ id, org_id: orgId }, { role }),
      );
      return toEmailDomain(await mustFind(row));
    },

    /** @throws ProblemError 404, 409 for a domain that another organisation has verified */
    async verify(orgId: string, id: string): Promise<EmailDomain> {
      const row = await mustFind(domains.find({ id, org_id: orgId }));
      if (row.checked_at !== null && Date.now() - toTime(row.checked_at) < PAUSE_MS)
        return toEmailDomain(row);
      const check = await lookUp(capture, recordOf(row));
      const verifying = stores.transaction(async (all) => {
        const found = await mustFind(all.capture.domains.lock({ id, org_id: orgId }));
        const change = checkedNow(found, check);
        await all.capture.domains.change({ id }, change);
        return { ...found, ...change };
      });
      return toEmailDomain(await unlessTaken(verifying, DETAIL.domainTaken));
    },

    /** @throws ProblemError 404 */
    async delete(orgId: string, id: string): Promise<void> {
      const deleted = await domains.delete({ id, org_id: orgId });
      if (deleted === 0) await mustFind(undefined);
    },
  };
}

/** The TXT record that proves that a domain is the organisation's. */
export function recordOf({ domain, token }: Pick<EmailDomainRow, 'domain' | 'token'>) {
  return { name: `_taskloom.${domain}`, value: PREFIX + token };
}

/** Letting people join gives them a role, so the caller needs the permission to give it. @throws ProblemError 403 */
function requireRole(access: Access, role: DomainRole): void {
  requireAll(access, 'organization', [roleChangePermission('add', role)]);
}

async function unlessTaken<T>(work: Promise<T>, detail: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Taken ? nameTaken(detail) : error;
  }
}

function toEmailDomain(row: EmailDomainRow): EmailDomain {
  const { id, role, verified_at, checked_at, last_check, created_at } = row;
  const record = recordOf(row);
  return {
    ...{ id, role, verified_at, checked_at, last_check, created_at },
    domain: row.domain,
    record_name: record.name,
    record_value: record.value,
    created_by: { id: row.created_by_id, name: row.created_by_name },
  };
}
