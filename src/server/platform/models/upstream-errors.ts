import { APICallError } from '@ai-sdk/provider';

const NO_STREAM = 'The response is not a stream';

/** A response that came at once, although a stream was asked for. The SDK would read it as an empty stream. */
export function noStream(url: string, body: string, headers: Headers): APICallError {
  return new APICallError({
    message: NO_STREAM,
    url,
    requestBodyValues: {},
    statusCode: 200,
    responseBody: body,
    responseHeaders: Object.fromEntries(headers),
    isRetryable: false,
  });
}

/** Whether the error is one of those. */
export function isNoStream({ message }: APICallError): boolean {
  return message === NO_STREAM;
}
