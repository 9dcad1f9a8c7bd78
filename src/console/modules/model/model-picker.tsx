import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import type { ModelPickerProps } from './model-list.tsx';
import classes from './model-picker.module.css';
import { useModels } from './use-models.ts';

const load = () => import('./model-list.tsx');
const ModelList = lazyOf(load, 'ModelList');

/** The selected model. The list loads when the picker is first used. */
export function ModelPicker(props: ModelPickerProps) {
  const { orgId, modelId, label = 'Model', none, disabled, error } = props;
  const { models, pending } = useModels(orgId);
  const [wanted, setWanted] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  // Once it is enabled again, the list must not open by itself.
  if (disabled && wanted) setWanted(false);
  const errorId = useId();
  useIdleLoad(load);
  const name = models.find(({ id }) => id === modelId)?.name ?? modelId;
  const shown = modelId === '' ? (none ?? '') : name;
  const placeholder = props.placeholder ?? (pending ? 'Loading models…' : 'Select a model');
  const notes = [props.describedBy, error !== undefined && errorId].filter(Boolean).join(' ');
  const control = {
    id: props.id,
    'aria-label': label,
    'aria-describedby': notes || undefined,
    title: props.title,
    placeholder,
    disabled,
    invalid: error !== undefined,
  };
  const face = (
    <PlainInput
      {...control}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      value={typed ?? shown}
      onPointerEnter={load}
      onFocus={() => setWanted(true)}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
  return (
    <div>
      <div className={classes.face}>
        {wanted ? (
          <Suspense fallback={face}>
            <ModelList
              {...props}
              control={control}
              models={models}
              shown={shown}
              typedBefore={typed}
              onClosed={() => setTyped(null)}
            />
          </Suspense>
        ) : (
          face
        )}
        <IconChevronDown aria-hidden />
      </div>
      {error !== undefined && (
        <p className={classes.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
