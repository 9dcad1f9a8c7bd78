import { readOnce } from '#console/api/query/calls.ts';
import { ContractFiles } from '#console/modules/api-contract/contract-files.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { clientSnippet, fetchCommand } from '#core/task/snippets/client-snippets.ts';
import type { CallMode, TaskCall } from '#core/task/snippets/snippets.ts';
import {
  getGetTaskClientQueryOptions,
  getGetTaskOpenApiQueryOptions,
} from '#generated/api/revision/revision.ts';
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
