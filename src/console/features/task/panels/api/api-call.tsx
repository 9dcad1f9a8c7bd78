import { useMemo, useState } from 'react';
import { LANGUAGES } from '#console/modules/api-contract/languages.ts';
import { sampleInputs } from '#console/modules/run/inputs/input-values.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { checkInputs } from '#core/task/input/inputs.ts';
import {
  CALL_MODES,
  type CallMode,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippet,
  type TaskCall,
} from '#core/task/snippets/snippets.ts';
import { useGetRun, useListRuns } from '#generated/api/run/run.ts';
import type { RunInputs, Task, TaskVariable } from '#generated/model/index.ts';
import { ApiClient } from './api-client.tsx';
import { ApiKeyHint } from './api-key.tsx';
import classes from './api-panel.module.css';
import { ApiTry } from './api-try.tsx';

const modes: Record<CallMode, { label: string; hint: string }> = {
  sync: { label: 'Sync', hint: 'Responds when the run finishes.' },
  stream: { label: 'Stream', hint: 'Streams events, with the text as it is generated.' },
  background: {
    label: 'Background',
    hint: 'Returns a run ID immediately. Poll the URL in the Location header.',
  },
};

/** Longer values, such as files, would make the code unreadable: an example replaces them. */
const shownMax = 4000;

interface ApiCallProps {
  task: Task;
  call: Omit<TaskCall, 'inputs'>;
  variables: readonly TaskVariable[];
  /** The revision that the call uses; null for the draft. */
  revision: number | null;
}

/** Code that calls the task with the inputs of its last run or with examples, and its typed client. */
export function ApiCall({ task, call: place, variables, revision }: ApiCallProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [mode, setMode] = useState<CallMode>('sync');
  const last = useLastInputs(task);
  const inputs = useMemo(() => callInputs(variables, last), [variables, last]);
  const call = { ...place, inputs };
  const code = snippet(language, mode, call);

  return (
    <>
      <section>
        <SectionTitle>Call the task</SectionTitle>
        <div className={classes.controls}>
          <Segmented
            size="xs"
            label="Language"
            value={language}
            onChange={setLanguage}
            items={SNIPPET_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
          />
          <Segmented
            size="xs"
            label="Response mode"
            value={mode}
            onChange={setMode}
            items={CALL_MODES.map((value) => ({ value, label: modes[value].label }))}
          />
        </div>
        <p className={classes.lead}>{modes[mode].hint}</p>
        <CodeBlock code={code} what={`${LANGUAGES[language]} call`} maxHeight={420} />
        <ApiTry key={`${mode} ${call.mock} ${call.revision}`} call={call} mode={mode} />
        <ApiKeyHint task={task} call={call} />
      </section>
      <ApiClient
        task={task}
        call={call}
        mode={mode}
        target={revision === null ? 'draft' : (call.revision ?? 'active')}
        revision={revision}
      />
    </>
  );
}

function useLastInputs(task: Task): RunInputs | undefined {
  const { org_id: orgId, project_id: projectId, id } = task;
  const list = useListRuns(orgId, projectId, { task_id: id, page_limit: 1 });
  const runId = list.data?.results[0]?.id;
  const run = useGetRun(orgId, projectId, runId ?? '', { query: { enabled: runId !== undefined } });
  return run.data?.inputs;
}

/** The last run's inputs where they are valid for this revision; otherwise examples. */
function callInputs(variables: readonly TaskVariable[], last: RunInputs | undefined): RunInputs {
  const examples = sampleInputs(variables);
  if (!last) return examples;
  const inputs: RunInputs = {};
  for (const variable of variables) {
    const { name } = variable;
    const value = Object.hasOwn(last, name) ? last[name] : undefined;
    const fits =
      value !== undefined && checkInputs([variable], { [name]: value }).errors.length === 0;
    if (fits && JSON.stringify(value).length <= shownMax) inputs[name] = value;
    else if (variable.required && examples[name] !== undefined) inputs[name] = examples[name];
  }
  return inputs;
}
