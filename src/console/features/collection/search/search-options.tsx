import { Input, MultiSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { useListDocumentTags } from '#generated/api/collection/collection.ts';
import { DocumentFilter } from './document-filter.tsx';
import classes from './search.module.css';
import { NEIGHBOURS_MAX, type SearchSettings } from './search-rules.ts';

interface SearchOptionsProps {
  collectionId: string;
  settings: SearchSettings;
  onChange: (change: Partial<SearchSettings>) => void;
}

/** The options of a search: filters, threshold, neighbours and reranking. */
export function SearchOptions({ collectionId, settings, onChange }: SearchOptionsProps) {
  const { orgId, projectId } = useActiveProject();
  const known = useListDocumentTags(orgId, projectId, collectionId);
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
