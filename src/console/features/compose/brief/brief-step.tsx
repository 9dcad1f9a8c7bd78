import { type ChangeEvent, useState } from 'react';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { CollectionPicker } from '#console/modules/collection/collection-picker.tsx';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { KEYWORD_MAX, KEYWORDS_MAX } from '#core/compose/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { ArticleBrief } from '#generated/model/index.ts';
import { useArticleEditor, useEdit, useText } from '../editor/article-context.tsx';
import { StepFooter, StepHeader } from '../step/step-parts.tsx';
import type { StepProps } from '../step/step-props.ts';
import classes from './brief.module.css';

/** The brief. Only the topic is required. */
export function BriefStep({ goTo }: StepProps) {
  const { address, readOnly, writer } = useArticleEditor();
  const brief = useText((text) => text.brief);
  const hasTitles = useText((text) => text.titles.length > 0 || text.title !== '');
  const edit = useEdit('brief');
  const modelProblem = useModelProblem(address.orgId, brief.model_id);
  const [isAsked, setAsked] = useState(false);
  const locked = readOnly !== null;
  const hasNoTopic = brief.topic.trim() === '';
  const set = <K extends keyof ArticleBrief>(key: K, value: ArticleBrief[K]) =>
    edit((text) => ({ ...text, brief: { ...text.brief, [key]: value } }), key);

  const text = (key: 'topic' | 'audience' | 'instructions') => ({
    readOnly: locked,
    value: brief[key],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(key, event.currentTarget.value),
  });
  const next = () => {
    setAsked(true);
    if (hasNoTopic) return;
    goTo('titles');
    if (!hasTitles && writer.store.getState().writing === null)
      void writer.write({ step: 'titles' });
  };

  return (
    <section aria-label="Brief">
      <StepHeader title="Brief">
        What the article is about, and who it is for. Only the topic is required.
      </StepHeader>
      <Stack gap="md" maw="var(--tl-form-width)">
        <Textarea
          label="Topic"
          placeholder="e.g. How small teams plan a launch"
          required
          rows={3}
          maxLength={2000}
          error={isAsked && hasNoTopic ? VALIDATION.topicNeeded : undefined}
          {...text('topic')}
        />
        <TextInput
          label="Audience"
          placeholder="e.g. Founders of small software companies"
          maxLength={500}
          {...text('audience')}
        />
        <div className={classes.pair}>
          <SuggestingInput
            label="Tone"
            placeholder="Depends on the topic"
            maxLength={120}
            options={TONES}
            readOnly={locked}
            value={brief.tone}
            onChange={(tone) => set('tone', tone)}
          />
          <SuggestingInput
            label="Language"
            placeholder="English"
            maxLength={60}
            options={LANGUAGES}
            readOnly={locked}
            value={brief.language}
            onChange={(language) => set('language', language)}
          />
        </div>
        <div className={classes.length}>
          <NumberField
            label="Length (words)"
            min={100}
            max={10_000}
            step={100}
            readOnly={locked}
            value={brief.length}
            onChange={(length) => length !== undefined && set('length', length)}
          />
          <Segmented
            label="Usual lengths"
            items={LENGTHS}
            value={LENGTHS.find(({ value }) => Number(value) === brief.length)?.value ?? null}
            disabled={locked}
            onChange={(value) => set('length', Number(value))}
          />
        </div>
        <TagsInput
          label="Keywords"
          description="Words to include. Press Enter to add."
          maxTags={KEYWORDS_MAX}
          readOnly={locked}
          value={brief.keywords}
          onChange={(words) =>
            set('keywords', words.map((word) => word.trim().slice(0, KEYWORD_MAX)).filter(Boolean))
          }
        />
        <CollectionPicker
          ids={brief.collection_ids}
          readOnly={locked}
          onChange={(ids) => set('collection_ids', ids)}
        />
        <PlainField label="Model" error={modelProblem}>
          {({ id, 'aria-describedby': describedBy }) => (
            <ModelPicker
              id={id}
              describedBy={describedBy}
              orgId={address.orgId}
              modelId={brief.model_id ?? ''}
              none="Default model"
              disabled={locked}
              onChange={(modelId) => set('model_id', modelId || null)}
            />
          )}
        </PlainField>
        <Textarea
          label="Instructions"
          placeholder="Anything else to consider, e.g. mention last spring's pilot"
          rows={3}
          maxLength={4000}
          {...text('instructions')}
        />
      </Stack>
      <StepFooter>
        <Button leftSection={!hasTitles && <IconSparkles />} disabled={locked} onClick={next}>
          {hasTitles ? 'Go to titles' : 'Suggest titles'}
        </Button>
      </StepFooter>
    </section>
  );
}

/** Why the brief's model can't be used. */
function useModelProblem(orgId: string, modelId: string | null): string | undefined {
  const { models, pending } = useModels(orgId);
  if (modelId === null || pending) return undefined;
  const model = models.find(({ id }) => id === modelId);
  if (model?.endpoint.problem === null) return undefined;
  return "This model isn't available. Choose another one, or steps will fail.";
}

interface SuggestingInputProps {
  label: string;
  placeholder: string;
  maxLength: number;
  options: readonly string[];
  readOnly: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A free-text field with the browser's own list of suggestions. */
function SuggestingInput({ options, label, onChange, ...props }: SuggestingInputProps) {
  const list = `${label.toLowerCase()}-suggestions`;
  return (
    <>
      <TextInput
        {...props}
        label={label}
        list={list}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

/** Suggestions for free-text fields of the brief. */
const TONES = [
  'Friendly and concrete',
  'Matter-of-fact',
  'Conversational',
  'Enthusiastic',
  'Authoritative',
  'Humorous',
];

const LANGUAGES = [
  'English',
  'German',
  'French',
  'Spanish',
  'Italian',
  'Portuguese',
  'Dutch',
  'Polish',
  'Japanese',
  'Chinese',
];

/** Approximate numbers of words. */
const LENGTHS = [
  { value: '600', label: 'Short' },
  { value: '1000', label: 'Medium' },
  { value: '2000', label: 'Long' },
] as const;
