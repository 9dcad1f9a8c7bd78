import { type ComboboxItem, type ComboboxLikeRenderOptionInput, MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { collectionOptions, healthText } from '#console/modules/collection/collection-options.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { useListCollections } from '#generated/api/collection/collection.ts';
import classes from './retrieval.module.css';

interface CollectionPickerProps {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  readOnly: boolean;
  error?: string | undefined;
  className?: string | undefined;
}

const COLLECTIONS_MAX = 20;

/** The collections that a task searches, by name. */
export function CollectionPicker({
  ids,
  onChange,
  readOnly,
  error,
  className,
}: CollectionPickerProps) {
  const { orgId, projectId } = useActiveProject();
  const [typed, setTyped] = useState('');
  const found = useListCollections(
    orgId,
    projectId,
    { page_limit: 100, sort: 'name', ...(typed.trim() && { q: typed.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const all = useListCollections(orgId, projectId, { page_limit: 100, sort: 'name' });
  const known = [...(all.data?.results ?? []), ...(found.data?.results ?? [])];
  const renderOption = ({ option }: ComboboxLikeRenderOptionInput<ComboboxItem>) => {
    const collection = known.find(({ id }) => id === option.value);
    return (
      <span className={classes.option}>
        <span>{option.label}</span>
        {collection && <span className={classes.health}>{healthText(collection)}</span>}
      </span>
    );
  };

  return (
    <MultiSelect
      className={className ?? ''}
      label="Collections"
      description={
        <>
          Their documents are searched.{' '}
          <Link to={paths.collections(projectId)}>
            {all.data?.results.length === 0 ? 'Create a collection' : 'All collections'}
          </Link>
        </>
      }
      data-pointer="/retrieval/collection_ids"
      placeholder={ids.length === 0 ? 'Choose collections' : ''}
      nothingFoundMessage={
        typed ? 'No collection has this name' : 'This project has no collections'
      }
      searchable
      hidePickedOptions
      maxValues={COLLECTIONS_MAX}
      data={collectionOptions(known, ids, all.isSuccess && !all.data.pagination.has_next)}
      // The server searches.
      filter={({ options }) => options}
      renderOption={renderOption}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...ids]}
      readOnly={readOnly}
      error={error}
      onChange={onChange}
    />
  );
}
