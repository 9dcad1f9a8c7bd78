import { packLinks, unpackLinks } from '#core/datasource/link-list.ts';
import { tryJson } from '#core/json/parse-json.ts';
import type { HttpResponse, SourceItem } from '../connector.ts';

/** A page with more links is read in full each time. */
const MEMO_MAX = 6000;

/** The stored data of a page for conditional requests. */
export interface PageMemo {
  /** Headers for a conditional request. */
  validators: Record<string, string>;
  /** Links to pages of the site. */
  links: string[];
}

export function writeMemo({ headers }: HttpResponse, links: readonly string[]): string | null {
  const { etag, 'last-modified': modified } = headers;
  const memo = JSON.stringify({ etag, modified, links: packLinks(links) });
  return memo.length > MEMO_MAX ? null : memo;
}

export function readMemo(item: Pick<SourceItem, 'memo'> | undefined): PageMemo | undefined {
  const memo = item?.memo ? tryJson(item.memo) : undefined;
  if (typeof memo !== 'object' || memo === null) return undefined;
  const { etag, modified, links } = memo as Record<string, unknown>;
  const validators: Record<string, string> = {};
  if (typeof etag === 'string') validators['if-none-match'] = etag;
  if (typeof modified === 'string') validators['if-modified-since'] = modified;
  return { validators, links: typeof links === 'string' ? unpackLinks(links) : [] };
}
