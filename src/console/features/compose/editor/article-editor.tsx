import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshBalance } from '#console/modules/billing/refresh-balance.ts';
import { useDraftSync } from '#console/modules/draft/use-draft-sync.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { localWork } from '#console/modules/user/local-work.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type { Article } from '#generated/model/index.ts';
import { streamStep } from '../step/compose-stream.ts';
import { failureOf } from '../step/failure.ts';
import { createPendingSteps } from '../step/pending-steps.ts';
import { createWriter } from '../step/writer.ts';
import { ArticleProvider, type ArticleEditor as Editor } from './article-context.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { mergeTexts } from './article-merge.ts';
import { type Accepted, type ArticleAddress, createArticleServer } from './article-server.ts';
import { isArticleText, toServerDraft } from './article-text.ts';
import { createHistory } from './history.ts';

interface ArticleEditorProps {
  address: ArticleAddress;
  article: Article;
  /** Whether the article was just fetched rather than taken from the cache. */
  fresh: boolean;
}

/** An open article. Use its ID as the key. */
export function ArticleEditor({ address, article, fresh }: ArticleEditorProps) {
  const { orgId, projectId, articleId } = address;
  const queryClient = useQueryClient();
  const [accepted] = useState<Accepted>(() => new Map());
  const draft = useDraftSync({
    name: localWork.article + articleId,
    loaded: toServerDraft(article),
    fresh,
    server: () => createArticleServer(address, queryClient, article, accepted),
    isContent: isArticleText,
    merge: mergeTexts,
  });
  const [history] = useState(() => createHistory(draft));
  const [writer] = useState(() => {
    const refresh = async () => {
      await draft.refresh();
      void refreshBalance(queryClient, orgId);
    };
    return createWriter({
      stream: (request, key, signal) => streamStep(address, request, key, signal),
      pending: createPendingSteps(articleId),
      flush: () => draft.flush(),
      refresh,
      receive: (step) => history.receive(step, refresh),
      cancel: async (runId) => {
        // The code for runs isn't needed until then.
        const { cancelRun } = await import('#generated/api/run/run.ts');
        await cancelRun(orgId, projectId, runId);
      },
      onFailed: (error) => toast.error(failureOf(error).message),
    });
  });
  useEffect(() => {
    void writer.resume();
    return writer.leave;
  }, [writer]);
  const { reason: readOnly } = usePermission({ level: 'project', orgId, projectId }, 'run_task');
  const [editor] = useState<Omit<Editor, 'readOnly'>>({
    address,
    draft,
    history,
    writer,
    accepted,
    arrival: { isLed: false },
  });
  return (
    <ArticleProvider editor={{ ...editor, readOnly }} article={article}>
      <ArticleFrame />
    </ArticleProvider>
  );
}
