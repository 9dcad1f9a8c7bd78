import { Alert } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { publicApiUrl } from '#console/api/config.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { acceptedSchema } from '#core/task/input/input-schema.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { RunTarget, Task } from '#generated/model/index.ts';
import panel from '../panel.module.css';
import { ApiCall } from './api-call.tsx';
import { ApiEndpoint } from './api-endpoint.tsx';
import { ApiErrors } from './api-errors.tsx';
import { ApiEvents } from './api-events.tsx';
import classes from './api-panel.module.css';
import { ApiSchema } from './api-schema.tsx';
import { useApiDefinition } from './use-api-definition.ts';

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
