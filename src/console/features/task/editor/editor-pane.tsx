import { Alert, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useModels } from '#console/modules/model/use-models.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Model } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblemCount } from './editor-context.tsx';
import classes from './editor-pane.module.css';
import { ModelSection } from './model/model-section.tsx';
import { OutputSection } from './output/output-section.tsx';
import { editPaneId } from './pane-tabs.tsx';
import { PromptFields } from './prompt/prompt-fields.tsx';
import { Section } from './section.tsx';
import { VariablesSection } from './variables/variables-section.tsx';

const ToolsEditor = lazyOf(() => import('./tools/tools-editor.tsx'), 'ToolsEditor');
const RetrievalEditor = lazyOf(() => import('./retrieval/retrieval-editor.tsx'), 'RetrievalEditor');

/** The left pane: everything that defines the task. */
export function EditorPane() {
  return (
    <div className={classes.pane} id={editPaneId}>
      <div className={classes.prompts}>
        <PromptFields />
        <ContextWarning />
      </div>
      <VariablesSection />
      <OutputSection />
      <ModelSection />
      <ToolsSection />
      <RetrievalSection />
    </div>
  );
}

const PAUSE_MS = 400;

/** Warns when the prompts probably exceed the model's context window. Counted after a pause in typing. */
function ContextWarning() {
  const { address, draft } = useEditor();
  const modelId = useDraft((state) => state.content.model_id);
  const maxOutput = useDraft((state) => state.content.parameters.max_output_tokens);
  const { models } = useModels(address.orgId);
  const [tokens, setTokens] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const { system_prompt, user_prompt } = draft.store.getState().content;
      setTokens(estimateTokens(system_prompt, user_prompt));
    };
    count();
    const stop = draft.store.subscribe((state, before) => {
      if (state.content === before.content) return;
      clearTimeout(timer);
      timer = setTimeout(count, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [draft]);

  const problem = contextProblem(
    models.find((model) => model.id === modelId),
    tokens,
    maxOutput,
  );
  if (!problem) return null;
  return (
    <Alert color="amber" icon={<IconAlertTriangle />} role="status">
      {problem}
    </Alert>
  );
}

/** Why the prompts don't fit the model's context window; null when they do. */
function contextProblem(
  model: Model | undefined,
  tokens: number,
  maxOutput: number | undefined,
): string | null {
  if (!model?.context_window) return null;
  const room = model.context_window - (maxOutput ?? 0);
  if (tokens <= room) return null;
  const about = compactNumber.format(tokens);
  const window = compactNumber.format(model.context_window);
  return tokens > model.context_window
    ? `The prompts have about ${about} tokens, but the context window of ${model.name} is ${window}.`
    : `The prompts (about ${about} tokens) plus the max output tokens exceed the ${window} context window of ${model.name}.`;
}

const compactNumber = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

const encoder = new TextEncoder();

/** Estimates a text's tokens as a quarter of its bytes; within a third of the real number for most languages. */
function estimateTokens(...texts: string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += encoder.encode(text).length;
  return Math.ceil(bytes / 4);
}

/** The tools the model may call. */
function ToolsSection() {
  const count = useDraft((state) => state.content.tools?.length ?? 0);
  const problems = useProblemCount('/tools', '/tool_choice');
  return (
    <Section
      id="tools"
      title="Tools"
      count={count}
      errors={problems}
      summary={count === 0 ? 'None' : undefined}
    >
      <Suspense fallback={<Skeleton height={64 + 46 * count} />}>
        <ToolsEditor />
      </Suspense>
    </Section>
  );
}

/** Retrieval over documents before the model is called. */
function RetrievalSection() {
  const retrieval = useDraft((state) => state.content.retrieval);
  const problems = useProblemCount('/retrieval');
  return (
    <Section
      id="retrieval"
      title="Retrieval"
      count={retrieval?.collection_ids.length}
      errors={problems}
      summary={retrieval ? undefined : 'Off'}
    >
      <Suspense fallback={<Skeleton height={retrieval ? 180 : 40} />}>
        <RetrievalEditor />
      </Suspense>
    </Section>
  );
}
