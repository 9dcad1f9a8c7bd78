import { lazy, Suspense } from 'react';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useModelChoices } from '../config/use-model-choices.ts';
import classes from './widget.module.css';
import type { WidgetValues } from './widget-values.ts';

const CollectionPicker = lazy(() =>
  import('#console/modules/collection/collection-picker.tsx').then((m) => ({
    default: m.CollectionPicker,
  })),
);

type Target = Pick<WidgetValues['config'], 'type' | 'model_id' | 'collection_ids'>;

const TYPES = [
  { value: 'collections', label: 'Collections' },
  { value: 'model', label: 'Model' },
] as const;
const ABOUT = {
  collections: 'Answers from your documents, with citations. Visitors see quotations from them.',
  model: 'Answers from what the model knows, and from the system prompt.',
};

interface TargetFieldsProps {
  target: Target;
  error: string | undefined;
  disabled?: boolean;
  onChange: (change: Partial<Target>) => void;
}

/** What a widget answers from. */
export function TargetFields({ target, error, disabled = false, onChange }: TargetFieldsProps) {
  const choices = useModelChoices();
  const isKnown = target.model_id === '' || choices.some(({ value }) => value === target.model_id);
  return (
    <>
      <div>
        <Segmented
          label="Answers from"
          items={TYPES}
          value={target.type}
          disabled={disabled}
          fullWidth
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.about}>{ABOUT[target.type]}</p>
      </div>
      {target.type === 'collections' && (
        <Suspense fallback={<TextSkeleton lines={3} />}>
          <CollectionPicker
            ids={target.collection_ids}
            readOnly={disabled}
            error={error}
            onChange={(collection_ids) => onChange({ collection_ids })}
          />
        </Suspense>
      )}
      <PlainField label="Model">
        {({ invalid: _, ...control }) => (
          <PlainSelect
            {...control}
            disabled={disabled}
            value={target.model_id}
            options={[
              { value: '', label: 'Default model' },
              ...choices,
              // It stays chosen when it is no longer offered.
              ...(isKnown ? [] : [{ value: target.model_id, label: target.model_id }]),
            ]}
            onChange={(model_id) => onChange({ model_id })}
          />
        )}
      </PlainField>
    </>
  );
}
