import { useState } from 'react';
import { PlainSelect, PlainTextarea } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import type { Model, ModelSupport, ReasoningEffort } from '#generated/model/index.ts';
import { useDraft } from '../editor-context.tsx';
import classes from './model-section.module.css';
import { ParameterInput, type ParameterName } from './parameter-input.tsx';
import { readStop, STOP_MAX, STOP_TEXT_MAX, writeStop } from './stop-text.ts';
import { useParameter } from './use-parameter.ts';

interface ReasoningInputProps {
  locked: boolean;
  /** Why the model doesn't support it; null when it does. */
  unsupported: string | null;
}

const LABELS: Record<ReasoningEffort, string> = {
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Maximum',
};

const EFFORTS = Object.keys(LABELS) as ReasoningEffort[];

/** How much the model reasons before it answers. */
function ReasoningInput({ locked, unsupported }: ReasoningInputProps) {
  const { value, problem, set } = useParameter('reasoning_effort');
  return (
    <div data-pointer="/parameters/reasoning_effort">
      <PlainField
        label="Reasoning effort"
        description={unsupported ?? 'More effort takes more time'}
        error={problem}
      >
        {({ required: _required, ...control }) => (
          <PlainSelect
            {...control}
            value={value ?? ''}
            // Stays enabled while it is set, so that it can be cleared.
            disabled={locked || (unsupported !== null && value === undefined)}
            options={[
              { value: '', label: 'Provider default' },
              ...EFFORTS.map((one) => ({ value: one, label: LABELS[one] })),
            ]}
            onChange={(given) => set(EFFORTS.find((one) => one === given))}
          />
        )}
      </PlainField>
    </div>
  );
}

interface ParametersProps {
  /** Undefined until it has loaded. */
  model: Model | undefined;
  locked: boolean;
}

type NumberParameter = [
  name: ParameterName,
  label: string,
  description: string,
  min: number,
  max: number,
  step: number,
];

const COMMON: NumberParameter[] = [
  ['temperature', 'Temperature', '0 = deterministic, 2 = most varied', 0, 2, 0.1],
  ['top_p', 'Top P', '0 to 1', 0, 1, 0.05],
  ['max_output_tokens', 'Max output tokens', 'Limits the length of the output', 1, 1_000_000, 100],
  ['timeout_seconds', 'Timeout (s)', 'Up to 600', 1, 600, 10],
];

const MORE: NumberParameter[] = [
  ['seed', 'Seed', 'More repeatable outputs', 0, 2_147_483_647, 1],
  ['presence_penalty', 'Presence penalty', '-2 to 2; fewer repeated topics', -2, 2, 0.1],
  ['frequency_penalty', 'Frequency penalty', '-2 to 2; fewer repeated words', -2, 2, 0.1],
];

/** The ability a model needs for a parameter, and its name in a sentence. */
const NEEDS: Partial<Record<ParameterName, [keyof ModelSupport, string]>> = {
  temperature: ['temperature', 'temperature'],
  top_p: ['temperature', 'Top P'],
  seed: ['seed', 'a seed'],
  presence_penalty: ['penalties', 'penalties'],
  frequency_penalty: ['penalties', 'penalties'],
};

/** The parameters of the model request. Those that few tasks need are folded, unless one of them is set. */
export function Parameters({ model, locked }: ParametersProps) {
  const isMoreSet = useDraft(({ content: { parameters } }) =>
    [...MORE.map(([name]) => name), 'stop' as const, 'reasoning_effort' as const].some(
      (name) => parameters[name] !== undefined,
    ),
  );
  const missing = (needed: keyof ModelSupport, label: string) =>
    model && !model.supports[needed] ? `${model.name} doesn't support ${label}` : null;
  const input = ([name, label, description, min, max, step]: NumberParameter) => {
    const needs = NEEDS[name];
    const most = (name === 'max_output_tokens' && model?.max_output_tokens) || max;
    return (
      <ParameterInput
        key={name}
        {...{ name, label, description, min, step, locked }}
        max={most}
        fallback={name === 'timeout_seconds' ? '120' : 'Provider default'}
        unsupported={needs && missing(...needs)}
      />
    );
  };
  return (
    <>
      <div className={classes.parameters}>{COMMON.map(input)}</div>
      <details className={classes.more} open={isMoreSet || undefined}>
        <summary>More parameters</summary>
        <div className={classes.parameters}>
          <ReasoningInput locked={locked} unsupported={missing('reasoning', 'reasoning effort')} />
          {MORE.map(input)}
          <StopInput locked={locked} unsupported={missing('stop', 'stop texts')} />
        </div>
      </details>
    </>
  );
}

interface StopInputProps {
  locked: boolean;
  /** Why the model doesn't support it; null when it does. */
  unsupported: string | null;
}

/** The texts at which the output ends. */
function StopInput({ locked, unsupported }: StopInputProps) {
  const { value, problem, set } = useParameter('stop');
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && readStop(typed) === null;
  const type = (text: string) => {
    setTyped(text);
    const stop = readStop(text);
    if (stop !== null) set(stop.length > 0 ? stop : undefined);
  };
  return (
    <div className={classes.wide} data-pointer="/parameters/stop">
      <PlainField
        label="Stop texts"
        description={
          unsupported ??
          'The output ends before the first of them. One per line; \\n is a line break'
        }
        error={
          isWrong ? `At most ${STOP_MAX} texts of at most ${STOP_TEXT_MAX} characters` : problem
        }
      >
        {({ required: _required, ...control }) => (
          <PlainTextarea
            {...control}
            placeholder="None"
            value={typed ?? writeStop(value ?? [])}
            disabled={locked || (unsupported !== null && value === undefined)}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => !isWrong && setTyped(null)}
          />
        )}
      </PlainField>
    </div>
  );
}
