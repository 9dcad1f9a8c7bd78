import { ARTICLE_IMAGES_MAX } from '#core/compose/limits.ts';
import { newId } from '#core/ids.ts';
import type { ArticleImage, FieldError } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidRequest, mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { storeImage } from '../user/image-file.ts';
import { type ArticlePlace, changeArticle } from './change-article.ts';

/** The folder of uploaded images. */
export const ARTICLE_IMAGES = 'article';
const HTTP = /^https?:\/\/[^\s/]/i;

/** Uploads, checks and deletes the images of articles. */
export function createImageService({ stores, files }: Pick<Domain, 'stores' | 'files'>) {
  async function requireRoom({ compose }: Pick<Stores, 'compose'>, article_id: string) {
    if ((await compose.files.count({ article_id })) >= ARTICLE_IMAGES_MAX)
      throw new ProblemError('limit_reached', DETAIL.articleImages(ARTICLE_IMAGES_MAX));
  }

  return {
    /**
     * Stores an image and adds it to the article.
     * @throws ProblemError 400, 404, 409 when the article has too many, 415 for another type of file
     */
    async upload(place: ArticlePlace, file: Blob, principal: Principal): Promise<ArticleImage> {
      const { projectId: project_id, articleId: id } = place;
      await mustFind(stores.compose.articles.find({ id, project_id }));
      await requireRoom(stores, id);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { sniff } = await import('#core/extract/sniff.ts');
      // Anything that isn't an image is rejected with the same message, whatever it is.
      const kind = await sniff(bytes, (file as Partial<File>).name ?? '').catch(() => undefined);
      const name = await storeImage(files, ARTICLE_IMAGES, bytes, kind?.media_type ?? '');
      const image = { id: newId('image'), url: `/files/${ARTICLE_IMAGES}/${name}`, alt: '' };
      try {
        await stores.transaction(async (inner) => {
          await changeArticle(inner, place, actorOf(principal), async (_row, content) => {
            await requireRoom(inner, id);
            if (content.images.length >= ARTICLE_IMAGES_MAX)
              throw new ProblemError('limit_reached', DETAIL.articleImages(ARTICLE_IMAGES_MAX));
            const created_at = new Date().toISOString();
            await inner.compose.files.insert({
              id: image.id,
              article_id: id,
              file: name,
              created_at,
            });
            return { ...content, images: [...content.images, image] };
          });
        });
      } catch (error) {
        // Deletes the file, because nothing refers to it.
        await files.remove(ARTICLE_IMAGES, name);
        throw error;
      }
      return image;
    },

    /**
     * Checks new image URLs: they must be on other websites, or of files uploaded to this article.
     * @throws ProblemError 400
     */
    async check(
      { compose }: Pick<Stores, 'compose'>,
      articleId: string,
      before: readonly ArticleImage[],
      after: readonly ArticleImage[] = [],
    ): Promise<void> {
      const known = new Set(before.map(({ url }) => url));
      const odd = after.flatMap(({ url }, index) =>
        known.has(url) || HTTP.test(url) ? [] : [{ url, index }],
      );
      if (odd.length === 0) return;
      const uploaded = await compose.files.list({
        where: { article_id: articleId },
        order: ['id'],
      });
      const urls = new Set(uploaded.map(({ file }) => `/files/${ARTICLE_IMAGES}/${file}`));
      const errors = odd.flatMap(({ url, index }): FieldError[] =>
        urls.has(url) ? [] : [{ pointer: `/images/${index}/url`, message: DETAIL.imageUrl }],
      );
      if (errors.length > 0) throw invalidRequest(errors);
    },

    /** Deletes the files of a deleted article. */
    async removeAll(articleId: string): Promise<void> {
      const { files: rows } = stores.compose;
      const where = { article_id: articleId };
      for (const { id, file } of await rows.list({ where, order: ['id'] })) {
        await rows.delete({ id });
        await files.remove(ARTICLE_IMAGES, file);
      }
    },
  };
}
