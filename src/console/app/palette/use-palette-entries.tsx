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
import { settingsGroups } from '../settings-area/settings-pages.tsx';
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
  const { at, orgId, projectId } = useActiveProject();
  const { isGuest } = useMembership(orgId);
  const recent = useRecentStore((state) => state.items);
  const q = search.trim() || undefined;
  const options = {
    query: { staleTime: 15_000, placeholderData: keepPreviousData, meta: { silent: true } },
  };
  const tasks = useListTasks(...at, { q, page_limit: found }, options);
  const collections = useListCollections(...at, { q, page_limit: found }, options);
  const chats = useListChats(...at, { q, page_limit: found }, options);
  const articles = useListArticles(...at, { q, page_limit: found }, options);
  const projects = useListProjects(orgId, { q, page_limit: found }, options);
  const orgs = useListOrgs({ q, page_limit: found }, options);

  const fits = ({ label }: EntryBase) =>
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));

  const recentEntries = recent.map(
    (item): PaletteEntry => ({ ...item, id: `recent:${item.to}`, icon: <IconClockHour4 /> }),
  );
  const onPage = usePageActionStore((state) => state.actions).map(({ label, run }) =>
    command(`page:${label}`, label, <IconBolt />, run),
  );
  const seen = new Set(recentEntries.filter(fits).map((entry) => 'to' in entry && entry.to));
  const fresh = (entry: PaletteEntry) => !('to' in entry) || !seen.has(entry.to);
  const results = <T,>(
    list: { data: { results: T[] } | undefined },
    toEntry: (one: T) => PaletteEntry,
  ) => (list.data?.results ?? []).map(toEntry).filter(fresh);

  const groups: Record<string, PaletteEntry[]> = {
    'This page': onPage.filter(fits),
    Recent: recentEntries.filter(fits).slice(0, 5),
    Tasks: results(tasks, ({ id, name, description }) => ({
      ...link('task', id, name, <IconSparkles />, paths.task(projectId, id)),
      description: description || undefined,
    })),
    Collections: results(collections, ({ id, name, description }) => ({
      ...link('collection', id, name, <IconFiles />, paths.collection(projectId, id)),
      description: description || undefined,
    })),
    Chats: results(chats, ({ id, title }) =>
      link('chat', id, title || 'New chat', <IconMessages />, paths.chat(projectId, id)),
    ),
    Articles: results(articles, ({ id, title, topic }) => {
      const label = title || topic || 'Untitled article';
      return link('article', id, label, <IconArticle />, paths.article(projectId, id));
    }),
    Projects: results(projects, ({ id, name }) =>
      link('project', id, name, <IconFolder />, paths.tasks(id)),
    ).filter(({ id }) => id !== projectId),
    Organisations: results(orgs, ({ id, name }) =>
      link('page', id, `${name} settings`, <IconBuilding />, paths.orgSettings(id)),
    ),
    Pages: pages({ orgId, projectId, isGuest }).filter(fits).filter(fresh),
    Actions: commands({ orgId, projectId }, actions).filter(fits),
  };
  return Object.entries(groups).map(([label, entries]) => ({ label, entries }));
}

const link = (
  kind: RecentItem['kind'] | 'action',
  id: string,
  label: string,
  icon: ReactNode,
  to: string,
): PaletteEntry => ({ kind, id, label, icon, to });

const command = (id: string, label: string, icon: ReactNode, run: () => void): PaletteEntry => ({
  id,
  label,
  icon,
  run,
});

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
  return all.map(([label, to]) => link('page', to, label, <IconSettings />, to));
}

function commands(
  { orgId, projectId }: { orgId: string; projectId: string },
  { setTheme, showShortcuts }: Actions,
): PaletteEntry[] {
  const create = (what: string, to: string) =>
    link('action', `new-${what}`, `Create ${what}`, <IconPlus />, to);
  const theme = (value: MantineColorScheme, label: string, icon: ReactNode) =>
    command(value, `Theme: ${label}`, icon, () => setTheme(value));
  return [
    command('assistant', 'Ask the assistant', <IconHelpCircle />, () => openAssistant()),
    create('project', paths.newProject(orgId)),
    create('collection', paths.newCollection(projectId)),
    create('chat', paths.newChat(projectId)),
    create('article', paths.newArticle(projectId)),
    create('organisation', paths.newOrg()),
    theme('light', 'light', <IconSun />),
    theme('dark', 'dark', <IconMoon />),
    theme('auto', 'system', <IconSun />),
    command('keys', 'Keyboard shortcuts', <IconKeyboard />, showShortcuts),
  ];
}
