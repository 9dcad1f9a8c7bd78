import { PlainSelect } from '#console/ui/form/plain.tsx';
import { callsServer } from '#core/task/definition/tool-rules.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { TaskTool, TaskToolExecution } from '#generated/model/index.ts';
import { editRow, rowId } from '../../definition/row-ids.ts';
import { useEditor } from '../editor-context.tsx';
import { setRow } from '../editor-ui.ts';
import { EditorRow } from '../rows/editor-row.tsx';
import { RowName, useRowProblem } from '../rows/row-name.tsx';
import rows from '../rows/rows.module.css';
import type { Reorder } from '../rows/use-reorder.ts';
import { ToolDetails } from './tool-details.tsx';

const executions: { value: TaskToolExecution; label: string }[] = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'mcp', label: 'MCP' },
  { value: 'manual', label: 'Manual' },
  { value: 'mock', label: 'Saved reply' },
];

interface ToolRowProps {
  index: number;
  tool: TaskTool;
  edit: (change: (tools: TaskTool[]) => TaskTool[]) => void;
  reorder: Reorder;
  onRemove: () => void;
}

/** One tool: a line, and its details when opened. */
export function ToolRow({ index, tool, edit, reorder, onRemove }: ToolRowProps) {
  const { ui, readOnly, mayCallServers } = useEditor();
  const id = rowId(tool);
  const pointer = `/tools/${index}`;
  const problem = useRowProblem(id, pointer);
  const isTheirs = callsServer(tool) && !mayCallServers;
  const locked = readOnly !== null || isTheirs;
  const { name } = tool;
  const change = (values: Partial<TaskTool>) =>
    edit((now) => now.map((one, i) => (i === index ? editRow(one, values) : one)));

  return (
    <EditorRow
      {...{ id, index, name, reorder, onRemove, problem }}
      at={pointer}
      about="Description, parameters, replies"
      line={
        <>
          <RowName
            {...{ id, name, locked }}
            at={pointer}
            label={`Name of tool ${index + 1}`}
            hasProblem={problem !== undefined}
            onChange={(changed) => change({ name: changed })}
          />
          <PlainSelect
            className={rows.type}
            aria-label={`Execution of ${name}`}
            options={executions.map(({ value, label }) => ({
              ...{ value, label },
              disabled: !mayCallServers && callsServer({ execution: value }),
            }))}
            value={tool.execution}
            disabled={locked}
            onChange={(execution) => {
              change({ execution: execution as TaskToolExecution });
              setRow(ui, id, true);
            }}
          />
        </>
      }
      details={() => (
        <>
          {isTheirs && (
            <p className={`${rows.empty} ${rows.wide}`}>{TASK_VALIDATION.toolCallsServer}</p>
          )}
          <ToolDetails {...{ tool, pointer, change }} locked={locked} />
        </>
      )}
    />
  );
}
