import type { Model, ModelSupport } from '#generated/model/index.ts';
import { useDraft } from '../editor-context.tsx';
import classes from './model-section.module.css';
import { ParameterInput, type ParameterName } from './parameter-input.tsx';
import { ReasoningInput } from './reasoning-input.tsx';
import { StopInput } from './stop-input.tsx';

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
