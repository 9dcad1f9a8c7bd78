import { TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import type { TaskTool } from '#generated/model/index.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { callMcpTool } from './mcp-client.ts';
import type { ToolCaller } from './tool-run.ts';

const ANSWER_MAX_BYTES = 200_000;

/** Calls tools: webhooks and MCP servers through the guarded client, mocks from what was saved. */
export function createToolCaller(outbound: Outbound): ToolCaller {
  return async (tool, args, context) => {
    try {
      if (tool.execution === 'mock') return { reply: tool.replies?.[0]?.reply ?? '', error: null };
      const limits = {
        timeoutMs: (tool.timeout_seconds ?? TOOL_TIMEOUT_SECONDS) * 1000,
        maxBytes: ANSWER_MAX_BYTES,
        signal: context.signal,
      };
      const url = tool.url ?? '';
      if (tool.execution === 'mcp')
        return await callMcpTool(outbound, { url, name: tool.name, args, limits });
      return await callWebhook(outbound, tool, { args, context, url, limits });
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (error instanceof OutboundError) return failed(`${tool.name}: ${error.message}`);
      throw error;
    }
  };
}

async function callWebhook(
  outbound: Outbound,
  tool: TaskTool,
  call: {
    args: unknown;
    context: { runId: string; taskId: string };
    url: string;
    limits: { timeoutMs: number; maxBytes: number; signal: AbortSignal };
  },
) {
  const { runId, taskId } = call.context;
  const answer = await outbound.send({
    url: call.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/plain' },
    body: JSON.stringify({ tool: tool.name, arguments: call.args, run_id: runId, task_id: taskId }),
    ...call.limits,
  });
  const text = answer.body.toString('utf8').toWellFormed().replaceAll('\0', '');
  if (answer.status < 200 || answer.status > 299)
    return failed(`${tool.name} answered with status ${answer.status}: ${text.slice(0, 300)}`);
  if (answer.isCut) return failed(`${tool.name} answered more than ${ANSWER_MAX_BYTES / 1000} kB.`);
  return { reply: text, error: null };
}

function failed(error: string) {
  return { reply: '', error };
}
