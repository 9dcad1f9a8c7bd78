import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { contextText, priceText } from '#console/modules/model/model-text.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { useGuestReason } from '#console/modules/permission/use-thing-reason.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import type { Model } from '#generated/model/index.ts';
import { RecommendModel } from '../../assist/recommend-model.tsx';
import { useDraft, useEditor, useProblem, useProblemCount } from '../editor-context.tsx';
import { Section } from '../section.tsx';
import classes from './model-section.module.css';
import { Parameters } from './parameters.tsx';

/** The task's model and its parameters. */
export function ModelSection() {
  const { address, draft, readOnly } = useEditor();
  const modelId = useDraft((state) => state.content.model_id);
  const { models, error } = useModels(address.orgId);
  const problems = useProblemCount('/model_id', '/parameters');
  const problem = useProblem('/model_id');
  const model = models.find((one) => one.id === modelId);
  const locked = readOnly !== null;
  // Which models there are is the organisation's.
  const isGuest = useGuestReason() !== null;
  const [recommending, setRecommending] = useState(false);

  return (
    <Section
      id="model"
      title="Model & parameters"
      errors={problems}
      summary={model?.name ?? modelId}
      actions={
        !locked &&
        !isGuest && (
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
      {isGuest ? (
        <Text size="sm">
          <code className="tl-mono">{modelId}</code>. Only members of the project can choose the
          model.
        </Text>
      ) : error && models.length === 0 ? (
        <ErrorState error={error} />
      ) : (
        <div data-pointer="/model_id">
          <ModelPicker
            orgId={address.orgId}
            modelId={modelId}
            disabled={locked}
            error={problem}
            allowUnusable
            onChange={(id) => draft.edit((definition) => ({ ...definition, model_id: id }))}
          />
        </div>
      )}
      {recommending && <RecommendModel onClose={() => setRecommending(false)} />}
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
      {model?.available && model.endpoint.problem !== null && (
        <Alert
          color="amber"
          mt="sm"
          icon={<IconAlertTriangle />}
          title={`${model.endpoint.name} didn't respond`}
        >
          {model.endpoint.problem}
        </Alert>
      )}
      <Parameters model={model} locked={locked} />
    </Section>
  );
}

function ModelFacts({ model }: { model: Model }) {
  const context = contextText(model);
  const facts = [
    model.provider === 'sandbox' ? 'Built in' : model.endpoint.name,
    priceText(model),
    context && `${context} context`,
    !model.supports.structured_output && 'no native structured output',
    !model.supports.tools && 'no tools',
    !model.supports.images && 'no images',
  ].filter(Boolean);
  return <p className={classes.line}>{facts.join(' · ')}</p>;
}
