import { Button, NativeSelect } from '@mantine/core';
import { IconArticle, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { sortsOf, useListParams } from '#console/modules/filter/use-list-params.ts';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { NoMatches } from '#console/ui/feedback/no-matches.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import {
  countColumn,
  moneyColumn,
  textColumn,
  timeColumn,
  titledColumn,
} from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import {
  createArticle,
  deleteArticle,
  getListArticlesInfiniteQueryKey,
  getListArticlesQueryKey,
  useListArticlesInfinite,
} from '#generated/api/compose/compose.ts';
import type { Article, ArticleSort, ArticleStage, ArticleSummary } from '#generated/model/index.ts';

const STAGES: Readonly<Record<ArticleStage, string>> = {
  brief: 'Brief',
  titles: 'Titles',
  outline: 'Outline',
  sections: 'Sections',
  article: 'Complete',
};

/** The columns of the list of articles. */
const ARTICLE_COLUMNS: readonly Column<ArticleSummary>[] = [
  titledColumn('Title', (article) => nameOf(article), { sort: 'title', width: 'minmax(0, 3fr)' }),
  {
    header: 'Stage',
    width: '116px',
    cell: ({ stage, published_at }) =>
      published_at ? (
        <StatusBadge tone="success">Published</StatusBadge>
      ) : (
        <StatusBadge tone={stage === 'article' ? 'accent' : 'neutral'}>{STAGES[stage]}</StatusBadge>
      ),
  },
  countColumn('Words', ({ words }) => words, { width: '80px', hideBelow: 'sm' }),
  moneyColumn('Cost', ({ cost }) => cost, { width: 'clamp(96px, 9vw, 120px)', hideBelow: 'md' }),
  textColumn('Author', ({ created_by }) => created_by.name, {
    width: 'minmax(0, 1fr)',
    hideBelow: 'md',
  }),
  timeColumn('Updated', ({ updated_at }) => updated_at, {
    width: '112px',
    sort: 'updated_at',
    hideBelow: 'sm',
  }),
];

/** `/projects/:projectId/compose` */
export function ArticleListPage() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const run = usePermission(scope, 'run_task');
  const edit = usePermission(scope, 'edit');
  const navigate = useNavigate();
  const list = useArticleList();
  const actions = useArticleActions();
  const [creating, setCreating] = useState(false);
  const create = async () => {
    if (!run.allowed || creating) return;
    setCreating(true);
    const article = await actions.create();
    setCreating(false);
    if (article) navigate(paths.article(projectId, article.id));
  };
  useShortcut('C', 'Create article', () => void create());
  useCreateFromLink(create);

  const button = (
    <Permitted on={scope} name="run_task">
      <Button leftSection={<IconPlus />} loading={creating} onClick={() => void create()}>
        Create article
      </Button>
    </Permitted>
  );
  const { query, articles, search } = list;
  const isBare = !query.isPending && !query.error && search === '' && articles.length === 0;

  return (
    <Page title="Compose" actions={!isBare && button} fill>
      {!isBare && (
        <Toolbar>
          <SearchInput value={search} onChange={list.setSearch} label="Search articles" />
          <NativeSelect
            ml="auto"
            aria-label="Sort by"
            data={[...SORTS]}
            value={list.sort}
            onChange={(event) => list.setSort(event.currentTarget.value)}
          />
        </Toolbar>
      )}
      <DataTable
        label="Articles"
        columns={ARTICLE_COLUMNS}
        rows={articles}
        query={query}
        href={({ id }) => paths.article(projectId, id)}
        menu={(article) => [
          {
            label: 'Delete',
            icon: <IconTrash />,
            danger: true,
            disabled: edit.reason,
            onClick: () => void actions.remove(article),
          },
        ]}
        sort={{ value: list.sort, onChange: list.setSort }}
        empty={
          search !== '' ? (
            <NoMatches noun="articles" search={search} onClear={list.clear} />
          ) : (
            <EmptyState icon={<IconArticle />} title="No articles yet" action={button}>
              Start with a brief, then write titles, an outline and sections that cite documents
              from your collections.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** Creates an article if the URL asks for one, then removes the parameter so that Back doesn't create another. */
function useCreateFromLink(create: () => Promise<void>): void {
  const [wanted, setWanted] = useQueryParam('new');
  const isDone = useRef(false);
  useEffect(() => {
    if (wanted === null || isDone.current) return;
    isDone.current = true;
    setWanted(null);
    void create();
  }, [wanted, setWanted, create]);
}

const SORTS = [
  { value: '-updated_at', label: 'Recently updated' },
  { value: 'updated_at', label: 'Least recently updated' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
] as const satisfies readonly { value: ArticleSort; label: string }[];

/** The project's articles, filtered and sorted by the URL's parameters. */
function useArticleList() {
  const { at } = useActiveProject();
  const list = useListParams(sortsOf(SORTS), {});
  const query = useListArticlesInfinite(...at, list.params, {
    query: { ...paged, placeholderData: keepPreviousData, refetchOnMount: 'always' },
  });
  return { ...list, query, articles: useMemo(() => flatten(query.data), [query.data]) };
}

/** Creates and deletes articles. */
function useArticleActions() {
  const { at } = useActiveProject();
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: getListArticlesInfiniteQueryKey(...at) }),
      client.invalidateQueries({ queryKey: getListArticlesQueryKey(...at) }),
    ]);

  return {
    /** Creates an empty article. Undefined if that failed. */
    async create(): Promise<Article | undefined> {
      let article: Article | undefined;
      await attempt(async () => {
        article = await mutate(createArticle, ...at, {});
        void refresh();
      });
      return article;
    },

    /** Asks for confirmation, naming the article. */
    async remove(article: ArticleSummary): Promise<boolean> {
      const name = nameOf(article);
      return confirm({
        title: `Delete “${name}”?`,
        body: "Its versions and images are deleted too. Published copies are not affected. This can't be undone.",
        confirmLabel: 'Delete article',
        danger: true,
        action: async () => {
          await mutate(deleteArticle, ...at, article.id);
          return refresh();
        },
        success: `“${name}” deleted`,
      });
    },
  };
}

/** The name of an article: its title, or otherwise its topic. */
function nameOf({ title, topic }: { title: string; topic: string }): string {
  return title.trim() || topic.trim() || 'Untitled article';
}
