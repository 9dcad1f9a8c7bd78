import { openStream } from '#console/api/http/stream.ts';
import { getRunAssistUrl } from '#generated/api/assist/assist.ts';
import type { AssistEvent, AssistRequest } from '#generated/model/index.ts';

/**
 * Calls the assistant and yields its events; the last one says how it ended. A lost connection is retried with the same
 * idempotency key, so it resumes the same run.
 * @throws ApiError when the request is refused; AbortError when `signal` aborts it
 */
export async function* streamAssist(
  { orgId, projectId }: { orgId: string; projectId: string },
  request: AssistRequest,
  signal: AbortSignal,
): AsyncGenerator<AssistEvent> {
  const call = {
    path: `${getRunAssistUrl(orgId, projectId)}/stream`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(request),
    },
  };
  const stream = openStream<AssistEvent>({
    ...call,
    resume: () => call,
    isTerminal: ({ data }) => /succeeded|failed|cancelled/.test(data.type),
    signal,
  });
  for await (const { data } of stream) yield data;
}
