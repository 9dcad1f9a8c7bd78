import { NEW_BRIEF, NEW_SEO } from '#core/compose/article.ts';
import { ARTICLES_MAX } from '#core/compose/limits.ts';
import { newId } from '#core/ids.ts';
import type {
  Article,
  ArticleCreate,
  ArticleList,
  ArticleSort,
  ArticleUpdate,
} from '#generated/model/index.ts';
import { requireCollections } from '../collection/known-collections.ts';
import { DETAIL } from '../details.ts';
import { findModel } from '../endpoint/own-models.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { createRunService } from '../run/run.service.ts';
import { requireMatch } from '../version.ts';
import { edited, factsOf } from './article-edit.ts';
import { toArticle, toSummary } from './article-views.ts';
import {
  type ArticlePlace,
  type ComposeDomain,
  changeArticle,
  contentOf,
} from './change-article.ts';
import { checkEdits } from './cited.ts';
import type { ArticleRow, StoredContent } from './compose.tables.ts';
import { createImageService } from './image.service.ts';
import { createStepSettler } from './settle-step.ts';
import { saveBeforeEdits } from './version.service.ts';

/** Creates, edits and deletes articles. Steps are in `step.service.ts`. */
export function createArticleService(domain: ComposeDomain) {
  const { stores } = domain;
  const { articles } = stores.compose;
  const runs = createRunService(domain);
  const settler = createStepSettler(domain);
  const images = createImageService(domain);

  async function view(place: ArticlePlace): Promise<Article> {
    const steps = await settler.openSteps(place);
    const row = await mustFind(articles.find({ id: place.articleId, project_id: place.projectId }));
    return toArticle(row, await contentOf(stores, row.id), steps);
  }

  async function currentOf({ projectId, articleId: id }: ArticlePlace): Promise<StoredContent> {
    await mustFind(articles.find({ id, project_id: projectId }));
    return contentOf(stores, id);
  }

  /** @throws ProblemError 400 for a model or a collection that doesn't exist */
  async function checkBrief(
    { orgId, projectId }: Pick<ArticlePlace, 'orgId' | 'projectId'>,
    brief: ArticleUpdate['brief'],
  ): Promise<void> {
    const { model_id, collection_ids = [] } = brief ?? {};
    if (model_id && !(await findModel(domain, orgId, model_id)))
      throw invalidField('/brief/model_id', "This model doesn't exist");
    await requireCollections(stores, projectId, collection_ids, '/brief/collection_ids');
  }

  return {
    view,

    list(
      { projectId }: Pick<ArticlePlace, 'projectId'>,
      query: PageQuery & { q?: string; sort?: ArticleSort },
    ): Promise<ArticleList> {
      const { q, sort = '-updated_at' } = query;
      const search = { q, in: ['title', 'topic'] as const };
      const options = { where: { project_id: projectId }, search, sort };
      return listPage(articles, options, query, toSummary);
    },

    /** @throws ProblemError 400, 409 when the project has too many */
    async create(
      place: Omit<ArticlePlace, 'articleId'>,
      { brief, title = '' }: ArticleCreate,
      principal: Principal,
    ): Promise<Article> {
      await checkBrief(place, brief);
      const content: StoredContent = {
        brief: { ...NEW_BRIEF, ...brief },
        title,
        titles: [],
        outline: [],
        sections: [],
        seo: NEW_SEO,
        images: [],
      };
      const { id: by_id, name: by_name } = actorOf(principal);
      const now = new Date().toISOString();
      const row: ArticleRow = {
        id: newId('article'),
        project_id: place.projectId,
        ...factsOf(content),
        cost: 0,
        is_cost_unknown: false,
        publication: null,
        latest_version: 0,
        version: 1,
        created_by_id: by_id,
        created_by_name: by_name,
        updated_by_id: by_id,
        updated_by_name: by_name,
        created_at: now,
        updated_at: now,
      };
      await stores.transaction(async ({ project, compose }) => {
        await mustFind(project.projects.lock({ id: place.projectId }));
        if ((await compose.articles.count({ project_id: place.projectId })) >= ARTICLES_MAX)
          throw new ProblemError('limit_reached', DETAIL.articleLimit(ARTICLES_MAX));
        await compose.articles.insert(row);
        await compose.contents.insert({ article_id: row.id, number: 0, content });
      });
      return toArticle(row, content, []);
    },

    /** @throws ProblemError 400, 404, 412 */
    async update(
      place: ArticlePlace,
      { sections, ...update }: ArticleUpdate,
      ifMatch: string | undefined,
      principal: Principal,
    ): Promise<Article> {
      await checkBrief(place, update.brief);
      const edits = await settler.editsOf(place, sections);
      const checked = await checkEdits(
        edits.length === 0 ? [] : (await currentOf(place)).sections,
        edits,
      );
      await stores.transaction(async (inner) => {
        const by = actorOf(principal);
        await changeArticle(inner, place, by, async (row, content) => {
          requireMatch(ifMatch, row);
          await images.check(inner, row.id, content.images, update.images);
          await saveBeforeEdits(inner, row, content, by);
          return edited(content, { ...update, sections: edits }, checked);
        });
      });
      return view(place);
    },

    /** @throws ProblemError 404 */
    async delete({ projectId: project_id, articleId: id }: ArticlePlace): Promise<void> {
      const steps = await stores.compose.steps.list({
        where: { article_id: id, settled_at: null },
        order: ['run_id'],
      });
      if ((await articles.delete({ id, project_id })) === 0) throw notFound();
      // Steps that have ended in the meantime can't be cancelled.
      await Promise.allSettled(
        steps.map(async ({ run_id }) => runs.cancel(await runs.find(project_id, run_id))),
      );
      await images.removeAll(id);
    },
  };
}
