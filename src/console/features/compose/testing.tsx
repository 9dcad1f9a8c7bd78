import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { PERMISSIONS } from '#core/access/permissions.ts';
import { NEW_BRIEF, NEW_SEO } from '#core/compose/article.ts';
import type { Article, ArticleSection, ArticleStepEvent } from '#generated/model/index.ts';
import { ArticlePage } from './article-page.tsx';
import { type ArticleText, textOf } from './editor/article-text.ts';

const projectPath = '/api/v1/org/org_1/project/project_1';
export const articlePath = `${projectPath}/article/article_1`;
const who = { id: 'user_1', name: 'Ada Lovelace' };
const when = '2026-11-20T09:00:00Z';

/** A section for tests. */
export function aSection(id: string, change: Partial<ArticleSection> = {}): ArticleSection {
  const markdown = `## ${id.toUpperCase()}\n\nText of ${id}.`;
  return { id, markdown, status: 'done', citations: [], passages: [], ...change };
}

/** An article for tests: two sections and a subheading. */
export function anArticle(change: Partial<Article> = {}): Article {
  return {
    id: 'article_1',
    project_id: 'project_1',
    brief: { ...NEW_BRIEF, topic: 'Lamps' },
    title: 'All about lamps',
    titles: [{ id: 't', text: 'All about lamps', kept: false }],
    outline: [
      { id: 'a', heading: 'A', level: 2, notes: '' },
      { id: 'below', heading: 'Below A', level: 3, notes: '' },
      { id: 'b', heading: 'B', level: 2, notes: '' },
    ],
    sections: [aSection('a'), aSection('b')],
    seo: NEW_SEO,
    images: [],
    cost: 1200,
    open_steps: [],
    publication: null,
    created_by: who,
    created_at: when,
    updated_by: who,
    updated_at: when,
    etag: '"1"',
    ...change,
  };
}

/** The editable part of it. */
export const aText = (): ArticleText => textOf(anArticle());

/** A step's stream that starts and then ends with these events. */
export function stepEvents(...events: ArticleStepEvent[]): Response {
  const started: ArticleStepEvent = {
    type: 'compose.started',
    step: 'sections',
    run_id: 'run_1',
    model_id: 'openai/gpt',
    is_sample: false,
    section_ids: [],
  };
  const body = [started, ...events]
    .map((event, id) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Opens an article at one of its steps. */
export function renderArticle(step: string, routes: Parameters<typeof stubFetch>[0] = {}) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const permissions = Object.keys(PERMISSIONS.project);
  const page = { results: [], pagination: { has_next: false, next_cursor: null } };
  const api = stubFetch({
    [`POST ${projectPath}/iam/test`]: json({ level: 'project', id: 'project_1', permissions }),
    [`GET ${articlePath}`]: () => json(anArticle()),
    'GET /api/v1/org/org_1/model': json(page),
    [`GET ${projectPath}/collection`]: json(page),
    ...routes,
  });
  const project = { id: 'project_1', org_id: 'org_1', name: 'Support' };
  const view = renderConsole(
    <ActiveProjectContext value={project as never}>
      <ArticlePage />
    </ActiveProjectContext>,
    {
      at: `/projects/project_1/compose/article_1?step=${step}`,
      path: '/projects/:projectId/compose/:articleId',
    },
  );
  return { ...view, ...api };
}
