import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import type { Model } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem, useProblemCount } from '../editor-context.tsx';
import { Section } from '../section.tsx';
import { ModelPicker } from './model-picker.tsx';
import classes from './model-section.module.css';
import { contextText, priceText, providerNames } from './model-text.ts';
import { ParameterInput } from './parameter-input.tsx';
import { useModels } from './use-models.ts';

const RecommendModel = lazy(() =>
  import('../../assist/recommend-model.tsx').then((m) => ({ default: m.RecommendModel })),
);

/** The task's model and its parameters. */
export function ModelSection() {
  const { address, draft, readOnly } = useEditor();
  const modelId = useDraft((state) => state.definition.model_id);
  const { models, pending, error } = useModels(address.orgId);
  const problems = useProblemCount('/model_id', '/parameters');
  const problem = useProblem('/model_id');
  const model = models.find((one) => one.id === modelId);
  const locked = readOnly !== null;
  const [recommending, setRecommending] = useState(false);

  return (
    <Section
      id="model"
      title="Model & parameters"
      errors={problems}
      summary={model?.name ?? modelId}
      actions={
        !locked && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSparkles />}
            aria-expanded={recommending}
            onClick={() => setRecommending(!recommending)}
          >
            Recommend model
          </Button>
        )
      }
    >
      {error && models.length === 0 ? (
        <ErrorState error={error} />
      ) : (
        <ModelPicker
          models={models}
          modelId={modelId}
          placeholder={pending ? 'Loading models…' : 'Select a model'}
          disabled={locked}
          error={problem}
          onChange={(id) => draft.edit((definition) => ({ ...definition, model_id: id }))}
        />
      )}
      {recommending && (
        <Suspense>
          <RecommendModel onClose={() => setRecommending(false)} />
        </Suspense>
      )}
      {model && <ModelFacts model={model} />}
      {model && !model.available && (
        <Alert
          color="amber"
          mt="sm"
          icon={<IconAlertTriangle />}
          title="Not configured on this server"
        >
          {model.unavailable_reason}
        </Alert>
      )}
      <div className={classes.parameters}>
        <ParameterInput
          name="temperature"
          label="Temperature"
          description="0 = deterministic, 2 = most varied"
          min={0}
          max={2}
          step={0.1}
          locked={locked}
          unsupported={
            model && !model.supports.temperature
              ? `${model.name} doesn't support temperature`
              : null
          }
        />
        <ParameterInput
          name="top_p"
          label="Top P"
          description="0 to 1"
          min={0}
          max={1}
          step={0.05}
          locked={locked}
          unsupported={
            model && !model.supports.temperature ? `${model.name} doesn't support Top P` : null
          }
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
    </Section>
  );
}

function ModelFacts({ model }: { model: Model }) {
  const context = contextText(model);
  const facts = [
    providerNames[model.provider],
    priceText(model),
    context && `${context} context`,
    !model.supports.structured_output && 'no native structured output',
    !model.supports.tools && 'no tools',
    !model.supports.images && 'no images',
  ].filter(Boolean);
  return <p className={classes.line}>{facts.join(' · ')}</p>;
}
