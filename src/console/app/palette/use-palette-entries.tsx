import type { MantineColorScheme } from '@mantine/core';
import {
  IconArticle,
  IconBolt,
  IconBuilding,
  IconClockHour4,
  IconFiles,
  IconFolder,
  IconHelpCircle,
  IconKeyboard,
  IconMessages,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSparkles,
  IconSun,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useListChats } from '#generated/api/chat/chat.ts';
import { useListCollections } from '#generated/api/collection/collection.ts';
import { useListArticles } from '#generated/api/compose/compose.ts';
import { useListOrgs } from '#generated/api/org/org.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import { useListTasks } from '#generated/api/task/task.ts';
import { openAssistant } from '../../modules/assistant/assistant-store.ts';
import { usePageActionStore } from '../../modules/page-actions.ts';
import { paths } from '../../modules/paths.ts';
import { useMembership } from '../../modules/permission/use-membership.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { settingsGroups } from '../settings-area/settings-pages.ts';
import { type RecentItem, useRecentStore } from './recent-store.ts';

type EntryBase = { id: string; label: string; description?: string; icon: ReactNode };

export type PaletteEntry =
  | (EntryBase & { to: string; kind: RecentItem['kind'] | 'action' })
  | (EntryBase & { run: () => void });

export type PaletteGroup = { label: string; entries: PaletteEntry[] };

type Actions = { setTheme: (theme: MantineColorScheme) => void; showShortcuts: () => void };

const found = 8;

/**
 * The entries of the palette.
 * @param query what is typed; filters the entries known here
 * @param search the same, debounced; sent to the server
 */
export function usePaletteEntries(query: string, search: string, actions: Actions): PaletteGroup[] {
  const { orgId, projectId } = useActiveProject();
  const { isGuest } = useMembership(orgId);
  const recent = useRecentStore((state) => state.items);
  const q = search.trim() || undefined;
  const options = {
    query: { staleTime: 15_000, placeholderData: keepPreviousData, meta: { silent: true } },
  };
  const tasks = useListTasks(orgId, projectId, { q, page_limit: found }, options);
  const collections = useListCollections(orgId, projectId, { q, page_limit: found }, options);
  const chats = useListChats(orgId, projectId, { q, page_limit: found }, options);
  const articles = useListArticles(orgId, projectId, { q, page_limit: found }, options);
  const projects = useListProjects(orgId, { q, page_limit: found }, options);
  const orgs = useListOrgs({ q, page_limit: found }, options);

  const fits = ({ label }: EntryBase) =>
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));

  const recentEntries = recent.map(
    (item): PaletteEntry => ({
      ...item,
      id: `recent:${item.to}`,
      icon: <IconClockHour4 />,
    }),
  );
  const onPage = usePageActionStore((state) => state.actions).map(
    ({ label, run }): PaletteEntry => ({
      id: `page:${label}`,
      label,
      run,
      icon: <IconBolt />,
    }),
  );
  const seen = new Set(recentEntries.filter(fits).map((entry) => 'to' in entry && entry.to));
  const fresh = (entry: PaletteEntry) => !('to' in entry) || !seen.has(entry.to);

  return [
    { label: 'This page', entries: onPage.filter(fits) },
    { label: 'Recent', entries: recentEntries.filter(fits).slice(0, 5) },
    {
      label: 'Tasks',
      entries: (tasks.data?.results ?? [])
        .map(
          (task): PaletteEntry => ({
            id: task.id,
            label: task.name,
            description: task.description || undefined,
            icon: <IconSparkles />,
            to: paths.task(projectId, task.id),
            kind: 'task',
          }),
        )
        .filter(fresh),
    },
    {
      label: 'Collections',
      entries: (collections.data?.results ?? [])
        .map(
          (collection): PaletteEntry => ({
            id: collection.id,
            label: collection.name,
            description: collection.description || undefined,
            icon: <IconFiles />,
            to: paths.collection(projectId, collection.id),
            kind: 'collection',
          }),
        )
        .filter(fresh),
    },
    {
      label: 'Chats',
      entries: (chats.data?.results ?? [])
        .map(
          (chat): PaletteEntry => ({
            id: chat.id,
            label: chat.title || 'New chat',
            icon: <IconMessages />,
            to: paths.chat(projectId, chat.id),
            kind: 'chat',
          }),
        )
        .filter(fresh),
    },
    {
      label: 'Articles',
      entries: (articles.data?.results ?? [])
        .map(
          (article): PaletteEntry => ({
            id: article.id,
            label: article.title || article.topic || 'Untitled article',
            icon: <IconArticle />,
            to: paths.article(projectId, article.id),
            kind: 'article',
          }),
        )
        .filter(fresh),
    },
    {
      label: 'Projects',
      entries: (projects.data?.results ?? [])
        .filter((project) => project.id !== projectId)
        .map(
          (project): PaletteEntry => ({
            id: project.id,
            label: project.name,
            icon: <IconFolder />,
            to: paths.tasks(project.id),
            kind: 'project',
          }),
        )
        .filter(fresh),
    },
    {
      label: 'Organisations',
      entries: (orgs.data?.results ?? [])
        .map(
          (org): PaletteEntry => ({
            id: org.id,
            label: `${org.name} settings`,
            icon: <IconBuilding />,
            to: paths.orgSettings(org.id),
            kind: 'page',
          }),
        )
        .filter(fresh),
    },
    { label: 'Pages', entries: pages({ orgId, projectId, isGuest }).filter(fits).filter(fresh) },
    { label: 'Actions', entries: commands({ orgId, projectId }, actions).filter(fits) },
  ];
}

