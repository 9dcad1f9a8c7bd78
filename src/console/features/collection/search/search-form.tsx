import { Button, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useListDocumentTags } from '#generated/api/collection/collection.ts';
import type { IndexSearch } from '#generated/model/index.ts';
import classes from './search.module.css';
import { MODES, type SearchSettings, TOP_K_MAX } from './search-rules.ts';

interface SearchFormProps {
  collectionId: string;
  search: IndexSearch;
  question: string;
  settings: SearchSettings;
  isSearching: boolean;
  onAsk: (question: string) => void;
  onChange: (change: Partial<SearchSettings>) => void;
}

/** The question and the search settings. */
export function SearchForm(props: SearchFormProps) {
  const { collectionId, search, question, settings, isSearching, onAsk, onChange } = props;
  const { orgId, projectId } = useActiveProject();
  const [text, setText] = useState(question);
  const hasFilter = settings.tags.length > 0 || settings.from !== '' || settings.until !== '';
  const [isOpen, setIsOpen] = useState(hasFilter || settings.neighbours > 0);
  const known = useListDocumentTags(orgId, projectId, collectionId, { query: { enabled: isOpen } });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAsk(text.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Search">
      <div className={classes.ask}>
        <TextInput
          aria-label="Question"
          placeholder="Ask what your users would ask"
          size="md"
          maxLength={4000}
          autoComplete="off"
          leftSection={<IconSearch />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={isSearching} disabled={text.trim() === ''}>
          Search
        </Button>
      </div>
      <div className={classes.options}>
        <Segmented
          label="Search by"
          size="xs"
          items={MODES.map(({ value, label }) => ({
            value,
            label,
            disabled: value === 'meaning' && !search.meaning,
          }))}
          value={settings.mode}
          onChange={(mode) => onChange({ mode })}
        />
        <NumberInput
          aria-label="Top K"
          size="xs"
          w={96}
          min={1}
          max={TOP_K_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          prefix="Top "
          value={settings.topK}
          onChange={(value) => typeof value === 'number' && onChange({ topK: value })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
      </div>
      {isOpen && (
        <div className={classes.filters}>
          <MultiSelect
            label="Tags"
            placeholder={settings.tags.length === 0 ? 'Any' : ''}
            data={[...new Set([...(known.data?.results ?? []), ...settings.tags])]}
            value={settings.tags}
            onChange={(tags) => onChange({ tags })}
          />
          <TextInput
            type="date"
            label="Dated from"
            value={settings.from}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Until"
            value={settings.until}
            onChange={(event) => onChange({ until: event.currentTarget.value })}
          />
          <NumberInput
            label="Neighbours"
            description={null}
            min={0}
            max={3}
            clampBehavior="strict"
            allowDecimal={false}
            value={settings.neighbours}
            onChange={(value) => typeof value === 'number' && onChange({ neighbours: value })}
          />
        </div>
      )}
    </form>
  );
}
