import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Input, MultiSelect, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { NumberField } from '#console/ui/form/number-field.tsx';
import {
  getGetDocumentQueryOptions,
  useListDocumentTags,
} from '#generated/api/collection/collection.ts';
import { useDocumentNames } from '../use-document-names.ts';
import classes from './search.module.css';
import { NEIGHBOURS_MAX, type SearchSettings } from './search-rules.ts';

interface SearchOptionsProps {
  collectionId: string;
  settings: SearchSettings;
  onChange: (change: Partial<SearchSettings>) => void;
}

/** The options of a search: filters, threshold, neighbours and reranking. */
export function SearchOptions({ collectionId, settings, onChange }: SearchOptionsProps) {
  const { at, orgId } = useActiveProject();
  const known = useListDocumentTags(...at, collectionId);
  const { tags, documents, from, until, threshold, neighbours, rerank } = settings;
  return (
    <div className={classes.filters}>
      <MultiSelect
        label="Tags"
        placeholder={tags.length === 0 ? 'Any' : ''}
        data={[...new Set([...(known.data?.results ?? []), ...tags])]}
        value={tags}
        onChange={(value) => onChange({ tags: value })}
      />
      <DocumentFilter
        collectionId={collectionId}
        value={documents}
        onChange={(value) => onChange({ documents: value })}
      />
      <TextInput
        type="date"
        label="Dated from"
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Until"
        value={until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      <NumberField
        label="Score threshold"
        min={0}
        max={1}
        step={0.05}
        value={threshold}
        onChange={(value = 0) => onChange({ threshold: value })}
      />
      <NumberField
        label="Neighbours"
        min={0}
        max={NEIGHBOURS_MAX}
        value={neighbours}
        onChange={(value = 0) => onChange({ neighbours: value })}
      />
      <Input.Wrapper label="Rerank" labelElement="div">
        <ModelPicker
          orgId={orgId}
          label="Rerank"
          none="No model"
          modelId={rerank}
          onChange={(id) => onChange({ rerank: id })}
        />
      </Input.Wrapper>
    </div>
  );
}

/** The contract's limit. */
const DOCUMENTS_MAX = 100;

interface DocumentFilterProps {
  collectionId: string;
  /** The IDs of the chosen documents. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Limits a search to certain documents, selected by name. */
function DocumentFilter({ collectionId, value, onChange }: DocumentFilterProps) {
  const { at } = useActiveProject();
  const { typed, setTyped, names, nothingFound } = useDocumentNames(collectionId);
  const chosen = useQueries({
    queries: value.map((id) => ({
      ...getGetDocumentQueryOptions(...at, collectionId, id),
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
