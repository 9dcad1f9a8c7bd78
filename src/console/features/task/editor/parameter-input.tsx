import { CloseButton, NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import type { ModelParameters } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem } from './editor-context.tsx';

interface ParameterInputProps {
  name: keyof ModelParameters;
  label: string;
  description: string;
  min: number;
  max: number;
  step: number;
  locked: boolean;
  /** What holds while it is not set. */
  fallback?: string;
  /** Why the chosen model does not take it; null when it does. */
  unsupported?: string | null | undefined;
}

/** One parameter of the model. Empty means: as the provider does by default. */
export function ParameterInput(props: ParameterInputProps) {
  const { name, label, description, min, max, step, locked, unsupported } = props;
  const { draft } = useEditor();
  const value = useDraft((state) => state.definition.parameters[name]);
  const problem = useProblem(`/parameters/${name}`);
  const set = (next: number | undefined) =>
    draft.edit((definition) => {
      const { [name]: _before, ...others } = definition.parameters;
      const parameters = next === undefined ? others : { ...others, [name]: next };
      return { ...definition, parameters };
    });
  const isSet = value !== undefined;
  return (
    <NumberInput
      data-pointer={`/parameters/${name}`}
      label={label}
      description={unsupported ?? description}
      placeholder={props.fallback ?? 'Provider default'}
      value={value ?? ''}
      min={min}
      max={max}
      step={step}
      clampBehavior="blur"
      allowDecimal={step < 1}
      thousandSeparator={max > 1000 ? ',' : undefined}
      error={problem}
      // One that is set stays open, so that it can be taken away again.
      disabled={locked || (Boolean(unsupported) && !isSet)}
      hideControls={isSet}
      rightSection={
        isSet && !locked ? (
          <CloseButton
            size="sm"
            aria-label={`${label}: back to the default`}
            onClick={() => set(undefined)}
          />
        ) : undefined
      }
      onChange={(next) => {
        const number = typeof next === 'number' ? next : Number.parseFloat(next);
        if (next === '') set(undefined);
        else if (Number.isFinite(number) && number >= min && number <= max) set(number);
      }}
    />
  );
}
