import { Button } from '@mantine/core';
import { IconKey, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { readOnce } from '#console/api/query/calls.ts';
import { ContractFiles } from '#console/modules/api-contract/contract-files.tsx';
import { KeyNote } from '#console/modules/api-contract/key-note.tsx';
import { LANGUAGES } from '#console/modules/api-contract/languages.ts';
import { NewApiKey } from '#console/modules/api-key/new-api-key.tsx';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { sampleInputs } from '#console/modules/run/inputs/input-values.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { NAME_MAX } from '#core/limits.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { clientSnippet, fetchCommand } from '#core/task/snippets/client-snippets.ts';
import {
  CALL_MODES,
  type CallMode,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippet,
  type TaskCall,
} from '#core/task/snippets/snippets.ts';
import {
  getGetTaskClientQueryOptions,
  getGetTaskOpenApiQueryOptions,
} from '#generated/api/revision/revision.ts';
import { useGetRun, useListRuns } from '#generated/api/run/run.ts';
import type { RunInputs, RunTarget, Task, TaskVariable } from '#generated/model/index.ts';
import classes from './api-panel.module.css';
import { type TriedCall, useTryCall } from './use-try-call.ts';

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

/** Where the API key comes from; creates one without leaving the task. */
function ApiKeyHint({ task, call }: { task: Task; call: TaskCall }) {
  const [creating, setCreating] = useState(false);
  const scope = { level: 'project', orgId: task.org_id, projectId: task.project_id } as const;
  return (
    <div className={classes.key}>
      <Permitted on={scope} name="edit">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconKey />}
          onClick={() => setCreating(true)}
        >
          Create API key
        </Button>
      </Permitted>
      <p className={classes.lead}>
        <KeyNote projectId={task.project_id} />
      </p>
      {creating && (
        <NewApiKey
          onClosed={() => setCreating(false)}
          name={task.name.slice(0, NAME_MAX)}
          example={{ task: task.name, code: snippet('curl', 'sync', call) }}
        />
      )}
    </div>
  );
}

interface ApiTryProps {
  call: TaskCall;
  mode: CallMode;
}

/** Makes the displayed call as the current user, and streams the response. */
function ApiTry({ call, mode }: ApiTryProps) {
  const { tried, start, stop } = useTryCall(call, mode);
  const { orgId, projectId, taskId } = call;
  return (
    <div className={classes.try}>
      <div className={classes.controls}>
        {tried?.isRunning ? (
          <Button variant="default" size="xs" onClick={stop} leftSection={<IconPlayerStop />}>
            Stop
          </Button>
        ) : (
          <Permitted on={{ level: 'task', orgId, projectId, id: taskId }} name="run">
            <Button variant="default" size="xs" onClick={start} leftSection={<IconPlayerPlay />}>
              Try call
            </Button>
          </Permitted>
        )}
        <span className={classes.hint} role="status">
          {tried ? outcome(tried) : hint(call)}
        </span>
      </div>
      {tried && tried.text !== '' && (
        <CodeBlock code={tried.text.trimEnd()} what="response" maxHeight={320} />
      )}
    </div>
  );
}

function hint({ mock }: TaskCall): string {
  return mock
    ? 'Makes this call. Free and not recorded.'
    : 'Runs this call as you. Billed as usual.';
}

function outcome({ isRunning, isError, status, ms }: TriedCall): string {
  if (isRunning) return status === null ? 'Waiting for the response…' : `${status} · events so far`;
  const what = status ?? 'No response';
  return `${what}${isError ? ' · error' : ''} · ${formatDuration(ms)}`;
}

interface ApiClientProps {
  task: Task;
  call: TaskCall;
  mode: CallMode;
  /** The revision to download: `draft` while none is active. */
  target: RunTarget;
  /** Its number; null for the draft. */
  revision: number | null;
}

/** The task's contract for download: a typed client and its OpenAPI document. */
function ApiClient({ task, call, mode, target, revision }: ApiClientProps) {
  const named = { taskName: task.name, revision };
  const clientName = fileNameOf(named, 'ts');
  const query = target === 'active' ? {} : { revision: target };
  const at = [task.org_id, task.project_id, task.id, query] as const;

  return (
    <section>
      <SectionTitle>Typed client</SectionTitle>
      <p className={classes.lead}>
        One TypeScript file with input and output types, zod validators, and a client that runs,
        streams and resumes. Its only dependency is zod.
      </p>
      <ContractFiles
        names={{ client: clientName, document: fileNameOf(named, 'openapi.json') }}
        readClient={() => readOnce(getGetTaskClientQueryOptions(...at))}
        readDocument={() => readOnce(getGetTaskOpenApiQueryOptions(...at))}
      />
      <CodeBlock
        code={clientSnippet(mode, {
          fileName: clientName,
          inputs: call.inputs,
          ...(call.mock && { mock: true }),
        })}
        what="typed client example"
        maxHeight={320}
      />
      <p className={classes.after}>
        In CI, download it with an API key. The compiler then shows what a new revision breaks:
      </p>
      <div className={classes.sample}>
        <CodeBlock
          code={fetchCommand('client.ts', clientName, { ...call, revision: target })}
          what="download command"
        />
      </div>
    </section>
  );
}
