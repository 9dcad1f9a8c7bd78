import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ModelParameters } from '#generated/model/index.ts';
import { useParameter } from './use-parameter.ts';

/** The parameters that are numbers. */
export type ParameterName = Exclude<keyof ModelParameters, 'stop' | 'reasoning_effort'>;

interface ParameterInputProps {
  name: ParameterName;
  label: string;
  description: string;
  min: number;
  max: number;
  step: number;
  locked: boolean;
  /** The value that applies when it isn't set. */
  fallback: string;
  /** Why the model doesn't support it; null when it does. */
  unsupported?: string | null | undefined;
}

/** A model parameter. Empty means the provider's default. The arrow keys change the value. */
export function ParameterInput(props: ParameterInputProps) {
  const { name, label, description, min, max, step, locked, unsupported } = props;
  const { value, problem, set } = useParameter(name);
  const [typed, setTyped] = useState<string | null>(null);
  const isSet = value !== undefined;
  const wrong = typed !== null && typed.trim() !== '' && parse(typed, props) === null;

  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === '') {
      set(undefined);
      return;
    }
    const number = parse(text, props);
    if (number !== null) set(number);
  };
  const go = (by: number) => {
    const next = Math.min(max, Math.max(min, (value ?? min) + by));
    setTyped(null);
    set(Number(next.toFixed(2)));
  };

  return (
    <TextInput
      data-pointer={`/parameters/${name}`}
      label={label}
      description={unsupported ?? description}
      placeholder={props.fallback}
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? value ?? ''}
      error={wrong ? `Must be between ${min} and ${max.toLocaleString('en')}` : problem}
      // Stays enabled while it is set, so that it can be cleared.
      disabled={locked || (Boolean(unsupported) && !isSet)}
      rightSection={
        isSet && !locked ? (
          <CloseButton
            size="sm"
            aria-label={`Reset ${label}`}
            onClick={() => {
              setTyped(null);
              set(undefined);
            }}
          />
        ) : undefined
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        const by = { ArrowUp: step, ArrowDown: -step }[event.key];
        if (by === undefined || locked) return;
        event.preventDefault();
        go(by);
      }}
    />
  );
}

/** A number within the limits, and whole where required; null otherwise. */
export function parse(
  text: string,
  { min, max, step }: { min: number; max: number; step: number },
): number | null {
  const number = Number(text.trim().replace(',', '.'));
  const fits = Number.isFinite(number) && number >= min && number <= max;
  return fits && (step < 1 || Number.isInteger(number)) ? number : null;
}
