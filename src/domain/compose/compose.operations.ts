import { type Call, created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createArticleService } from './article.service.ts';
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
    getArticle: ({ params }) => articles.view(params),
    updateArticle: ({ params, body, headers, principal }) =>
      articles.update(params, body, headers['if-match'], principal),
    deleteArticle: ({ params }) => articles.delete(params),
    async publishArticle({ params, body, headers, principal }) {
      await publishing.publish(params, body.webhook_id, headers['if-match'], principal);
      return articles.view(params);
    },
    uploadArticleImage: ({ params, body, principal }) =>
      images.upload(params, body.file, principal),
    listArticleVersions: ({ params, query }) => versions.list(params, query),
    createArticleVersion: ({ params, body, principal }) =>
      versions.create(params, body.name, principal),
    getArticleVersion: ({ params }) => versions.get(params, params.versionNumber),
    async restoreArticleVersion({ params, headers, principal }) {
      await versions.restore(params, params.versionNumber, headers['if-match'], principal);
      return articles.view(params);
    },
    async streamComposeStep(call: Call<'streamComposeStep'>) {
      const { params, headers, body, principal, access } = call;
      const idempotencyKey = headers['idempotency-key'];
      const followed = await steps.start(params, { body, principal, access, idempotencyKey });
      const settled = settler.whenSettled(followed.step, followed.view);
      // This continues without the request. If it fails, the next read of the article tries again.
      settled.catch(domain.chat.report);
      return stepEvents(followed, settled, headers['last-event-id']);
    },
  };
}
