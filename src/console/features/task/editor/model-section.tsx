import { Alert, Button, Group, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '#console/ui/error-state.tsx';
import type { Model } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem, useProblemCount } from './editor-context.tsx';
import classes from './model-section.module.css';
import { contextText, priceText, providerNames } from './model-text.ts';
import { ParameterInput } from './parameter-input.tsx';
import { Section } from './section.tsx';
import { useModels } from './use-models.ts';

const RecommendModel = lazy(() =>
  import('../assist/recommend-model.tsx').then((m) => ({ default: m.RecommendModel })),
);

/** Which model answers, and how it is asked. */
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
            leftSection={<IconSparkles size={16} stroke={1.5} />}
            aria-expanded={recommending}
            onClick={() => setRecommending(!recommending)}
          >
            Recommend
          </Button>
        )
      }
    >
      {error && models.length === 0 ? (
        <ErrorState error={error} />
      ) : (
        <Select
          data-pointer="/model_id"
          aria-label="Model"
          placeholder={pending ? 'Loading models…' : 'Choose a model'}
          searchable
          allowDeselect={false}
          maxDropdownHeight={360}
          nothingFoundMessage="No model has this name"
          data={options(models, modelId)}
          value={modelId === '' ? null : modelId}
          disabled={locked}
          error={problem}
          rightSectionPointerEvents="none"
          renderOption={({ option }) => (
            <ModelOption model={models.find((one) => one.id === option.value)} id={option.value} />
          )}
          onChange={(id) => {
            if (id !== null) draft.edit((definition) => ({ ...definition, model_id: id }));
          }}
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
          icon={<IconAlertTriangle size={16} stroke={1.5} />}
          title="This server cannot call this model now"
        >
          {model.unavailable_reason}
        </Alert>
      )}
      <div className={classes.parameters}>
        <ParameterInput
          name="temperature"
          label="Temperature"
          description="0 is steady, 2 is wild"
          min={0}
          max={2}
          step={0.1}
          locked={locked}
          unsupported={
            model && !model.supports.temperature ? `${model.name} takes no temperature` : null
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
          unsupported={model && !model.supports.temperature ? `${model.name} takes no Top P` : null}
        />
        <ParameterInput
          name="max_output_tokens"
          label="Longest answer"
          description="Tokens"
          min={1}
          max={model?.max_output_tokens ?? 1_000_000}
          step={100}
          locked={locked}
        />
        <ParameterInput
          name="timeout_seconds"
          label="Time limit"
          description="Seconds, at most 600"
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

function options(models: readonly Model[], chosen: string) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, provider } of models) {
    const group = providerNames[provider];
    groups.set(group, [...(groups.get(group) ?? []), { value: id, label: name }]);
  }
  // What is chosen stays to be seen, also while the list loads or when it has gone from it.
  if (chosen !== '' && !models.some((model) => model.id === chosen))
    groups.set('Chosen', [{ value: chosen, label: chosen }]);
  return [...groups].map(([group, items]) => ({ group, items }));
}

function ModelOption({ model, id }: { model: Model | undefined; id: string }) {
  if (!model) return <Text size="md">{id}</Text>;
  const context = contextText(model);
  return (
    <div className={classes.option} data-unavailable={!model.available || undefined}>
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span className="tl-truncate">{model.name}</span>
        <span className={classes.facts}>
          {priceText(model)}
          {context && ` · ${context}`}
        </span>
      </Group>
      {!model.available && <span className={classes.reason}>{model.unavailable_reason}</span>}
    </div>
  );
}

function ModelFacts({ model }: { model: Model }) {
  const context = contextText(model);
  const facts = [
    providerNames[model.provider],
    priceText(model) + (model.input_price ? ' per million tokens' : ''),
    context && `${context} tokens of context`,
    !model.supports.structured_output && 'no structured output of its own',
    !model.supports.tools && 'no tools',
    !model.supports.images && 'no images',
  ].filter(Boolean);
  return <p className={classes.line}>{facts.join(' · ')}</p>;
}
