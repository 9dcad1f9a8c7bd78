import type { Model, ModelSupport } from '#generated/model/index.ts';
import { useDraft } from '../editor-context.tsx';
import classes from './model-section.module.css';
import { ParameterInput } from './parameter-input.tsx';
import { ReasoningInput } from './reasoning-input.tsx';
import { StopInput } from './stop-input.tsx';

interface ParametersProps {
  /** Undefined until it has loaded. */
  model: Model | undefined;
  locked: boolean;
}

/** The parameters of the model request. Those that few tasks need are folded, unless one of them is set. */
export function Parameters({ model, locked }: ParametersProps) {
  const isMoreSet = useDraft(({ content: { parameters } }) =>
    [
      parameters.stop,
      parameters.seed,
      parameters.presence_penalty,
      parameters.frequency_penalty,
      parameters.reasoning_effort,
    ].some((value) => value !== undefined),
  );
  const missing = (needed: keyof ModelSupport, label: string) =>
    model && !model.supports[needed] ? `${model.name} doesn't support ${label}` : null;
  return (
    <>
      <div className={classes.parameters}>
        <ParameterInput
          name="temperature"
          label="Temperature"
          description="0 = deterministic, 2 = most varied"
          min={0}
          max={2}
          step={0.1}
          locked={locked}
          unsupported={missing('temperature', 'temperature')}
        />
        <ParameterInput
          name="top_p"
          label="Top P"
          description="0 to 1"
          min={0}
          max={1}
          step={0.05}
          locked={locked}
          unsupported={missing('temperature', 'Top P')}
        />
        <ParameterInput
          name="max_output_tokens"
          label="Max output tokens"
          description="Limits the length of the output"
          min={1}
          max={model?.max_output_tokens ?? 1_000_000}
          step={100}
          locked={locked}
        />
        <ParameterInput
          name="timeout_seconds"
          label="Timeout (s)"
          description="Up to 600"
          min={1}
          max={600}
          step={10}
          fallback="120"
          locked={locked}
        />
      </div>
      <details className={classes.more} open={isMoreSet || undefined}>
        <summary>More parameters</summary>
        <div className={classes.parameters}>
          <ReasoningInput locked={locked} unsupported={missing('reasoning', 'reasoning effort')} />
          <ParameterInput
            name="seed"
            label="Seed"
            description="More repeatable outputs"
            min={0}
            max={2_147_483_647}
            step={1}
            locked={locked}
            unsupported={missing('seed', 'a seed')}
          />
          <ParameterInput
            name="presence_penalty"
            label="Presence penalty"
            description="-2 to 2; fewer repeated topics"
            min={-2}
            max={2}
            step={0.1}
            locked={locked}
            unsupported={missing('penalties', 'penalties')}
          />
          <ParameterInput
            name="frequency_penalty"
            label="Frequency penalty"
            description="-2 to 2; fewer repeated words"
            min={-2}
            max={2}
            step={0.1}
            locked={locked}
            unsupported={missing('penalties', 'penalties')}
          />
          <StopInput locked={locked} unsupported={missing('stop', 'stop texts')} />
        </div>
      </details>
    </>
  );
}
