import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import classes from './model-section.module.css';
import type { ModelPickerProps } from './model-select.tsx';

const load = () => import('./model-select.tsx');
const ModelSelect = lazy(() => load().then((m) => ({ default: m.ModelSelect })));

/** The selected model. The full list loads when the picker is first opened. */
export function ModelPicker(props: ModelPickerProps) {
  const { models, modelId, placeholder, disabled, error } = props;
  const [wanted, setWanted] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  useIdleLoad(load);
  const name = models.find((one) => one.id === modelId)?.name ?? modelId;
  const face = (
    <>
      <div className={classes.face}>
        <PlainInput
          role="combobox"
          aria-label="Model"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-describedby={error === undefined ? undefined : errorId}
          placeholder={placeholder}
          value={typed ?? name}
          disabled={disabled}
          invalid={error !== undefined}
          onPointerEnter={load}
          onFocus={() => setWanted(true)}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <IconChevronDown aria-hidden />
      </div>
      {error !== undefined && (
        <p className={classes.error} id={errorId}>
          {error}
        </p>
      )}
    </>
  );
  return (
    <div data-pointer="/model_id">
      {wanted ? (
        <Suspense fallback={face}>
          <ModelSelect {...props} typed={typed} />
        </Suspense>
      ) : (
        face
      )}
    </div>
  );
}
