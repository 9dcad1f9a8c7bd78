import { PlainInput, PlainSelect } from '#console/ui/plain.tsx';
import type { TaskTool, TaskToolExecution } from '#generated/model/index.ts';
import { editRow, rowId } from '../definition/row-ids.ts';
import { useEditor, useProblem } from './editor-context.tsx';
import { EditorRow, problemId, useIsOpen } from './editor-row.tsx';
import { setRow } from './editor-ui.ts';
import rows from './rows.module.css';
import { ToolDetails } from './tool-details.tsx';
import type { Reorder } from './use-reorder.ts';

const executions: { value: TaskToolExecution; label: string }[] = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'mcp', label: 'MCP' },
  { value: 'manual', label: 'By hand' },
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
  const { ui, readOnly } = useEditor();
  const id = rowId(tool);
  const open = useIsOpen(id);
  const pointer = `/tools/${index}`;
  const nameProblem = useProblem(`${pointer}/name`);
  const anyProblem = useProblem(pointer);
  // The details say what is wrong with them where it is.
  const problem = open ? nameProblem : (nameProblem ?? anyProblem);
  const locked = readOnly !== null;
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
          <PlainInput
            className={rows.name}
            data-name={id}
            data-pointer={`${pointer}/name`}
            aria-label={`Name of tool ${index + 1}`}
            aria-describedby={problem ? problemId(id) : undefined}
            value={name}
            maxLength={64}
            readOnly={locked}
            spellCheck={false}
            invalid={nameProblem !== undefined}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <PlainSelect
            className={rows.type}
            aria-label={`Who answers ${name}`}
            options={executions}
            value={tool.execution}
            disabled={locked}
            onChange={(execution) => {
              change({ execution: execution as TaskToolExecution });
              setRow(ui, id, true);
            }}
          />
        </>
      }
      details={() => <ToolDetails {...{ tool, pointer, change }} locked={locked} />}
    />
  );
}
