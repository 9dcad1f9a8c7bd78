import { checkArticle } from '#core/compose/article.ts';
import { assembled } from '#core/compose/export/assemble.ts';
import { toHtml } from '#core/compose/export/export-html.ts';
import { toMarkdown } from '#core/compose/export/export-markdown.ts';
import { DETAIL } from '../details.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { requireMatch } from '../version.ts';
import { emit, newDelivery } from '../webhook/webhook-event.service.ts';
import { toContent } from './article-views.ts';
import { type ArticlePlace, type ComposeDomain, contentOf } from './change-article.ts';

const EVENT = 'article.published';

/** Publishes articles by webhook. */
export function createPublishService({
  stores,
  webhook: port,
  apiUrl,
}: Pick<ComposeDomain, 'stores' | 'webhook' | 'apiUrl'>) {
  return {
    /** @throws ProblemError 400 with everything that is missing, 404, 412 */
    async publish(
      { projectId, articleId }: ArticlePlace,
      webhookId: string,
      ifMatch: string | undefined,
      principal: Principal,
    ): Promise<void> {
      const by = actorOf(principal);
      await stores.transaction(async (inner) => {
        const { articles } = inner.compose;
        const row = await mustFind(articles.lock({ id: articleId, project_id: projectId }));
        requireMatch(ifMatch, row);
        const content = toContent(await contentOf(inner, articleId));
        const errors = checkArticle(content);
        if (errors.length > 0)
          throw new ProblemError('invalid_request', DETAIL.articleIncomplete, { errors });
        const where = { id: webhookId, project_id: projectId };
        const target = await inner.webhook.webhooks.find(where);
        const isReady = target?.status === 'active' && target.events.includes(EVENT);
        if (!target || !isReady) throw invalidField('/webhook_id', DETAIL.webhookUnsubscribed);
        const article = assembled(content, { origin: originOf(apiUrl) });
        const event = {
          type: EVENT,
          article_id: articleId,
          title: article.title,
          markdown: toMarkdown(article, { isBody: true }),
          html: toHtml(article, { isBody: true }),
          language: content.brief.language,
          seo: content.seo,
          image: article.image,
          images: article.images,
          footnotes: article.footnotes,
          published_by: by,
        } as const;
        const { id: eventId, created_at } = await emit(inner, projectId, event, { isSpread: true });
        const delivery = newDelivery(webhookId, eventId);
        await inner.webhook.deliveries.insert(delivery);
        const publication = {
          webhook_id: webhookId,
          webhook_name: target.name,
          delivery_id: delivery.id,
          published_at: created_at,
        };
        await articles.change({ id: articleId }, { publication });
      });
      port.kick();
    },
  };
}

/** Where files are served. */
function originOf(apiUrl: string): string {
  try {
    return new URL(apiUrl).origin;
  } catch {
    return '';
  }
}
