import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListDocumentChunksInfinite } from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';

/**
 * The chunks of a document, loaded on scroll.
 * @param around the chunk to load first; null for the beginning
 */
export function useDocumentChunks({ id, collection_id, state }: Document, around: string | null) {
  const { orgId, projectId } = useActiveProject();
  const query = useListDocumentChunksInfinite(
    orgId,
    projectId,
    collection_id,
    id,
    { page_limit: 50, ...(around !== null && { around }) },
    { query: { ...paged, enabled: state === 'ready', meta: { silent: true } } },
  );
  const chunks = useMemo(() => flatten(query.data), [query.data]);
  return { query, chunks };
}
