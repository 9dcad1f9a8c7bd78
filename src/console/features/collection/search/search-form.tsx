import { Button, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { submits } from '#console/ui/form/submits.ts';
import type { IndexSearch } from '#generated/model/index.ts';
import classes from './search.module.css';
import { SearchOptions } from './search-options.tsx';
import { changedOptions, MODES, type SearchSettings } from './search-rules.ts';
import { TopKInput } from './top-k-input.tsx';

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
  const [text, setText] = useState(question);
  const changed = changedOptions(settings);
  const [isOpen, setIsOpen] = useState(changed > 0);
  const [shown, setShown] = useState(question);
  // The question changed from outside (Back, a saved question). Not a new form, which would lose focus.
  if (question !== shown) {
    setShown(question);
    setText(question);
    if (changed > 0) setIsOpen(true);
  }

  const submit = submits(() => text.trim() !== '' && onAsk(text.trim()));
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Search" noValidate>
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
        <TopKInput label="Top K" value={settings.topK} onChange={(topK) => onChange({ topK })} />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {changed === 0 ? 'Options' : `Options (${changed})`}
        </Button>
      </div>
      {isOpen && (
        <SearchOptions collectionId={collectionId} settings={settings} onChange={onChange} />
      )}
    </form>
  );
}
