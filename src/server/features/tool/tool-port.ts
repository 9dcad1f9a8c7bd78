import { createHmac } from 'node:crypto';
import { TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import { ProblemError } from '#domain/problem.ts';
import type { ToolPort } from '#domain/tool/tool.port.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { secretOf } from '../../platform/outbound/signature.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { readMcpTools } from './mcp-client.ts';
import { RemoteFailure } from './remote-response.ts';

const SIGNING = 'tool-signing';

export function createToolPort(outbound: Outbound, secrets: Secrets): ToolPort {
  return {
    secretOf(projectId, generation) {
      const mac = createHmac('sha256', secrets.key(SIGNING)).update(`${projectId} ${generation}`);
      return secretOf(mac.digest().subarray(0, 24));
    },
    async readMcpTools(url, credential) {
      const timeoutMs = TOOL_TIMEOUT_SECONDS * 1000;
      try {
        return await readMcpTools(outbound, { url, credential, timeoutMs });
      } catch (error) {
        const isTheirs = error instanceof RemoteFailure || error instanceof OutboundError;
        if (!isTheirs) throw error;
        throw new ProblemError(
          'tool_failed',
          `Couldn't list the MCP server's tools: ${error.message}`,
        );
      }
    },
  };
}
