import { MultiSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { getGetDocumentQueryOptions } from '#generated/api/collection/collection.ts';
import { useDocumentNames } from '../use-document-names.ts';
import classes from './search.module.css';

/** The contract's limit. */
const DOCUMENTS_MAX = 100;

interface DocumentFilterProps {
  collectionId: string;
  /** The IDs of the chosen documents. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Limits a search to certain documents, selected by name. */
export function DocumentFilter({ collectionId, value, onChange }: DocumentFilterProps) {
  const { orgId, projectId } = useActiveProject();
  const { typed, setTyped, names, nothingFound } = useDocumentNames(collectionId);
  const chosen = useQueries({
    queries: value.map((id) => ({
      ...getGetDocumentQueryOptions(orgId, projectId, collectionId, id),
      meta: { silent: true },
    })),
  });
  const options = new Map(names.map(({ id, name }) => [id, name]));
  for (const [at, id] of value.entries()) options.set(id, chosen[at]?.data?.name ?? id);
  return (
    <MultiSelect
      className={classes.wide ?? ''}
      label="Documents"
      placeholder={value.length === 0 ? 'Any' : ''}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered the options already, by more than their labels.
      filter={({ options: all }) => all}
      nothingFoundMessage={nothingFound}
      maxValues={DOCUMENTS_MAX}
      hidePickedOptions
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
