import { nthId } from '#core/ids.ts';
import { TEMPLATES_MAX } from '#core/limits.ts';
import type { Actor } from '#generated/model/index.ts';
import { record } from '../audit/entry.ts';
import type { Origin } from '../audit/origin.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { freeName } from '../deletion/project-deletion.service.ts';
import { everyRow } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { Stopped } from '../system/background.ts';
import { Taken } from '../table.ts';
import { ArchiveFault, type OrgManifest } from './archive-format.ts';
import { pause } from './json-in-turns.ts';
import { importedSettings } from './org-settings.ts';
import {
  type Coming,
  type Creation,
  comingProject,
  insertRows,
  type PieceRows,
  rowsOf,
} from './piece-rows.ts';
import { type PieceOf, readChunk } from './pieces.ts';
import { ended, ownTransfer, type TransferDomain } from './progress.ts';
import type { TransferRow } from './transfer.tables.ts';

/** A project that is being created, and what the plan of its organisation has to allow. */
export interface Surveyed extends Coming {
  tasks: number;
  /** In its largest collection. */
  documents: number;
}

/** Names that somebody else takes while projects are revealed. */
const ATTEMPTS = 5;
/** Templates have definitions, which may be large. */
export const TEMPLATES_AT_ONCE = 20;

/**
 * What will be created. Nothing is stored yet.
 * @throws ArchiveFault for URLs that must not be requested; ProblemError for more than the plan allows
 */
export async function surveyOf(
  domain: TransferDomain,
  creation: Creation,
  chunks: readonly Uint8Array[],
  change: (content: PieceOf<'project'>['content']) => PieceOf<'project'>['content'] = (same) =>
    same,
): Promise<Surveyed[]> {
  const { transfer } = creation;
  const projects: Surveyed[] = [];
  const checked = new Set<string>();
  let [number, documents] = [0, 0];
  for (const chunk of chunks) {
    for (const piece of readChunk(chunk)) {
      const current = projects.at(-1);
      if (piece.kind === 'project') {
        const content = change(piece.content);
        const coming = comingProject(domain, creation, { ...piece, content }, number);
        projects.push({ ...coming, tasks: 0, documents: 0 });
      } else if (piece.kind === 'task' || piece.kind === 'collection') {
        current?.ids.set(piece.content.id, nthId(piece.kind, transfer.id, number));
        if (current && piece.kind === 'task') current.tasks += 1;
        documents = 0;
      } else if (piece.kind === 'document' && current) {
        documents += 1;
        current.documents = Math.max(current.documents, documents);
      }
      number += 1;
      const url = urlOf(piece);
      if (url === undefined || checked.has(url)) continue;
      checked.add(url);
      if ((await domain.outbound.check(url)) !== undefined)
        throw new ArchiveFault(`${current?.row.name}: ${url.slice(0, 200)} can't be requested.`);
    }
    await pause();
  }
  await requireAllowed(domain.stores, transfer.org_id, projects);
  return projects;
}

/** A URL that will be requested. */
function urlOf(piece: ReturnType<typeof readChunk>[number]): string | undefined {
  if (piece.kind === 'webhook') return piece.content.url;
  if (piece.kind !== 'document' || piece.content.path !== null) return undefined;
  return piece.content.url ?? undefined;
}

/** @throws ProblemError 409 `limit_reached`, `task_limit_reached` */
async function requireAllowed(
  stores: Pick<Stores, 'org' | 'billing' | 'project'>,
  orgId: string,
  coming: readonly Surveyed[],
): Promise<void> {
  const most = (of: (one: Surveyed) => number) =>
    coming.reduce((max, one) => Math.max(max, of(one)), 0);
  const existing = await stores.project.projects.count({ org_id: orgId });
  await requirePlan(stores, orgId, 'projects', existing + coming.length);
  await requirePlan(
    stores,
    orgId,
    'tasks',
    most((one) => one.tasks),
  );
  await requirePlan(
    stores,
    orgId,
    'documents',
    most((one) => one.documents),
  );
}

type Settings = Omit<OrgManifest, 'files' | 'templates' | 'projects'>;

interface Creating extends Creation {
  by: ReturnType<typeof authorOf>;
  chunks: readonly Uint8Array[];
  survey: readonly Surveyed[];
  report: TransferRow['report'];
  /** What was done before. */
  offset: number;
  /** Of the organisation that an archive came from. */
  settings?: Settings;
  signal: AbortSignal;
}

/**
 * Stores what was not stored before an interruption, chunk by chunk, without anybody seeing it. Each chunk is a
 * transaction that also stores how far the transfer is. Then everything is revealed at once.
 */
