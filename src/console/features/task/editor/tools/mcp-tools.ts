import { TOOLS_MAX } from '#core/limits.ts';
import { isToolName } from '#core/task/definition/tool-rules.ts';
import type { McpTool, TaskTool } from '#generated/model/index.ts';

const DESCRIPTION_MAX = 4000;

/** A tool that a server has, and what importing it does. */
export interface McpChoice {
  tool: McpTool;
  /** `update`: the task has it already, and takes over what the server says now. */
  state: 'new' | 'update' | 'unusable';
  /** Why it cannot be imported. */
  reason?: string;
}

/** What of a server's tools a task can import. */
export function choicesOf(found: readonly McpTool[], tools: readonly TaskTool[]): McpChoice[] {
  return found.map((tool) => {
    const known = tools.find(({ name }) => name === tool.name);
    if (known?.execution === 'mcp') return { tool, state: 'update' };
    const reason = known
      ? 'The task has another tool of this name.'
      : isToolName(tool.name)
        ? undefined
        : 'Its name holds other characters than letters, digits, underscores and hyphens.';
    return reason ? { tool, state: 'unusable', reason } : { tool, state: 'new' };
  });
}

/** The tools of a task with those of a server put in, or brought up to date. */
export function withImported(
  tools: readonly TaskTool[],
  chosen: readonly McpTool[],
  url: string,
): TaskTool[] {
  const made = new Map(chosen.map((tool) => [tool.name, toTaskTool(tool, url)]));
  const kept = tools.map((tool) => {
    const now = made.get(tool.name);
    if (!now) return tool;
    made.delete(tool.name);
    return { ...tool, ...now, description: now.description || tool.description };
  });
  return [...kept, ...made.values()].slice(0, TOOLS_MAX);
}

function toTaskTool({ name, description, parameters }: McpTool, url: string): TaskTool {
  const text = description.slice(0, DESCRIPTION_MAX);
  return { name, description: text, parameters, execution: 'mcp', url };
}