function pages(place: { orgId: string; projectId: string; isGuest: boolean }): PaletteEntry[] {
  const { projectId } = place;
  const all: [string, string][] = [
    ['Tasks', paths.tasks(projectId)],
    ['Collections', paths.collections(projectId)],
    ['Chats', paths.chats(projectId)],
    ['Compose', paths.articles(projectId)],
    ['Templates', paths.templates()],
    ['Runs', paths.runs(projectId)],
    ...settingsGroups(place)
      .flatMap(({ pages }) => pages)
      .map(({ title, to }): [string, string] => [title, to]),
  ];
  return all.map(([label, to]) => ({
    id: to,
    label,
    to,
    kind: 'page',
    icon: <IconSettings />,
  }));
}

function commands(
  { orgId, projectId }: { orgId: string; projectId: string },
  { setTheme, showShortcuts }: Actions,
): PaletteEntry[] {
  const plus = <IconPlus />;
  return [
    {
      id: 'assistant',
      label: 'Ask the assistant',
      run: () => openAssistant(),
      icon: <IconHelpCircle />,
    },
    {
      id: 'new-project',
      label: 'Create project',
      to: paths.newProject(orgId),
      kind: 'action',
      icon: plus,
    },
    {
      id: 'new-collection',
      label: 'Create collection',
      to: paths.newCollection(projectId),
      kind: 'action',
      icon: plus,
    },
    {
      id: 'new-chat',
      label: 'Create chat',
      to: paths.newChat(projectId),
      kind: 'action',
      icon: plus,
    },
    {
      id: 'new-article',
      label: 'Create article',
      to: paths.newArticle(projectId),
      kind: 'action',
      icon: plus,
    },
    { id: 'new-org', label: 'Create organisation', to: paths.newOrg(), kind: 'action', icon: plus },
    {
      id: 'light',
      label: 'Theme: light',
      run: () => setTheme('light'),
      icon: <IconSun />,
    },
    { id: 'dark', label: 'Theme: dark', run: () => setTheme('dark'), icon: <IconMoon /> },
    {
      id: 'auto',
      label: 'Theme: system',
      run: () => setTheme('auto'),
      icon: <IconSun />,
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      run: showShortcuts,
      icon: <IconKeyboard />,
    },
  ];
}