export async function createAll(
  domain: TransferDomain,
  row: TransferRow,
  creating: Creating,
): Promise<void> {
  const { stores, access } = domain;
  const survey = creating.survey.values();
  const first = row.written ?? 0;
  let coming: Coming | undefined;
  let number = 0;
  for (const chunk of creating.chunks) {
    const rows: PieceRows[] = [];
    for (const piece of readChunk(chunk)) {
      if (piece.kind === 'project') coming = survey.next().value;
      if (number >= first) rows.push(await rowsOf(domain, creating, coming, { piece, number }));
      number += 1;
    }
    creating.signal.throwIfAborted();
    const progress = { written: number, done: creating.offset + number };
    if (rows.length > 0)
      await stores.transaction(async (all) => {
        if ((await all.transfer.transfers.change(ownTransfer(row), progress)) === 0)
          throw new Stopped();
        await insertRows(all, rows);
      });
    await pause();
  }
  await reveal(domain, row, creating);
  await access.announce({ org: row.org_id });
}

/** Reveals everything at once, under names that are free. */
async function reveal(domain: TransferDomain, row: TransferRow, creating: Creating): Promise<void> {
  const { stores } = domain;
  for (let attempt = 1; ; attempt += 1) {
    await takeFreeNames(stores, row.org_id, creating.survey);
    await dropTemplates(stores, row);
    try {
      await stores.transaction((all) => revealIn(all, domain, row, creating));
      return;
    } catch (error) {
      // Somebody has taken a name meanwhile.
      if (!(error instanceof Taken) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Renames projects whose names are taken, while nobody sees them. */
async function takeFreeNames(
  { project }: Stores,
  org_id: string,
  survey: readonly Surveyed[],
): Promise<void> {
  const others = await project.projects.list({ where: { org_id } });
  const taken = others.map(({ name }) => name);
  for (const { row } of survey) {
    const name = freeName(row.name, taken);
    taken.push(name);
    if (name === row.name) continue;
    await project.allProjects.change({ id: row.id, deleted_with_org: true }, { name });
    row.name = name;
  }
}

/** Drops the templates of an archive whose names are taken, and those for which there is no room. */
async function dropTemplates({ template: { templates } }: Stores, row: TransferRow): Promise<void> {
  const known = await namesOf(row.org_id);
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  const coming = await namesOf(row.id);
  const fresh = coming.filter(({ name }) => !taken.has(name.toLowerCase()));
  const kept = new Set(fresh.slice(0, Math.max(0, TEMPLATES_MAX - known.length)));
  for (const one of coming) if (!kept.has(one)) await templates.delete({ id: one.id });

  async function namesOf(org_id: string): Promise<{ id: string; name: string }[]> {
    const names: { id: string; name: string }[] = [];
    for await (const { id, name } of everyRow(templates, { org_id }, { atOnce: TEMPLATES_AT_ONCE }))
      names.push({ id, name });
    return names;
  }
}

async function revealIn(
  all: Stores,
  domain: TransferDomain,
  row: TransferRow,
  { survey, settings, report, by }: Creating,
): Promise<void> {
  const org = await mustFind(all.org.orgs.lock({ id: row.org_id }));
  await requireAllowed(all, row.org_id, survey);
  const ids = survey.map((one) => one.row.id);
  const revealed = { deleted_at: null, deleted_by_name: null, deleted_with_org: false };
  if (ids.length > 0) await all.project.allProjects.change({ id: { in: ids } }, revealed);
  const action = row.kind === 'import' ? 'importOrg' : 'copyProject';
  const entries = survey.map(({ row: { id, name } }) => {
    return { action, projectId: id, target: { type: 'project', id, name } } as const;
  });
  await record(all, by.origin, entries);
  if (settings) {
    await all.org.orgs.change({ id: org.id }, importedSettings(domain, org, settings));
    await all.template.templates.change({ org_id: row.id }, { org_id: row.org_id });
  }
  const end = { status: 'succeeded', report, ...ended() } as const;
  if ((await all.transfer.transfers.change(ownTransfer(row), end)) === 0) throw new Stopped();
}

/** Whoever started the transfer has made its changes. */
export function authorOf({ created_by_id: id, created_by_name: name, org_id }: TransferRow) {
  const origin: Origin = {
    actor: { type: 'user', id, name, personId: id },
    network: null,
    requestId: null,
    orgId: org_id,
  };
  const principal = { type: 'user', userId: id, id, name } as unknown as Principal & Actor;
  return { ...principal, origin };
}
