import { JsonRefused, parseJson } from '#core/json/parse-json.ts';
import { TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import type { ToolCaller, ToolContext } from '#domain/tool/tool.port.ts';
import type { ToolService } from '#domain/tool/tool.service.ts';
import type { TaskTool } from '#generated/model/index.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { signatureHeaders } from '../../platform/outbound/signature.ts';
import { callMcpTool } from './mcp-client.ts';
import { REDIRECTS, RESPONSE_MAX_BYTES, RemoteFailure, textOf } from './remote-response.ts';

/** Calls tools: webhooks and MCP servers through the guarded client, mocks with their saved replies. */
export function createToolCaller(outbound: Outbound, tools: ToolService): ToolCaller {
  async function ask(tool: TaskTool, args: object, context: ToolContext): Promise<string> {
    if (tool.execution === 'mock') return tool.replies?.[0]?.reply ?? '';
    const { projectId, signal } = context;
    const url = tool.url ?? '';
    const timeoutMs = timeoutOf(tool) * 1000;
    const credential = await tools.credentialFor(projectId, url);
    if (tool.execution === 'mcp') {
      const server = { url, credential, timeoutMs, signal };
      return callMcpTool(outbound, server, { name: tool.name, arguments: args });
    }
    const { runId, taskId, stepId } = context;
    const body = JSON.stringify({
      tool: tool.name,
      arguments: args,
      run_id: runId,
      task_id: taskId,
    });
    const keys = await tools.signingSecrets(projectId);
    const response = await outbound.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/*',
        'user-agent': 'Taskloom-Tools/1',
        ...signatureHeaders({ id: stepId, at: new Date(), body }, keys),
        ...(credential && { authorization: credential.authorization }),
      },
      body,
      timeoutMs,
      maxBytes: RESPONSE_MAX_BYTES,
      redirects: REDIRECTS,
      ...(credential && { isTrusted: credential.isFor }),
      signal,
    });
    const text = textOf(response);
    if (/\bjson\b/.test(response.headers['content-type'] ?? '')) requireJson(text);
    return text;
  }

  return async (tool, args, context) => {
    try {
      return { reply: await ask(tool, args, context), error: null };
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (error instanceof RemoteFailure) return { reply: null, error: error.message };
      if (!(error instanceof OutboundError)) throw error;
      const isLate = error.reason === 'timeout';
      const late = `No response within ${timeoutOf(tool)} s.`;
      return { reply: null, error: isLate ? late : error.message };
    }
  };
}

function timeoutOf({ timeout_seconds = TOOL_TIMEOUT_SECONDS }: TaskTool): number {
  return timeout_seconds;
}

/** A response declared as JSON must be valid: half of one would mislead the model. */
function requireJson(text: string): void {
  if (text.trim() === '') return;
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonRefused)
      throw new RemoteFailure(`The response's JSON can't be used: ${error.message}.`);
    throw new RemoteFailure("The response is declared as JSON, but isn't valid JSON.");
  }
}
