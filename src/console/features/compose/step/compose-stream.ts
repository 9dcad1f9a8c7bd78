import { openStream } from '#console/api/http/stream.ts';
import { getGetArticleUrl } from '#generated/api/compose/compose.ts';
import type { ArticleStepEvent, ArticleStepRequest } from '#generated/model/index.ts';
import type { ArticleAddress } from '../editor/article-server.ts';

/**
 * Runs a step and yields its events; the last one says how it ended. A lost connection is retried with the same
 * idempotency key, so it resumes the same run.
 * @param key the idempotency key; that of an earlier request follows the step that it started
 * @throws ApiError when the request is refused; AbortError when `signal` aborts it
 */
export async function* streamStep(
  { orgId, projectId, articleId }: ArticleAddress,
  request: ArticleStepRequest,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<ArticleStepEvent> {
  const call = {
    path: `${getGetArticleUrl(orgId, projectId, articleId)}/step`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(request),
    },
  };
  const stream = openStream<ArticleStepEvent>({
    ...call,
    resume: () => call,
    isTerminal: ({ data }) => /succeeded|failed|cancelled/.test(data.type),
    signal,
  });
  for await (const { data } of stream) yield data;
}
