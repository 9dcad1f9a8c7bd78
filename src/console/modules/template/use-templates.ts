import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useListTemplatesInfinite } from '#generated/api/template/template.ts';
import { useActiveProject } from '../selection/use-active-project.ts';

const PAGE = 60;

/** Templates that match the search and the tag, and all available tags. */
export function useTemplates(search = '', tag: string | null = null) {
  const { orgId } = useActiveProject();
  const q = search.trim();
  const params = { page_limit: PAGE, ...(q !== '' && { q }), ...(tag !== null && { tag }) };
  const query = useListTemplatesInfinite(orgId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  // The tags on offer must not depend on the selected one.
  const all = useListTemplatesInfinite(orgId, { page_limit: PAGE }, { query: paged });
  const templates = useMemo(() => flatten(query.data), [query.data]);
  const tags = useMemo(() => tagsOf(flatten(all.data)), [all.data]);
  return { query, templates, tags };
}

/** Each tag once, most used first. */
function tagsOf(templates: readonly { tags: string[] }[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of templates.flatMap(({ tags }) => tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}
