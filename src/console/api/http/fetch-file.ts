import { ApiError } from '../api-error.ts';
import { send } from './send.ts';

/**
 * Reads a file that the API answers. The browser keeps a large one on disk, not in memory.
 * @param path within the API, with its query
 * @throws ApiError when it is refused, or breaks off before its end
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send(path, { headers: { accept: '*/*' } });
  return response.blob().catch((cause: unknown) => {
    throw new ApiError({ status: 0, cause });
  });
}
