import type { LeftBehind } from '#generated/model/index.ts';
import type { AccessChange } from '../../authorise.ts';
import { batchesOf } from '../../paging.ts';
import type { Stores } from '../../stores.ts';
import type { Table, Where } from '../../table.ts';
import type { MadeBy } from './place.ts';

/** What is shown of something that a person made; the rest follows from its row. */
type Shown = Pick<LeftBehind, 'user_id'> & Partial<LeftBehind>;

/** Things of one kind that people make, in one table. */
export interface Made<Row extends { id: string; created_at: string }> {
  table(stores: Stores): Table<Row>;
  where(by: MadeBy): Where<Row>;
  /** Those that are at the place, if their rows don't say where they are. */
  among?(stores: Stores, rows: readonly Row[], by: MadeBy): Promise<Row[]>;
  shown(stores: Stores, rows: readonly Row[]): Promise<(row: Row) => Shown>;
}

/** Things by which people or programs come in, until they end. */
export interface Ending<Row extends { id: string; created_at: string }> extends Made<Row> {
  /** Ends them. @returns what must be announced once that is committed */
  end(stores: Stores, rows: readonly Row[], by: MadeBy): Promise<AccessChange[]>;
}

type AnyRow = { id: string; created_at: string };

/** A kind whose row type doesn't matter any more. */
export function anyMade<Row extends AnyRow>(made: Made<Row>): Made<AnyRow> {
  return made as unknown as Made<AnyRow>;
}

/** A kind whose row type doesn't matter any more. */
export function anyEnding<Row extends AnyRow>(ending: Ending<Row>): Ending<AnyRow> {
  return ending as unknown as Ending<AnyRow>;
}

/** All things of a kind that people made, page by page, the oldest first. */
export async function* pagesOf(
  stores: Stores,
  made: Made<AnyRow>,
  by: MadeBy,
  size: number,
): AsyncGenerator<AnyRow[]> {
  if (by.userIds.length === 0 || by.projects.length === 0) return;
  for await (const rows of batchesOf(made.table(stores), { where: made.where(by) }, size)) {
    const here = made.among ? await made.among(stores, rows, by) : rows;
    if (here.length > 0) yield here;
  }
}

/** Things as they are listed for whoever decides about them. */
export async function views(
  stores: Stores,
  made: Made<AnyRow>,
  rows: readonly AnyRow[],
  { projects }: MadeBy,
): Promise<LeftBehind[]> {
  const shown = await made.shown(stores, rows);
  return rows.map((row) => {
    const { project_id } = row as { project_id?: string };
    const project = projects.find(({ id }) => id === project_id) ?? null;
    const { id, created_at } = row;
    const unknown = { name: null, detail: null, last_used_at: null };
    return { id, created_at, project, ...unknown, ...shown(row) };
  });
}
