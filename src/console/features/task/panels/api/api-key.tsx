import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { KeyNote } from '#console/modules/api-contract/key-note.tsx';
import { NewApiKey } from '#console/modules/api-key/new-api-key.tsx';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { NAME_MAX } from '#core/limits.ts';
import { snippet, type TaskCall } from '#core/task/snippets/snippets.ts';
import type { Task } from '#generated/model/index.ts';
import classes from './api-panel.module.css';

/** Where the API key comes from; creates one without leaving the task. */
export function ApiKeyHint({ task, call }: { task: Task; call: TaskCall }) {
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
