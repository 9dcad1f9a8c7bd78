import type { Domain } from '../domain.ts';
import { ARTICLE_IMAGES } from './image.service.ts';

/** Files per query. */
const BATCH = 50;

/** Deletes the images of articles that were deleted along with their project. */
export async function sweepArticles(
  { stores, files }: Pick<Domain, 'stores' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  const { compose } = stores;
  while (!signal.aborted) {
    const stray = await compose.strayFiles(BATCH);
    if (stray.length === 0) return;
    for (const { id, file } of stray) {
      await files.remove(ARTICLE_IMAGES, file);
      await compose.files.delete({ id });
    }
  }
}
