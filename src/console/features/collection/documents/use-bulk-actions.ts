import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { changeDocuments, updateCollection } from '#generated/api/collection/collection.ts';
import type { Collection, Document, DocumentChange } from '#generated/model/index.ts';
import { useDocumentActions } from '../document/use-document-actions.ts';

/** The maximum number of documents per request. */
const MOST_AT_ONCE = 500;

/** The actions on many documents of a collection at once. Failures are shown as toasts. */
export function useBulkActions(collection: Collection) {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const single = useDocumentActions();
  const { id } = collection;

  /** @returns the number of changed documents; null after a failure */
  async function change(
    documents: readonly string[],
    what: DocumentChange,
  ): Promise<number | null> {
    let changed = 0;
    const isDone = await attempt(
      async () => {
        for (let at = 0; at < documents.length; at += MOST_AT_ONCE) {
          const document_ids = documents.slice(at, at + MOST_AT_ONCE);
          const body = { ...what, document_ids };
          changed += (await mutate(changeDocuments, orgId, projectId, id, body)).changed;
        }
      },
      what.action === 'delete' ? 'document.remove' : 'document.update',
    );
    return isDone ? changed : null;
  }

  return {
    change,
    /** Retries all failed documents. */
    async retryFailed(): Promise<void> {
      await attempt(
        async () => {
          const body = { action: 'retry', state: 'failed' } as const;
          return mutate(changeDocuments, orgId, projectId, id, body);
        },
        {
          success: ({ changed }) =>
            `${counted(changed, 'document')} ${changed === 1 ? 'is' : 'are'} being retried`,
          area: 'document.update',
        },
      );
    },
    async setPaused(is_paused: boolean): Promise<void> {
      await attempt(() => mutate(updateCollection, orgId, projectId, id, { is_paused }), {
        success: is_paused ? 'Indexing paused' : 'Indexing resumed',
        area: 'collection.update',
      });
    },
    /** Asks for confirmation. @returns whether they were deleted */
    async remove(documents: readonly Document[]): Promise<boolean> {
      const [first] = documents;
      if (documents.length === 1 && first) return single.remove(first);
      const what = counted(documents.length, 'document');
      const agreed = await confirm({
        title: `Delete ${what}?`,
        body: "Their texts and chunks will be deleted too, and searches will no longer find them. This can't be undone.",
        confirmLabel: 'Delete documents',
        danger: true,
      });
      if (!agreed) return false;
      const ids = documents.map((document) => document.id);
      const changed = await change(ids, { action: 'delete' });
      if (changed !== null) toast.success(`${counted(changed, 'document')} deleted`);
      return changed !== null;
    },
  };
}
