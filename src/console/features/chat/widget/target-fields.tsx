import { lazy, Suspense } from 'react';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
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
  const { orgId } = useActiveProject();
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
        {(control) => (
          <ModelPicker
            id={control.id}
            orgId={orgId}
            none="Default model"
            disabled={disabled}
            modelId={target.model_id}
            onChange={(model_id) => onChange({ model_id })}
          />
        )}
      </PlainField>
    </>
  );
}
