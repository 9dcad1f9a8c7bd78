import { Input, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { same } from '#console/modules/draft/canonical.ts';
import { JsonEditor } from '#console/ui/editor/json-editor.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { readObjectSchema } from '#core/json/object-schema.ts';
import { TOOL_FAILURES_ALLOWED, TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import type { FieldError, TaskTool } from '#generated/model/index.ts';
import { DescribeTool } from '../../assist/describe-tool.tsx';
import { useProblem, useProblems } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import { SavedReplies } from './saved-replies.tsx';
import { ToolSignIn } from './tool-sign-in.tsx';
import { ToolSigning } from './tool-signing.tsx';
import classes from './tools.module.css';

interface ToolDetailsProps {
  tool: TaskTool;
  pointer: string;
  locked: boolean;
  change: (values: Partial<TaskTool>) => void;
}

/** What the model knows about a tool, and how calls to it are executed. */
export function ToolDetails({ tool, pointer, locked, change }: ToolDetailsProps) {
  const description = useProblem(`${pointer}/description`);
  const url = useProblem(`${pointer}/url`);
  const isRemote = tool.execution === 'webhook' || tool.execution === 'mcp';
  return (
    <>
      <Textarea
        className={rows.wide}
        label="Description"
        description="Tells the model when to use the tool"
        data-pointer={`${pointer}/description`}
        placeholder="Looks up an order by its number and returns its delivery status."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        readOnly={locked}
        value={tool.description}
        error={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {!locked && (
        <div className={rows.wide}>
          <DescribeTool tool={tool} change={change} />
        </div>
      )}
      {isRemote && (
        <TextInput
          className={rows.wide}
          label={tool.execution === 'mcp' ? 'MCP server URL' : 'URL'}
          description={
            tool.execution === 'mcp'
              ? 'Calls the tool with this name on the server'
              : 'Receives the arguments as JSON'
          }
          data-pointer={`${pointer}/url`}
          type="url"
          placeholder="https://"
          maxLength={2000}
          readOnly={locked}
          value={tool.url ?? ''}
          error={url}
          onChange={(event) => change({ url: event.currentTarget.value || undefined })}
        />
      )}
      {isRemote && (
        <NumberField
          label="Timeout (s)"
          description="Up to 120"
          data-pointer={`${pointer}/timeout_seconds`}
          placeholder={String(TOOL_TIMEOUT_SECONDS)}
          min={1}
          max={120}
          readOnly={locked}
          value={tool.timeout_seconds}
          onChange={(value) => change({ timeout_seconds: value })}
        />
      )}
      {isRemote && (
        <NumberField
          label="Max failures"
          description="Errors go to the model until this limit, then the run fails"
          data-pointer={`${pointer}/failures_allowed`}
          placeholder={String(TOOL_FAILURES_ALLOWED)}
          min={0}
          max={5}
          readOnly={locked}
          value={tool.failures_allowed}
          onChange={(value) => change({ failures_allowed: value })}
        />
      )}
      {isRemote && !locked && (
        <div className={`${rows.wide} ${classes.remote}`}>
          {tool.execution === 'webhook' && <ToolSigning />}
          <ToolSignIn url={tool.url ?? ''} />
        </div>
      )}
      {tool.execution === 'manual' && (
        <p className={`${rows.empty} ${rows.wide}`}>
          Runs in the console wait for someone to type the reply. API calls fail.
        </p>
      )}
      <Parameters {...{ tool, pointer, locked, change }} />
      <SavedReplies {...{ tool, pointer, locked, change }} />
    </>
  );
}

/** The JSON Schema of the arguments. Invalid text stays in the field and isn't saved. */
function Parameters({ tool, pointer, locked, change }: ToolDetailsProps) {
  const label = useId();
  const [written, setWritten] = useState<{ text: string; schema: object | null } | null>(null);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const problems = useProblems(`${pointer}/parameters`);
  const isOurs =
    written !== null && (written.schema === null || same(written.schema, tool.parameters));
  const text = isOurs ? written.text : JSON.stringify(tool.parameters, null, 2);
  const read = (next: string) => {
    const found = readObjectSchema(next);
    setWritten({ text: next, schema: found.schema });
    setErrors(found.errors);
    if (found.schema && !same(found.schema, tool.parameters)) change({ parameters: found.schema });
  };
  const shown =
    errors.length > 0
      ? errors
      : problems.map((problem) => ({
          ...problem,
          pointer: problem.pointer.slice(`${pointer}/parameters`.length),
        }));
  return (
    <div className={rows.wide} data-pointer={`${pointer}/parameters`}>
      <Input.Label id={label} labelElement="div">
        Parameters
      </Input.Label>
      <Input.Description mb={6}>JSON Schema of the arguments</Input.Description>
      <JsonEditor
        label={`Parameters of ${tool.name}`}
        value={text}
        onChange={read}
        readOnly={locked}
        invalid={shown.length > 0}
      />
      {shown.length > 0 && (
        <ul className={classes.errors}>
          {shown.map((error) => (
            <li key={`${error.pointer} ${error.message}`}>
              {error.pointer !== '' && <code className="tl-mono">{error.pointer}</code>}{' '}
              {error.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
