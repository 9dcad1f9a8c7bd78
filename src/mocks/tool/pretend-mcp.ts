import { ProblemError } from '#domain/problem.ts';
import type { ToolPort } from '#domain/tool/tool.port.ts';
import type { McpTool } from '#generated/model/index.ts';

/** No server is contacted. A URL that contains this is unreachable; every other has the tools below. */
const FAILING = /fail|\.invalid(\/|$)/;
const TOOLS: McpTool[] = [
  {
    name: 'find_order',
    description: 'Finds an order by its number.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'string', description: 'As printed on the invoice' } },
      required: ['number'],
      additionalProperties: false,
    },
  },
  {
    name: 'list_orders',
    description: 'Lists the latest orders of a customer, newest first.',
    parameters: {
      type: 'object',
      properties: {
        customer: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
      },
      required: ['customer'],
    },
  },
  {
    name: 'orders/cancel',
    description: 'Cancels an order that has not shipped yet.',
    parameters: { type: 'object', properties: { number: { type: 'string' } } },
  },
];

/** Pretends that every MCP server offers the same tools. */
export const readPretendTools: ToolPort['readMcpTools'] = async (url) => {
  if (FAILING.test(url)) {
    throw new ProblemError(
      'tool_failed',
      `Couldn't list the MCP server's tools: Host ${new URL(url).host} not found.`,
    );
  }
  return { server_name: 'Orders', tools: structuredClone(TOOLS) };
};
