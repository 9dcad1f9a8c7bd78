import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Tooltip } from '#console/ui/tooltip.tsx';
import type { TaskTool, TaskToolExecution } from '#generated/model/index.ts';
import { editRow, rowId } from '../definition/row-ids.ts';
import { useEditor, useEditorUi, useProblem } from './editor-context.tsx';
import { setRow } from './editor-ui.ts';
import { RemoveButton } from './remove-button.tsx';
import rows from './rows.module.css';
import { ToolDetails } from './tool-details.tsx';

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
  row: ComponentProps<'li'>;
  grip: ComponentProps<'button'>;
  onRemove: () => void;
}

/** One tool: a line, and its details when opened. */
export function ToolRow({ index, tool, edit, row, grip, onRemove }: ToolRowProps) {
  const { ui, readOnly } = useEditor();
  const id = rowId(tool);
  const open = useEditorUi((state) => state.rows.has(id));
  const pointer = `/tools/${index}`;
  const nameProblem = useProblem(`${pointer}/name`);
  const problem = useProblem(pointer);
  const locked = readOnly !== null;
  const { name } = tool;
  const change = (values: Partial<TaskTool>) =>
    edit((now) => now.map((one, i) => (i === index ? editRow(one, values) : one)));

  return (
    <li className={rows.row} {...row} data-pointer={pointer}>
      <div className={rows.line}>
        <button
          type="button"
          className={rows.grip}
          disabled={locked}
          aria-label={`Move ${name}: drag, or use the arrow keys`}
          {...grip}
        >
          <IconGripVertical size={16} stroke={1.5} aria-hidden />
        </button>
        <TextInput
          className={rows.name}
          data-name={id}
          data-pointer={`${pointer}/name`}
          aria-label={`Name of tool ${index + 1}`}
          value={name}
          maxLength={64}
          readOnly={locked}
          spellCheck={false}
          autoComplete="off"
          error={nameProblem !== undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          className={rows.type}
          aria-label={`Who answers ${name}`}
          data={executions}
          value={tool.execution}
          allowDeselect={false}
          disabled={locked}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(execution) => {
            if (execution === null) return;
            change({ execution: execution as TaskToolExecution });
            setRow(ui, id, true);
          }}
        />
        <div className={rows.tail}>
          <Tooltip label={open ? 'Hide details' : 'Description, parameters, replies'}>
            <ActionIcon
              aria-label={`Details of ${name}`}
              aria-expanded={open}
              onClick={() => setRow(ui, id, !open)}
            >
              <IconChevronRight size={16} stroke={1.5} className={rows.chevron} />
            </ActionIcon>
          </Tooltip>
          <RemoveButton name={name} disabled={locked} onRemove={onRemove} />
        </div>
      </div>
      {problem && (nameProblem || !open) && (
        <p className={rows.problem}>{nameProblem ?? problem}</p>
      )}
      {open && <ToolDetails {...{ tool, pointer, change }} locked={locked} />}
    </li>
  );
}
