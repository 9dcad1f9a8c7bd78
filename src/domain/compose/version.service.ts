import { EDITS_PAUSE_MS, VERSIONS_MAX, VERSIONS_TEXT_MAX } from '#core/compose/limits.ts';
import { sorted } from '#core/json/sorted.ts';
import type {
  Actor,
  ArticleVersion,
  ArticleVersionDetail,
  ArticleVersionList,
  ArticleVersionReason,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type Principal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { requireMatch } from '../version.ts';
import { factsOf, sizeOf } from './article-edit.ts';
import { toContent, toVersion } from './article-views.ts';
import { type ArticlePlace, changeArticle, contentOf } from './change-article.ts';
import type { ArticleRow, ArticleVersionRow, StoredContent } from './compose.tables.ts';

/**
 * Saves the contents of a locked article as a new version. If there are too many, the oldest are deleted, unnamed ones
 * first.
 */
export async function saveVersion(
  { compose }: Pick<Stores, 'compose'>,
  article: ArticleRow,
  content: StoredContent,
  { reason, name = null, by }: { reason: ArticleVersionReason; name?: string | null; by: Actor },
): Promise<ArticleVersionRow> {
  const { title, words } = factsOf(content);
  const article_id = article.id;
  const number = article.latest_version + 1;
  const row: ArticleVersionRow = {
    article_id,
    number,
    name,
    reason,
    title,
    words,
    size: sizeOf(content),
    ...createdNow(by),
  };
  await compose.versions.insert(row);
  await compose.contents.insert({ article_id, number, content });
  await compose.articles.change({ id: article_id }, { latest_version: number });
  const all = await compose.versions.list({ where: { article_id }, order: ['number'] });
  const surplus = surplusOf(all);
  if (surplus.length > 0) {
    const where = { article_id, number: { in: surplus } };
    await compose.versions.delete(where);
    await compose.contents.delete(where);
  }
  return row;
}

/**
 * Saves a version of a locked article before editing resumes after a pause, because autosave overwrites it. Skipped if
 * there is little to lose, or if the newest version is the same.
 */
export async function saveBeforeEdits(
  stores: Pick<Stores, 'compose'>,
  article: ArticleRow,
  content: StoredContent,
  by: Actor,
): Promise<void> {
  const { id, stage, updated_at, latest_version } = article;
  if (stage === 'brief' || Date.parse(updated_at) > Date.now() - EDITS_PAUSE_MS) return;
  const newest = latest_version > 0 && (await contentOf(stores, id, latest_version));
  if (newest && serialised(newest) === serialised(content)) return;
  await saveVersion(stores, article, content, { reason: 'edits', by });
}

function serialised(content: StoredContent): string {
  return JSON.stringify(sorted(content));
}

/** The numbers of versions to delete: oldest first, unnamed ones before named ones, never the newest. */
export function surplusOf(
  versions: readonly Pick<ArticleVersionRow, 'number' | 'name' | 'size'>[],
): number[] {
  let count = versions.length;
  let size = versions.reduce((sum, one) => sum + one.size, 0);
  const old = versions.slice(0, -1);
  const candidates = [...old.filter(({ name }) => !name), ...old.filter(({ name }) => name)];
  const surplus: number[] = [];
  for (const one of candidates) {
    if (count <= VERSIONS_MAX && size <= VERSIONS_TEXT_MAX) break;
    surplus.push(one.number);
    count -= 1;
    size -= one.size;
  }
  return surplus;
}

/** Versions of articles. */
export function createVersionService({ stores }: Pick<Domain, 'stores'>) {
  const { versions } = stores.compose;

  return {
    list({ id }: ArticleRow, query: PageQuery): Promise<ArticleVersionList> {
      const options = { where: { article_id: id }, order: ['number'] as const, descending: true };
      return listPage(versions, options, query, toVersion);
    },

    async get(row: ArticleVersionRow): Promise<ArticleVersionDetail> {
      const content = await contentOf(stores, row.article_id, row.number);
      return { version: toVersion(row), content: toContent(content) };
    },

    async create({ id }: ArticleRow, name: string, principal: Principal): Promise<ArticleVersion> {
      return stores.transaction(async (inner) => {
        const row = await mustFind(inner.compose.articles.lock({ id }));
        const content = await contentOf(inner, id);
        const by = actorOf(principal);
        const given = { reason: 'named', name: name.trim(), by } as const;
        return toVersion(await saveVersion(inner, row, content, given));
      });
    },

    /** @throws ProblemError 404, 412 */
    async restore(
      place: ArticlePlace,
      { number }: ArticleVersionRow,
      ifMatch: string | undefined,
      principal: Principal,
    ): Promise<void> {
      const by = actorOf(principal);
      await stores.transaction(async (inner) => {
        await changeArticle(inner, place, by, async (row, content) => {
          requireMatch(ifMatch, row);
          const restored = await contentOf(inner, row.id, number);
          await saveVersion(inner, row, content, { reason: 'restore', by });
          return restored;
        });
      });
    },
  };
}
