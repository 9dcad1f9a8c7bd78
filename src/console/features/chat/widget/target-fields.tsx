import { CollectionPicker } from '#console/modules/collection/collection-picker.tsx';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import classes from './widget.module.css';
import type { WidgetValues } from './widget-values.ts';

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
          value={target.type === 'collections' ? 'collections' : 'model'}
          disabled={disabled}
          fullWidth
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.about}>
          {ABOUT[target.type === 'collections' ? 'collections' : 'model']}
        </p>
      </div>
      {target.type === 'collections' && (
        <CollectionPicker
          ids={target.collection_ids}
          readOnly={disabled}
          error={error}
          onChange={(collection_ids) => onChange({ collection_ids })}
        />
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
