import { Alert } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { publicApiUrl } from '#console/api/config.ts';
import { runErrorGuide } from '#console/modules/run/result/run-error-guide.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import { PropertyList } from '#console/ui/display/property-list.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { encodeEvent } from '#core/sse.ts';
import { acceptedSchema } from '#core/task/input/input-schema.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import { revisionOfTarget } from '#core/task/revision/environment.ts';
import { useGetTaskRevision } from '#generated/api/revision/revision.ts';
import { useGetTaskDraft } from '#generated/api/task/task.ts';
import type {
  RunDeltaEvent,
  RunEvent,
  RunTarget,
  RunUsageEvent,
  Task,
  TaskDefinition,
} from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import panel from '../panel.module.css';
import { ApiCall } from './api-call.tsx';
import { ApiEndpoint } from './api-endpoint.tsx';
import classes from './api-panel.module.css';

/** How to call a task through the API: URL, code, key, schemas, errors and events. */
export function ApiPanel({ task }: { task: Task }) {
  const [revision, setRevision] = useState<RunTarget>('active');
  const { definition, error, retry, isDraft, number } = useApiDefinition(task, revision);
  const [mock, setMock] = useState(false);
  const call = {
    mock,
    baseUrl: publicApiUrl(),
    orgId: task.org_id,
    projectId: task.project_id,
    taskId: task.id,
  };

  return (
    <div className={panel.panel}>
      <div className={classes.api}>
        {task.active_revision === null && revision === 'active' && <NoActiveRevision task={task} />}
        <ApiEndpoint
          task={task}
          call={call}
          revision={revision}
          onRevision={setRevision}
          onMock={setMock}
        />
        {definition ? (
          <>
            <ApiCall
              task={task}
              call={{ ...call, revision: isDraft && mock ? 'draft' : revision }}
              variables={definition.variables}
              revision={number}
            />
            <ApiSchema
              title="Input schema"
              lead={
                isDraft
                  ? 'Shape of `inputs` in the draft. It may change until you save a revision.'
                  : 'Shape of `inputs`.'
              }
              schema={acceptedSchema(definition)}
            />
            <ApiSchema
              title="Output schema"
              lead="Shape of `output`."
              schema={outputSchema(definition.output_format)}
            />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <TextSkeleton lines={8} />
        )}
        <ApiErrors />
        <ApiEvents />
      </div>
    </div>
  );
}

function NoActiveRevision({ task }: { task: Task }) {
  const saved = task.latest_revision !== null;
  return (
    <Alert color="amber" icon={<IconPlugConnected />} title="No active revision">
      {saved
        ? 'Calls fail with no_active_revision until you set a revision active.'
        : 'Calls fail with no_active_revision until you save the draft as a revision and set it active.'}
      {saved && (
        <div className={classes.alertAction}>
          <LinkButton to={{ search: '?tab=revisions' }} variant="default" size="xs">
            View revisions
          </LinkButton>
        </div>
      )}
    </Alert>
  );
}

interface ApiSchemaProps {
  title: string;
  lead: string;
  schema: Record<string, unknown>;
}

/** A JSON Schema to read and copy. */
function ApiSchema({ title, lead, schema }: ApiSchemaProps) {
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <p className={classes.lead}>
        <InlineCode text={lead} />
      </p>
      <CodeBlock
        code={JSON.stringify(schema, null, 2)}
        what={`${title.toLowerCase()}`}
        maxHeight={320}
      />
    </section>
  );
}

/** The definition that a call of this revision uses; the draft's while none is active. */
function useApiDefinition(
  task: Task,
  revision: RunTarget,
): {
  definition: TaskDefinition | undefined;
  error: unknown;
  retry: () => void;
  isDraft: boolean;
  /** Null for the draft. */
  number: number | null;
} {
  const at = [task.org_id, task.project_id, task.id] as const;
  const number = revisionOfTarget(task, revision);
  const saved = useGetTaskRevision(...at, number ?? 1, { query: { enabled: number !== null } });
  const draft = useGetTaskDraft(...at, { query: { enabled: number === null } });
  const query = number === null ? draft : saved;
  return {
    definition: query.data?.definition,
    error: query.error,
    retry: () => void query.refetch(),
    isDraft: number === null,
    number,
  };
}

/** The errors that a call can return, and how to handle them. */
function ApiErrors() {
  return (
    <section>
      <SectionTitle id="api-errors">Errors</SectionTitle>
      <p className={classes.lead}>
        Errors are <code className="tl-mono">application/problem+json</code>. Branch on{' '}
        <code className="tl-mono">code</code>; <code className="tl-mono">detail</code> is
        human-readable.
      </p>
      <table className={classes.errors} aria-labelledby="api-errors">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {errorRows.map(({ code, status, advice }) => (
            <tr key={code}>
              <td>{status}</td>
              <td className="tl-mono">{code}</td>
              <td>
                <InlineCode text={advice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RunErrorCode = keyof typeof runErrorGuide;

const errorRows = (Object.keys(runErrorGuide) as RunErrorCode[])
  .map((code) => ({ code, status: PROBLEMS[code][0], advice: runErrorGuide[code].advice }))
  .sort((a, b) => a.status - b.status);

/** The events of a stream. */
function ApiEvents() {
  return (
    <section>
      <SectionTitle>Stream events</SectionTitle>
      <p className={classes.lead}>
        Every stream ends with exactly one of the last three. To resume after a lost connection,
        request <code className="tl-mono">GET …/run/{'{runId}'}/stream</code> with{' '}
        <code className="tl-mono">Last-Event-ID</code>.
      </p>
      <PropertyList
        rows={Object.entries(EVENT_GUIDE).map(([name, text]) => ({
          name,
          value: text.replaceAll('`', ''),
        }))}
      />
      <div className={classes.sample}>
        <CodeBlock code={sampleStream.trimEnd()} what="sample stream" maxHeight={320} />
      </div>
    </section>
  );
}

const EVENT_GUIDE: Record<RunEvent['type'], string> = {
  'run.started': 'The run was accepted. Always first, even when a stream is resumed.',
  'run.step': 'A step started or finished.',
  'run.delta': 'More text, starting at `offset`.',
  'run.reasoning': "More of the model's reasoning in a step, which isn't part of the output.",
  'run.usage': 'Tokens and cost so far.',
  'run.reset': "The text didn't match the format and is generated again.",
  'run.succeeded': 'Final: the run finished with an output.',
  'run.failed': 'Final: the run failed. `run.error` says why.',
  'run.cancelled': 'Final: the run was cancelled.',
};

const sampleDelta: RunDeltaEvent = { type: 'run.delta', offset: 0, text: 'Hello' };
const sampleUsage: RunUsageEvent = {
  type: 'run.usage',
  usage: { input_tokens: 42, output_tokens: 3, cost: 12 },
};

/** Complete runs are too long for a sample; the contract describes them. */
const sampleStream = [
  'id: 1\nevent: run.started\ndata: {"type":"run.started","run":{"id":"run_…","status":"running", …}}\n\n',
  encodeEvent({ id: '2', event: sampleDelta.type, data: JSON.stringify(sampleDelta) }),
  encodeEvent({ id: '3', event: sampleUsage.type, data: JSON.stringify(sampleUsage) }),
  'id: 4\nevent: run.succeeded\ndata: {"type":"run.succeeded","run":{"id":"run_…","output": …}}\n\n',
].join('');
