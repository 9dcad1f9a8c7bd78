import { type ComboboxItem, type ComboboxLikeRenderOptionInput, MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { Link } from '#console/ui/navigation/link.tsx';
import { useListCollections } from '#generated/api/collection/collection.ts';
import { paths } from '../paths.ts';
import { useActiveProject } from '../selection/use-active-project.ts';
import { collectionOptions, healthText } from './collection-options.ts';
import classes from './collection-picker.module.css';

interface CollectionPickerProps {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  readOnly: boolean;
  error?: string | undefined;
  className?: string | undefined;
  /** The JSON Pointer by which a problem in the form finds the field. */
  pointer?: string;
}

const COLLECTIONS_MAX = 20;

/** The collections that a task or chat searches, by name. */
export function CollectionPicker({
  ids,
  onChange,
  readOnly,
  error,
  className,
  pointer,
}: CollectionPickerProps) {
  const { at, projectId } = useActiveProject();
  const [typed, setTyped] = useState('');
  const found = useListCollections(
    ...at,
    { page_limit: 100, sort: 'name', ...(typed.trim() && { q: typed.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const all = useListCollections(...at, { page_limit: 100, sort: 'name' });
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
          <Link to={paths.collections(projectId)} className={classes.link}>
            {all.data?.results.length === 0 ? 'Create a collection' : 'All collections'}
          </Link>
        </>
      }
      data-pointer={pointer}
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
