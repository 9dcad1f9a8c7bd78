import { fetchFile } from '#console/api/http/fetch-file.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  cancelDocument,
  changeDocuments,
  refetchDocument,
  retryDocument,
  updateCollection,
} from '#generated/api/collection/collection.ts';
import type { Collection, Document, DocumentChange } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';

/** The maximum number of documents per request. */
const MOST_AT_ONCE = 500;

/** The actions on a collection's documents. Failures are shown as toasts. */
export function useDocumentActions(collection: Collection) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshCollections();
  const confirm = useConfirm();
  const { id } = collection;

  /** @returns the number of changed documents; null after a failure */
  async function change(
    documents: readonly string[],
    what: Omit<DocumentChange, 'document_ids' | 'state'>,
  ): Promise<number | null> {
    let changed = 0;
    const isDone = await attempt(
      async () => {
        try {
          for (let at = 0; at < documents.length; at += MOST_AT_ONCE) {
            const document_ids = documents.slice(at, at + MOST_AT_ONCE);
            const body = { ...what, document_ids };
            changed += (await changeDocuments(orgId, projectId, id, body)).changed;
          }
        } finally {
          await refresh(id);
        }
      },
      what.action === 'delete' ? 'document.remove' : 'document.update',
    );
    return isDone ? changed : null;
  }

  const one = (action: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await action();
      await refresh(id);
      toast.success(done);
    }, 'document.update');

  return {
    change,
    retry: ({ id: documentId, name }: Document) =>
      one(() => retryDocument(orgId, projectId, id, documentId), `${name} is being indexed`),
    cancel: ({ id: documentId, name }: Document) =>
      one(() => cancelDocument(orgId, projectId, id, documentId), `Indexing of ${name} cancelled`),
    refetch: ({ id: documentId, name }: Document) =>
      one(() => refetchDocument(orgId, projectId, id, documentId), `${name} fetched`),
    async download({ id: documentId, name }: Document): Promise<void> {
      await attempt(async () => {
        const path = `/org/${orgId}/project/${projectId}/collection/${id}/document/${documentId}/file`;
        saveFile(name, await fetchFile(path));
      });
    },
    /** Retries all failed documents. */
    async retryFailed(): Promise<void> {
      await attempt(async () => {
        const body = { action: 'retry', state: 'failed' } as const;
        const { changed } = await changeDocuments(orgId, projectId, id, body);
        await refresh(id);
        toast.success(
          `${counted(changed, 'document')} ${changed === 1 ? 'is' : 'are'} being retried`,
        );
      }, 'document.update');
    },
    async setPaused(is_paused: boolean): Promise<void> {
      await attempt(async () => {
        await updateCollection(orgId, projectId, id, { is_paused });
        await refresh(id);
        toast.success(is_paused ? 'Indexing paused' : 'Indexing resumed');
      }, 'collection.update');
    },
    /** @returns whether they were deleted */
    async remove(documents: readonly Pick<Document, 'id' | 'name'>[]): Promise<boolean> {
      const [first] = documents;
      const what =
        documents.length === 1 && first ? first.name : counted(documents.length, 'document');
      const agreed = await confirm({
        title: `Delete ${what}?`,
        body: `Tasks will no longer find passages in ${documents.length === 1 ? 'it' : 'them'}. This can't be undone.`,
        confirmLabel: documents.length === 1 ? 'Delete document' : 'Delete documents',
        danger: true,
      });
      if (!agreed) return false;
      const ids = documents.map((document) => document.id);
      const changed = await change(ids, { action: 'delete' });
      if (changed !== null) toast.success(`${what} deleted`);
      return changed !== null;
    },
  };
}
