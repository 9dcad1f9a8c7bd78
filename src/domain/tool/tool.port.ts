import type { McpServerTools, TaskTool } from '#generated/model/index.ts';

/** What tools need that differs between the server and the mocks. */
export interface ToolPort {
  /** A secret of a project, derived from the server's own: there is one from the start, and none in the database. */
  secretOf(projectId: string, generation: number): string;
  /**
   * The tools of an MCP server.
   * @throws ProblemError 502 `tool_failed` when there is no such server, or it does not speak MCP
   */
  readMcpTools(url: string, authorization: string | undefined): Promise<McpServerTools>;
}

/** A call of a tool, and the run that makes it. */
export interface ToolContext {
  projectId: string;
  taskId: string;
  runId: string;
  /** The call's idempotency key: the receiver uses it to recognise a call it has already answered. */
  stepId: string;
  signal: AbortSignal;
}

/** Calls a tool; the error says why there is no result. */
export type ToolCaller = (
  tool: TaskTool,
  args: Record<string, unknown>,
  context: ToolContext,
) => Promise<{ reply: string; error: null } | { reply: null; error: string }>;
