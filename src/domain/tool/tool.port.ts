import type { McpServerTools } from '#generated/model/index.ts';

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
