import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { publicApiUrl } from '#console/api/config.ts';
import { sampleInputs } from '#console/modules/run/inputs/input-values.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Labelled } from '#console/ui/page/labelled.tsx';
import { API_KEY_VARIABLE, snippet } from '#core/task/snippets/snippets.ts';
import { useGetTaskRevision } from '#generated/api/revision/revision.ts';
import { useListTasks } from '#generated/api/task/task.ts';
import type { ApiKeyCreated } from '#generated/model/index.ts';

/** An example call for the new key. */
export interface ExampleCall {
  task: string;
  /** For a terminal, with the key in `API_KEY_VARIABLE`. */
  code: string;
}

type CreatedKeyProps = {
  created: ApiKeyCreated;
  onDone: () => void;
  example?: ExampleCall | undefined;
};

/** The new key, shown once, with a call that can be pasted into a terminal. */
export function CreatedKey({ created, onDone, example }: CreatedKeyProps) {
  const found = useExampleCall(example === undefined);
  const { pending, task, code } = example ? { pending: false, ...example } : found;
  return (
    <Stack gap="md">
      <Text>
        This is the only time the key <b>{created.api_key.name}</b> is shown. Store it in your
        secret manager.
      </Text>
      <CodeBlock code={created.key} what="API key" wrap />
      <Labelled label={task === null ? 'Call a task with it' : `Call ${task} with it`}>
        {pending ? (
          <Skeleton height={150} />
        ) : (
          <CodeBlock
            code={`export ${API_KEY_VARIABLE}=${created.key}\n\n${code}`}
            what="cURL"
            maxHeight={260}
          />
        )}
      </Labelled>
      <DialogFooter cancel={null}>
        <Button onClick={onDone}>I've copied it</Button>
      </DialogFooter>
    </Stack>
  );
}

/** A call to the project's first callable task, with its example inputs. */
function useExampleCall(isWanted: boolean): {
  pending: boolean;
  task: string | null;
  code: string;
} {
  const { at, orgId, projectId } = useActiveProject();
  const tasks = useListTasks(...at, { page_limit: 25 }, { query: { enabled: isWanted } });
  const task = tasks.data?.results.find(({ active_revision }) => active_revision !== null);
  const number = task?.active_revision ?? 0;
  const revision = useGetTaskRevision(...at, task?.id ?? '', number, {
    query: { enabled: task !== undefined, meta: { silent: true } },
  });
  const variables = revision.data?.definition.variables ?? [];
  const code = snippet('curl', 'sync', {
    baseUrl: publicApiUrl(),
    orgId,
    projectId,
    taskId: task?.id ?? 'TASK_ID',
    inputs: sampleInputs(variables),
  });
  const pending = tasks.isPending || (task !== undefined && revision.isPending);
  return { pending, task: task?.name ?? null, code };
}
