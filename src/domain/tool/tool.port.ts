import type { McpServerTools, TaskTool } from '#generated/model/index.ts';

/** What tools need that differs between the server and the mocks. */
export interface ToolPort {
  /**
   * A signing secret of a project, derived from the server's own secret, so that it always exists and is never stored.
   */
  secretOf(projectId: string, generation: number): string;
  /**
   * The tools of an MCP server.
   * @throws ProblemError 502 `tool_failed` when the server can't be reached or doesn't respond as an MCP server
   */
  readMcpTools(url: string, credential: ToolCredential | undefined): Promise<McpServerTools>;
}

/** A value of the `Authorization` header, and where it may be sent. */
export interface ToolCredential {
  authorization: string;
  /** Whether it is for a URL, such as the target of a redirect. */
  isFor(url: string): boolean;
}

/** The run that calls a tool, and the step. */
export interface ToolContext {
  projectId: string;
  taskId: string;
  runId: string;
  /** The call's idempotency key: the receiver uses it to recognise repeated calls. */
  stepId: string;
  signal: AbortSignal;
}

/** Calls a tool; the error says why there is no result. */
export type ToolCaller = (
  tool: TaskTool,
  args: Record<string, unknown>,
  context: ToolContext,
) => Promise<{ reply: string; error: null } | { reply: null; error: string }>;
