import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { saveText } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { clientSnippet, fetchCommand } from '#core/task/snippets/client-snippets.ts';
import type { CallMode, TaskCall } from '#core/task/snippets/snippets.ts';
import { getTaskClient, getTaskOpenApi } from '#generated/api/task/task.ts';
import type { RunTarget, Task } from '#generated/model/index.ts';
import classes from './api-panel.module.css';

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
export function ApiClient({ task, call, mode, target, revision }: ApiClientProps) {
  const named = { taskName: task.name, revision };
  const clientName = fileNameOf(named, 'ts');
  const documentName = fileNameOf(named, 'openapi.json');
  const query = target === 'active' ? {} : { revision: target };
  const at = [task.org_id, task.project_id, task.id, query] as const;
  const read = {
    client: () => getTaskClient(...at),
    document: async () => JSON.stringify(await getTaskOpenApi(...at), null, 2),
  };

  return (
    <section>
      <SectionTitle>Typed client</SectionTitle>
      <p className={classes.lead}>
        One TypeScript file with input and output types, zod validators, and a client that runs,
        streams and resumes. Its only dependency is zod.
      </p>
      <Group gap={16} mb={8}>
        <Group gap={4}>
          <Download
            label="Download client"
            read={read.client}
            take={(text) => saveText(clientName, text, 'text/typescript')}
          />
          <Copy label="Copy client" read={read.client} />
        </Group>
        <Group gap={4}>
          <Download
            label="Download OpenAPI"
            read={read.document}
            take={(text) => saveText(documentName, text, 'application/json')}
          />
          <Copy label="Copy OpenAPI" read={read.document} />
        </Group>
      </Group>
      <CodeBlock
        code={clientSnippet(mode, {
          fileName: clientName,
          inputs: call.inputs,
          ...(call.mock && { mock: true }),
        })}
        label="typed client example"
        maxHeight={320}
      />
      <p className={classes.after}>
        In CI, download it with an API key. The compiler then shows what a new revision breaks:
      </p>
      <div className={classes.sample}>
        <CodeBlock
          code={fetchCommand('client.ts', clientName, { ...call, revision: target })}
          label="download command"
        />
      </div>
    </section>
  );
}

interface FileProps {
  label: string;
  read: () => Promise<string>;
}

function Download({ label, read, take }: FileProps & { take: (text: string) => void }) {
  const [isLoading, load] = useFile(read, take);
  return (
    <Button
      variant="default"
      size="xs"
      loading={isLoading}
      onClick={load}
      leftSection={<IconDownload />}
    >
      {label}
    </Button>
  );
}

function Copy({ label, read }: FileProps) {
  const [isLoading, load] = useFile(read, async (text) => {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  });
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} loading={isLoading} onClick={load}>
        <IconCopy />
      </ActionIcon>
    </Tooltip>
  );
}

/** Fetches a file on demand and hands it on. */
function useFile(read: () => Promise<string>, take: (text: string) => Promise<void> | void) {
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    await attempt(async () => take(await read()));
    setLoading(false);
  };
  return [isLoading, load] as const;
}
