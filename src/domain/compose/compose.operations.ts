import { type Call, created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createArticleService } from './article.service.ts';
import type { ArticlePlace } from './change-article.ts';
import { createImageService } from './image.service.ts';
import { createPublishService } from './publish.service.ts';
import { createStepSettler } from './settle-step.ts';
import { createStepService } from './step.service.ts';
import { stepEvents } from './step-events.ts';
import { createVersionService } from './version.service.ts';

/** The operations of articles. */
export function composeOperations(domain: Domain): OperationsOf<'compose'> {
  const articles = createArticleService(domain);
  const versions = createVersionService(domain);
  const images = createImageService(domain);
  const publishing = createPublishService(domain);
  const steps = createStepService(domain);
  const settler = createStepSettler(domain);
  return {
    listArticles: ({ params, query }) => articles.list(params, query),
    async createArticle(call) {
      const article = await articles.create(call.params, call.body, call.principal);
      return created(call, article.id, article);
    },
    getArticle: (call) => articles.view(placeOf(call)),
    updateArticle: (call) =>
      articles.update(placeOf(call), call.body, call.headers['if-match'], call.principal),
    deleteArticle: (call) => articles.delete(placeOf(call)),
    async publishArticle(call) {
      const { body, headers, principal } = call;
      const place = placeOf(call);
      await publishing.publish(place, body.webhook_id, headers['if-match'], principal);
      return articles.view(place);
    },
    uploadArticleImage: (call) => images.upload(placeOf(call), call.body.file, call.principal),
    listArticleVersions: ({ rows, query }) => versions.list(rows.article, query),
    createArticleVersion: ({ rows, body, principal }) =>
      versions.create(rows.article, body.name, principal),
    getArticleVersion: ({ rows }) => versions.get(rows.version),
    async restoreArticleVersion(call) {
      const { rows, headers, principal } = call;
      const place = placeOf(call);
      await versions.restore(place, rows.version, headers['if-match'], principal);
      return articles.view(place);
    },
    async streamComposeStep(call: Call<'streamComposeStep'>) {
      const { headers, body, principal, access } = call;
      const idempotencyKey = headers['idempotency-key'];
      const followed = await steps.start(placeOf(call), {
        body,
        principal,
        access,
        idempotencyKey,
      });
      const settled = settler.whenSettled(followed.step, followed.view);
      // This continues without the request. If it fails, the next read of the article tries again.
      settled.catch(domain.chat.report);
      return stepEvents(followed, settled, headers['last-event-id']);
    },
  };
}

function placeOf({ params, rows }: Pick<Call<'getArticle'>, 'params' | 'rows'>): ArticlePlace {
  return { ...params, articleId: rows.article.id };
}
