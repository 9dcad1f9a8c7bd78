import { checkArticle } from '#core/compose/article.ts';
import { assembled } from '#core/compose/export/assemble.ts';
import { htmlParts } from '#core/compose/export/export-html.ts';
import { toMarkdown } from '#core/compose/export/export-markdown.ts';
import { pause } from '#core/datasource/pause.ts';
import type { Actor } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { etagOf, requireMatch } from '../version.ts';
import { emit, newDelivery } from '../webhook/webhook-event.service.ts';
import { toContent } from './article-views.ts';
import { type ArticlePlace, type ComposeDomain, contentOf } from './change-article.ts';
import type { ArticleRow, StoredContent } from './compose.tables.ts';

const EVENT = 'article.published';

/** Publishes articles to webhooks. */
export function createPublishService({
  stores,
  webhook: port,
  apiUrl,
}: Pick<ComposeDomain, 'stores' | 'webhook' | 'apiUrl'>) {
  /** @throws ProblemError 400 with everything that is missing */
  async function eventOf({ id }: ArticleRow, stored: StoredContent, published_by: Actor) {
    const content = toContent(stored);
    const errors = checkArticle(content);
    if (errors.length > 0)
      throw new ProblemError('invalid_request', DETAIL.articleIncomplete, { errors });
    const article = assembled(content, { origin: originOf(apiUrl) });
    const html: string[] = [];
    for (const part of htmlParts(article, { isBody: true })) {
      html.push(part);
      // Yields between sections, because each may take 50 ms.
      await pause();
    }
    return {
      type: EVENT,
      article_id: id,
      title: article.title,
      markdown: toMarkdown(article, { isBody: true }),
      html: html.join('\n'),
      language: article.language,
      seo: content.seo,
      image: article.image,
      images: article.images,
      footnotes: article.footnotes,
      published_by,
    } as const;
  }

  return {
    /** @throws ProblemError 400 with everything that is missing, 404, 412 */
    async publish(
      { projectId, articleId }: ArticlePlace,
      webhookId: string,
      ifMatch: string | undefined,
      principal: Principal,
    ): Promise<void> {
      const by = actorOf(principal);
      const at = { id: articleId, project_id: projectId };
      const row = await mustFind(stores.compose.articles.find(at));
      requireMatch(ifMatch, row);
      const event = await eventOf(row, await contentOf(stores, articleId), by);
      await stores.transaction(async (inner) => {
        const { articles } = inner.compose;
        const same = await mustFind(articles.lock(at));
        // The article was edited while the event was being built.
        requireMatch(etagOf(row), same);
        const where = { id: webhookId, project_id: projectId };
        const target = await inner.webhook.webhooks.find(where);
        const isReady = target?.status === 'active' && target.events.includes(EVENT);
        if (!target || !isReady) throw invalidField('/webhook_id', DETAIL.webhookUnsubscribed);
        const { id: eventId, created_at } = await emit(inner, projectId, event, { isSpread: true });
        const delivery = newDelivery(webhookId, eventId);
        await inner.webhook.deliveries.insert(delivery);
        const publication = {
          webhook_id: webhookId,
          webhook_name: target.name,
          delivery_id: delivery.id,
          published_at: created_at,
        };
        await articles.change(at, { publication });
      });
      port.kick();
    },
  };
}

/** The origin of uploaded files. */
function originOf(apiUrl: string): string {
  try {
    return new URL(apiUrl).origin;
  } catch {
    return '';
  }
}
