import { TOOLS_MAX } from '#core/limits.ts';
import { isToolName } from '#core/task/definition/tool-rules.ts';
import type { McpTool, TaskTool } from '#generated/model/index.ts';

const DESCRIPTION_MAX = 4000;

/** A tool offered by a server, and what importing it would do. */
export interface McpChoice {
  tool: McpTool;
  /** `update`: the task already has it, and importing applies the server's current definition. */
  state: 'new' | 'update' | 'unusable';
  /** Why it cannot be imported. */
  reason?: string;
}

/** Which of a server's tools can be imported into a task. */
export function choicesOf(found: readonly McpTool[], tools: readonly TaskTool[]): McpChoice[] {
  return found.map((tool) => {
    const known = tools.find(({ name }) => name === tool.name);
    if (known?.execution === 'mcp') return { tool, state: 'update' };
    const reason = known
      ? 'The task has another tool with this name.'
      : isToolName(tool.name)
        ? undefined
        : 'Its name may contain only letters, digits, underscores and hyphens.';
    return reason ? { tool, state: 'unusable', reason } : { tool, state: 'new' };
  });
}

/** The task's tools with a server's tools added or updated. */
export function withImported(
  tools: readonly TaskTool[],
  chosen: readonly McpTool[],
  url: string,
): TaskTool[] {
  const imported = new Map(chosen.map((tool) => [tool.name, toTaskTool(tool, url)]));
  const kept = tools.map((tool) => {
    const now = imported.get(tool.name);
    if (!now) return tool;
    imported.delete(tool.name);
    return { ...tool, ...now, description: now.description || tool.description };
  });
  return [...kept, ...imported.values()].slice(0, TOOLS_MAX);
}

function toTaskTool({ name, description, parameters }: McpTool, url: string): TaskTool {
  const text = description.slice(0, DESCRIPTION_MAX);
  return { name, description: text, parameters, execution: 'mcp', url };
}
