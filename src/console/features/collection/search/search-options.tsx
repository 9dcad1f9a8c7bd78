import { MultiSelect, Select, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { useListDocumentTags } from '#generated/api/collection/collection.ts';
import { useListModels } from '#generated/api/model/model.ts';
import { DocumentFilter } from './document-filter.tsx';
import classes from './search.module.css';
import { NEIGHBOURS_MAX, type SearchSettings } from './search-rules.ts';

interface SearchOptionsProps {
  collectionId: string;
  settings: SearchSettings;
  onChange: (change: Partial<SearchSettings>) => void;
}

const NO_MODEL = 'none';

/** The options of a search: filters, threshold, neighbours and reranking. */
export function SearchOptions({ collectionId, settings, onChange }: SearchOptionsProps) {
  const { orgId, projectId } = useActiveProject();
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const models = useListModels(orgId, { page_limit: PAGE_LIMIT_MAX });
  const { tags, documents, from, until, threshold, neighbours, rerank } = settings;
  const ids = models.data?.results.filter(({ available }) => available).map(({ id }) => id) ?? [];
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
      <Select
        label="Rerank"
        searchable
        allowDeselect={false}
        data={[
          { value: NO_MODEL, label: 'No model' },
          ...[...new Set([...ids, ...(rerank ? [rerank] : [])])].map((id) => ({
            value: id,
            label: id,
          })),
        ]}
        value={rerank || NO_MODEL}
        onChange={(value) => value && onChange({ rerank: value === NO_MODEL ? '' : value })}
      />
    </div>
  );
}
