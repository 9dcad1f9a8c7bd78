import { Button, Group, Select, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { TOOLS_MAX } from '#core/limits.ts';
import { callsServer } from '#core/task/definition/tool-rules.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { TaskTool, TaskToolExecution, ToolChoice } from '#generated/model/index.ts';
import { editRow, moved, rowId } from '../../definition/row-ids.ts';
import { useDraft, useEditor, useProblem } from '../editor-context.tsx';
import { setRow } from '../editor-ui.ts';
import { EditorRow } from '../rows/editor-row.tsx';
import { RowName, useRowProblem } from '../rows/row-name.tsx';
import rows from '../rows/rows.module.css';
import { type Reorder, useReorder } from '../rows/use-reorder.ts';
import { McpImport } from './mcp-import.tsx';
import { withImported } from './mcp-tools.ts';
import { ToolDetails } from './tool-details.tsx';
import classes from './tools.module.css';

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
function ToolRow({ index, tool, edit, reorder, onRemove }: ToolRowProps) {
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

const none: TaskTool[] = [];

/** The task's tools, and the tool choice. */
export function ToolsEditor() {
  const { draft, ui, readOnly, mayCallServers } = useEditor();
  const tools = useDraft((state) => state.content.tools) ?? none;
  const locked = readOnly !== null;
  const edit = (change: (tools: TaskTool[]) => TaskTool[]) =>
    draft.edit(({ tools: now = [], ...definition }) => {
      const changed = change(now);
      return changed.length === 0 ? definition : { ...definition, tools: changed };
    });
  const reorder = useReorder(tools.length, (from, to) => edit((now) => moved(now, from, to)));

  const add = () => {
    const added: TaskTool = {
      name: freeName(tools),
      description: '',
      parameters: { type: 'object', properties: {}, required: [] },
      execution: mayCallServers ? 'webhook' : 'mock',
    };
    edit((now) => [...now, added]);
    const id = rowId(added);
    setRow(ui, id, true);
    setTimeout(() => document.querySelector<HTMLInputElement>(`[data-name="${id}"]`)?.select(), 50);
  };
  const remove = (index: number) => {
    const removed = tools[index];
    if (!removed) return;
    edit((now) => now.filter((_, i) => i !== index));
    toast.undo(`Tool “${removed.name}” removed`, () =>
      edit((now) => [...now.slice(0, index), removed, ...now.slice(index)]),
    );
  };

  return (
    <Stack gap="sm">
      {tools.length === 0 ? (
        <p className={rows.empty}>
          No tools yet. Tools let the model look things up or take actions during a run.
        </p>
      ) : (
        <ol className={rows.list} aria-label="Tools">
          {tools.map((tool, index) => (
            <ToolRow
              key={rowId(tool)}
              index={index}
              tool={tool}
              edit={edit}
              reorder={reorder}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <div className={classes.below}>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus />}
            disabled={locked || tools.length >= TOOLS_MAX}
            data-pointer="/tools"
            onClick={add}
          >
            Add tool
          </Button>
          {mayCallServers && (
            <McpImport
              tools={tools}
              disabled={locked || tools.length >= TOOLS_MAX}
              onImport={(chosen, url) => edit((now) => withImported(now, chosen, url))}
            />
          )}
        </Group>
        <ChoiceField tools={tools} />
      </div>
    </Stack>
  );
}

const choices: { value: ToolChoice['type']; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'required', label: 'Required' },
  { value: 'none', label: 'None' },
];

function ChoiceField({ tools }: { tools: readonly TaskTool[] }) {
  const { draft, readOnly } = useEditor();
  const choice = useDraft((state) => state.content.tool_choice);
  const problem = useProblem('/tool_choice');
  if (tools.length === 0 && !choice) return null;
  const set = (value: string) =>
    draft.edit(({ tool_choice: _old, ...definition }) =>
      value === 'auto' ? definition : { ...definition, tool_choice: toChoice(value) },
    );
  const named = tools.map(({ name }) => ({ value: `one:${name}`, label: `${name}` }));
  const value = choice?.type === 'one' ? `one:${choice.tool ?? ''}` : (choice?.type ?? 'auto');
  const isKnown = [...choices, ...named].some((one) => one.value === value);
  return (
    <Select
      className={classes.choice}
      aria-label="Tool choice"
      data-pointer="/tool_choice"
      data={[
        { group: 'Any tool', items: choices },
        { group: 'Require a specific tool', items: unique(named) },
        ...(isKnown
          ? []
          : [{ group: 'Unknown tool', items: [{ value, label: choice?.tool ?? '–' }] }]),
      ]}
      value={value}
      allowDeselect={false}
      disabled={readOnly !== null}
      error={problem}
      onChange={(to) => to !== null && set(to)}
    />
  );
}

function toChoice(value: string): ToolChoice {
  return value.startsWith('one:')
    ? { type: 'one', tool: value.slice(4) }
    : { type: value as ToolChoice['type'] };
}

/** Two names can be equal while they are being typed. */
function unique<T extends { value: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.value, item])).values()];
}

/** `tool`, `tool_2`, `tool_3` … */
function freeName(tools: readonly TaskTool[]): string {
  const taken = new Set(tools.map(({ name }) => name));
  let name = 'tool';
  for (let i = 2; taken.has(name); i++) name = `tool_${i}`;
  return name;
}
