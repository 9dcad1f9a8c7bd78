import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListDocuments } from '#generated/api/collection/collection.ts';
import type { DocumentState } from '#generated/model/index.ts';

const DELAY_MS = 200;
const SHOWN = 20;

/**
 * The documents of a collection whose names match what is typed into a select. There may be thousands, so the server
 * searches them.
 * @param filter only documents in this state; `except` is the selected name, which a select shows as if it were typed
 */
export function useDocumentNames(
  collectionId: string,
  { state, except }: { state?: DocumentState; except?: string } = {},
) {
  const { at } = useActiveProject();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === except ? '' : typed.trim(), DELAY_MS);
  const query = useListDocuments(
    ...at,
    collectionId,
    { page_limit: SHOWN, sort: 'name', ...(state && { state }), ...(q !== '' && { q }) },
    { query: { placeholderData: keepPreviousData, meta: { silent: true } } },
  );
  const nothingFound = query.isPending
    ? 'Loading…'
    : query.error
      ? "The documents couldn't be loaded"
      : 'No document has this name';
  return { typed, setTyped, query, names: query.data?.results ?? [], nothingFound };
}
