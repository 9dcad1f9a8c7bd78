import { ApiError } from '../api-error.ts';
import { send } from './send.ts';

/**
 * Downloads a file from the API. The browser keeps a large file on disk rather than in memory.
 * @param path within the API, with its query
 * @throws ApiError when the request is refused, or the download breaks off
 */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send(path, {
    headers: { accept: '*/*' },
    ...(signal && { signal }),
  });
  return response.blob().catch((cause: unknown) => {
    throw new ApiError({ status: 0, cause });
  });
}
