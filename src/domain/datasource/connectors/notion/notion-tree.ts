import { isObject } from '#core/json/is-object.ts';
import { ConnectorFailure } from '../connector.ts';
import type { NotionApi, NotionObject } from './notion-api.ts';

/** The parent of an object, as Notion's API represents it. */
export interface Parent {
  type?: unknown;
  page_id?: unknown;
  block_id?: unknown;
  database_id?: unknown;
  data_source_id?: unknown;
}

const DEPTH_MAX = 100;

/** Finds the pages below the chosen ones. */
export class Tree {
  readonly #chosen: ReadonlySet<string>;
  readonly #client: NotionApi;
  /** The parents of pages, blocks and databases, nearest first. Rows have a data source and its database. */
  readonly #parents = new Map<string, string[]>();

  /** @param chosen IDs or URLs; empty for all */
  constructor(chosen: readonly string[], client: NotionApi) {
    this.#chosen = new Set(chosen.map(plainId));
    this.#client = client;
  }

  /** Adds a page or data source from the search. */
  add({ id, parent, database_parent }: NotionObject): void {
    this.#parents.set(plainId(id), [...idsOf(parent), ...idsOf(database_parent)]);
  }

  /** Whether a page was chosen, or is below one that was. */
  async has(id: string): Promise<boolean> {
    if (this.#chosen.size === 0) return true;
    const seen = new Set<string>();
    let open = [id];
    while (open.length > 0 && seen.size < DEPTH_MAX) {
      if (open.some((one) => this.#chosen.has(one))) return true;
      const next: string[] = [];
      for (const one of open) {
        seen.add(one);
        next.push(...(await this.#parentsOf(one)));
      }
      open = next.filter((one) => !seen.has(one));
    }
    return false;
  }

  /** The parent of a page in a column or another block is that block, whose own parent must be requested. */
  async #parentsOf(id: string): Promise<string[]> {
    const known = this.#parents.get(id);
    if (known) return known;
    let parents: string[] = [];
    try {
      parents = idsOf((await this.#client.block(id)).parent);
    } catch (error) {
      const isHidden = error instanceof ConnectorFailure && !error.isAboutSource;
      if (!isHidden) throw error;
    }
    this.#parents.set(id, parents);
    return parents;
  }
}

function idsOf(value: unknown): string[] {
  if (!isObject(value)) return [];
  const { page_id, block_id, data_source_id, database_id } = value as Parent;
  return [page_id, block_id, data_source_id, database_id]
    .filter((id) => typeof id === 'string')
    .map(plainId);
}

/** The ID from a URL or an ID, without hyphens. Notion accepts both forms. */
export function plainId(value: unknown): string {
  const text = String(value).split(/[?#]/, 1)[0] ?? '';
  return (
    text
      .replaceAll('-', '')
      .match(/[0-9a-f]{32}$/i)?.[0]
      .toLowerCase() ?? text
  );
}
