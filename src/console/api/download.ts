import { ApiError } from './api-error.ts';
import { send } from './send.ts';

/**
 * Saves what the API answers as a file. The browser keeps a large one on disk, not in memory.
 * @param path within the API, with its query
 * @throws ApiError when it is refused, or breaks off before its end
 */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await send(path, { headers: { accept: '*/*' } });
  const file = await response.blob().catch((cause: unknown) => {
    throw new ApiError({ status: 0, cause });
  });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The click has begun to read it; some browsers do so only in the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
