import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { counted } from '#console/ui/display/counted.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  createArticleVersion,
  getListArticleVersionsInfiniteQueryKey,
  restoreArticleVersion,
  useListArticleVersionsInfinite,
} from '#generated/api/compose/compose.ts';
import type { ArticleVersion } from '#generated/model/index.ts';
import { useArticleEditor } from '../editor/article-context.tsx';
import { VersionCompare } from './version-compare.tsx';
import classes from './versions.module.css';

/** The reason why a version was saved. */
const REASONS: Readonly<Record<string, string>> = {
  named: 'Saved manually',
  titles: 'Before new titles',
  outline: 'Before a new outline',
  sections: 'Before sections were written',
  seo: 'Before new search and social text',
  restore: 'Before a version was restored',
  edits: 'Before later edits',
};

/** The versions of the article, to compare with the current one and to restore. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { address, draft, readOnly } = useArticleEditor();
  const { orgId, projectId, articleId } = address;
  const at = [orgId, projectId, articleId] as const;
  const queryClient = useQueryClient();
  const list = useListArticleVersionsInfinite(...at, undefined, {
    query: { ...paged, staleTime: 0 },
  });
  const [shown, setShown] = useState<ArticleVersion | null>(null);
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  const versions = flatten(list.data);
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: getListArticleVersionsInfiniteQueryKey(...at) });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || isSaving) return;
    setSaving(true);
    await attempt(async () => {
      await draft.flush();
      await mutate(createArticleVersion, ...at, { name: wanted });
      await refresh();
      setName('');
      toast.success(`Version “${wanted}” saved`);
    });
    setSaving(false);
  };
  const restore = (version: ArticleVersion) =>
    attempt(async () => {
      const etag = await draft.flush();
      await mutate(restoreArticleVersion, ...at, version.number, { 'If-Match': etag });
      await draft.refresh();
      toast.success(`Version ${version.number} restored`);
      onClose();
    });

  if (shown)
    return (
      <Modal opened onClose={onClose} title={`Version ${shown.number}`} size="wide">
        <VersionCompare
          version={shown}
          onBack={() => setShown(null)}
          onRestore={() => restore(shown)}
        />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title="Versions" size="lg">
      <form className={classes.save} onSubmit={save}>
        <TextInput
          className={classes.grow}
          aria-label="Name of a new version"
          placeholder="e.g. Before the review"
          maxLength={120}
          disabled={readOnly !== null}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={isSaving}
          disabled={readOnly !== null || name.trim() === ''}
        >
          Save version
        </Button>
      </form>
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton rows={4} columns={2} />
      ) : versions.length === 0 ? (
        <EmptyState title="No versions yet">
          A version is saved before a step replaces text, before you edit again after a break, and
          whenever you save one yourself.
        </EmptyState>
      ) : (
        <ol className={classes.list} aria-label="Versions">
          {versions.map((version) => (
            <li key={version.number} className={classes.item}>
              <div className={classes.about}>
                <p className={classes.name}>
                  {version.name ?? REASONS[version.reason] ?? 'Saved'}{' '}
                  <span className={classes.meta}>Version {version.number}</span>
                </p>
                <p className={classes.meta}>
                  <RelativeTime value={version.created_at} /> by {version.created_by.name} ·{' '}
                  {counted(version.words, 'word')}
                </p>
              </div>
              <div className={classes.choices}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Compare version ${version.number}`}
                  onClick={() => setShown(version)}
                >
                  Compare
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Restore version ${version.number}`}
                  disabled={readOnly !== null}
                  onClick={() => void restore(version)}
                >
                  Restore
                </Button>
              </div>
            </li>
          ))}
          <NextPage query={list} />
        </ol>
      )}
    </Modal>
  );
}
