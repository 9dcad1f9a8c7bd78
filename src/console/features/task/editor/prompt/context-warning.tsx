import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useModels } from '#console/modules/model/use-models.ts';
import { useDraft, useEditor } from '../editor-context.tsx';
import { contextProblem, estimateTokens } from './context-problem.ts';

const PAUSE_MS = 400;

/** Warns when the prompts probably exceed the model's context window. Counted after a pause in typing. */
export function ContextWarning() {
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
