import { effectiveRole } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import { DAY_MS, TRANSFER_KEPT_DAYS, UPLOAD_PART_BYTES } from '#core/limits.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import type {
  ProjectCopy,
  Role,
  Transfer,
  TransferKind,
  TransferList,
} from '#generated/model/index.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { exported } from '../exports.ts';
import type { OrgRow } from '../org/org.tables.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { asView } from '../view.ts';
import { projectTemplates } from './project-templates.ts';
import { archivePart } from './store-parts.ts';
import type { TransferInput, TransferRow } from './transfer.tables.ts';
import { discardProjects } from './work.ts';

const OPEN = { in: ['waiting', 'running'] as const };
/** Transfers of one organisation in progress, and those that it can start in a week. */
const OPEN_MAX = 3;
const KEPT_MAX = 200;

type TransferServiceDomain = Pick<Domain, 'stores' | 'exports' | 'collection' | 'transfer'>;

interface Viewer {
  user: UserPrincipal;
  orgRole: Role | null;
}

/** Exports and imports of organisations, and copies of projects, which work in the background. */
export function createTransferService(domain: TransferServiceDomain) {
  const { stores } = domain;
  const { transfers } = stores.transfer;

  async function start(
    orgId: string,
    kind: TransferKind,
    input: TransferInput,
    by: UserPrincipal,
  ): Promise<Transfer> {
    const row = newRow('transfer', {
      id: newId('transfer'),
      org_id: orgId,
      kind,
      status: 'waiting',
      input,
      ...createdNow(actorOf(by)),
    });
    await stores.transaction(async (all) => {
      await mustFind(all.org.orgs.lock({ id: orgId }));
      const open = await all.transfer.transfers.count({ org_id: orgId, status: OPEN });
      if (open >= OPEN_MAX) throw new ProblemError('limit_reached', DETAIL.transferLimit(OPEN_MAX));
      if ((await all.transfer.transfers.count({ org_id: orgId })) >= KEPT_MAX)
        throw new ProblemError('limit_reached', DETAIL.transfersKept(KEPT_MAX));
      await all.transfer.transfers.insert(row);
    });
    domain.transfer.kick();
    return toTransfer(row);
  }

  /** @throws ProblemError 404 for those of others, unless the person is an owner */
  function requireOwn(row: TransferRow, { user, orgRole }: Viewer): void {
    if (orgRole !== 'owner' && row.created_by_id !== user.userId) throw notFound();
  }

  return {
    export: (orgId: string, by: UserPrincipal) => start(orgId, 'export', {}, by),

    /** @throws ProblemError 400 for an upload that doesn't exist or isn't complete */
    async import(orgId: string, upload_id: string, by: UserPrincipal): Promise<Transfer> {
      const where = { id: upload_id, org_id: orgId, purpose: 'archive' } as const;
      const upload = await stores.collection.uploads.find(where);
      if (!upload || upload.offset < upload.size)
        throw invalidField('/upload_id', DETAIL.uploadUnknown);
      return start(orgId, 'import', { upload_id }, by);
    },

    /** @throws ProblemError 400, 409 `limit_reached` */
    async copy(
      orgId: string,
      { name, project_id, template_id }: ProjectCopy,
      { user, orgRole }: Viewer,
    ): Promise<Transfer> {
      if ((project_id === undefined) === (template_id === undefined))
        throw invalidField('/project_id', DETAIL.copySourceNeeded);
      if (template_id !== undefined && !projectTemplates().some(({ id }) => id === template_id))
        throw invalidField('/template_id', DETAIL.projectTemplateUnknown);
      if (project_id !== undefined) {
        const project = await stores.project.projects.find({ id: project_id, org_id: orgId });
        const own = await stores.project.members.find({ project_id, user_id: user.userId });
        if (!project || effectiveRole(orgRole, own?.role ?? null) === null)
          throw invalidField('/project_id', DETAIL.projectUnknown);
      }
      const count = await stores.project.projects.count({ org_id: orgId });
      await requirePlan(stores, orgId, 'projects', count + 1);
      const source = project_id === undefined ? { template_id: template_id ?? '' } : { project_id };
      return start(orgId, 'copy', { name: name.trim(), ...source }, user);
    },

    /** Most recent first: owners see all, others their own. */
    list(orgId: string, { user, orgRole }: Viewer, query: PageQuery): Promise<TransferList> {
      const own = orgRole !== 'owner' && { created_by_id: user.userId };
      return listPage(
        transfers,
        { where: { org_id: orgId, ...own }, descending: true },
        query,
        toTransfer,
      );
    },

    async get(row: TransferRow, viewer: Viewer): Promise<Transfer> {
      requireOwn(row, viewer);
      return toTransfer(row);
    },

    /** Whoever works on it notices within a second. */
    async cancel(row: TransferRow, viewer: Viewer): Promise<Transfer> {
      requireOwn(row, viewer);
      const change = {
        status: 'cancelled',
        ended_at: new Date().toISOString(),
        worker_id: null,
        lease_until: null,
      } as const;
      const [cancelled] = await transfers.update({ id: row.id, status: OPEN }, change);
      if (cancelled) await discardProjects(domain, cancelled);
      return toTransfer(cancelled ?? (await mustFind(transfers.find({ id: row.id }))));
    },

    /** @throws ProblemError 404 unless an export has succeeded; 429 or 503 when there are too many exports */
    async download({ id, kind, status, size }: TransferRow, org: OrgRow): Promise<FileBody> {
      if (kind !== 'export' || status !== 'succeeded') throw notFound();
      async function* content() {
        const parts = Math.ceil((size ?? 0) / UPLOAD_PART_BYTES);
        for (let at = 0; at < parts; at += 1)
          yield await domain.collection.files.get(id, archivePart(at));
      }
      return new FileBody(
        `${stemOf(org.name, 'organisation')}.zip`,
        'application/zip',
        exported(domain.exports, org.id, content()),
      );
    },
  };
}

/** Deletes transfers that ended a week ago, and the archives of exports. */
export async function sweepTransfers(
  { stores, collection }: Pick<Domain, 'stores' | 'collection'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { transfers } = stores.transfer;
  const before = new Date(now.getTime() - TRANSFER_KEPT_DAYS * DAY_MS).toISOString();
  for (;;) {
    const rows = await transfers.list({ where: { ended_at: { lt: before } }, limit: 50 });
    for (const { id } of rows) {
      if (signal.aborted) return;
      await collection.files.removeFolder(id);
      await transfers.delete({ id });
    }
    if (rows.length < 50) return;
  }
}

function toTransfer(row: TransferRow): Transfer {
  // Others can't be seen yet.
  return asView('Transfer', row, {
    project_ids: row.status === 'succeeded' ? row.project_ids : [],
  });
}
