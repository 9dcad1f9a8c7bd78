import { Button } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconMarkdown,
  IconSend,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { copyText } from '#console/ui/display/copy-text.ts';
import { saveFile, saveText } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { sectionHeadings, slugOf } from '#core/compose/article.ts';
import { type AssembledArticle, assembled } from '#core/compose/export/assemble.ts';
import { SLUG_MAX } from '#core/compose/limits.ts';
import { getGetArticleQueryKey } from '#generated/api/compose/compose.ts';
import type { Article } from '#generated/model/index.ts';
import { useArticleEditor, useSavedArticle, useText } from '../editor/article-context.tsx';
import type { ArticleText } from '../editor/article-text.ts';
import classes from './article.module.css';
import { PublishDialog } from './publish-dialog.tsx';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Exports, copies or publishes the article. */
export function ArticleActions() {
  const { address } = useArticleEditor();
  const { orgId, projectId } = address;
  const isEmpty = useText(({ sections }) => Object.values(sections).every((one) => !one.trim()));
  const assembled = useAssembled();
  const [publishing, setPublishing] = useState(false);
  const nothing = isEmpty ? 'Nothing to export yet.' : null;

  const action = (
    label: string,
    icon: ReactNode,
    extension: string,
    write: (name: string, article: AssembledArticle) => Promise<void>,
  ) => ({
    label,
    icon,
    disabled: nothing,
    onClick: () =>
      void attempt(async () => {
        const article = await assembled();
        const name = `${article.seo.slug || slugOf(article.title, SLUG_MAX) || 'article'}.${extension}`;
        await write(name, article);
        toast.success(`${name} saved`);
      }),
  });
  const actions = [
    action('Markdown', <IconMarkdown />, 'md', async (name, article) => {
      const { toMarkdown } = await import('#core/compose/export/export-markdown.ts');
      saveText(name, toMarkdown(article), 'text/markdown');
    }),
    action('HTML', <IconFileTypeHtml />, 'html', async (name, article) => {
      const { htmlFile } = await import('./export-article.ts');
      saveText(name, await htmlFile(article), 'text/html');
    }),
    action('DOCX', <IconFileTypeDocx />, 'docx', async (name, article) => {
      const { docxFile } = await import('./export-article.ts');
      saveFile(name, new Blob([await docxFile(article)], { type: DOCX }));
    }),
    {
      label: 'Copy as Markdown',
      icon: <IconCopy />,
      divided: true,
      disabled: nothing,
      onClick: () =>
        void attempt(async () => {
          const { toMarkdown } = await import('#core/compose/export/export-markdown.ts');
          if (await copyText(toMarkdown(await assembled()))) toast.success('Markdown copied');
        }),
    },
  ];

  return (
    <>
      <MenuButton actions={actions} width={200}>
        <Button
          className={classes.action}
          variant="default"
          leftSection={<IconDownload />}
          aria-label="Export"
        >
          <span className={classes.label}>Export</span>
        </Button>
      </MenuButton>
      <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
        <Button
          className={classes.action}
          leftSection={<IconSend />}
          aria-label="Publish"
          disabled={isEmpty}
          onClick={() => setPublishing(true)}
        >
          <span className={classes.label}>Publish</span>
        </Button>
      </Permitted>
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </>
  );
}

/**
 * Prepares the article for export.
 * @returns a function that saves unsaved edits first, because the server checks the citations; if saving fails, they
 *   are exported anyway
 */
function useAssembled(): () => Promise<AssembledArticle> {
  const { address, draft } = useArticleEditor();
  const shown = useSavedArticle();
  const queryClient = useQueryClient();
  return async () => {
    const isSaved = await draft.flush().then(
      () => true,
      () => false,
    );
    const { orgId, projectId, articleId } = address;
    const key = getGetArticleQueryKey(orgId, projectId, articleId);
    const saved = queryClient.getQueryData<Article>(key) ?? shown;
    return assembled(isSaved ? saved : withText(saved, draft.store.getState().content), {
      origin: location.origin,
    });
  };
}

/** An article with unsaved text. Its sections keep their saved passages. */
function withText(saved: Article, { sections, ...text }: ArticleText): Article {
  return {
    ...saved,
    ...text,
    sections: sectionHeadings(text.outline).map(({ id }) => {
      const { citations = [], passages = [] } = saved.sections.find((one) => one.id === id) ?? {};
      return { id, markdown: sections[id] ?? '', status: 'done', citations, passages };
    }),
  };
}
