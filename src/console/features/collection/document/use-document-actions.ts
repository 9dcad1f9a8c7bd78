import { useQueryClient } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { mutate } from '#console/api/query/calls.ts';
import { isUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  cancelDocument,
  deleteDocument,
  getGetDocumentUrl,
  refetchDocument,
  retryDocument,
} from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';

/** The API path of a document's original file. */
export function originalUrl(orgId: string, projectId: string, document: Document): string {
  return `${getGetDocumentUrl(orgId, projectId, document.collection_id, document.id)}/file`;
}

/** The actions on one document. Failures are shown as toasts. */
export function useDocumentActions() {
  const { at } = useActiveProject();
  const client = useQueryClient();
  const confirm = useConfirm();

  const retry = ({ id, collection_id, name }: Document) =>
    attempt(() => mutate(retryDocument, ...at, collection_id, id), {
      success: `${name} is being indexed`,
      area: 'document.update',
    });

  const cancel = ({ id, collection_id, name }: Document) =>
    attempt(() => mutate(cancelDocument, ...at, collection_id, id), {
      success: `Indexing of ${name} cancelled`,
      area: 'document.update',
    });

  const refetch = ({ id, collection_id, name, updated_at }: Document) =>
    attempt(async () => {
      const fetched = await mutate(refetchDocument, ...at, collection_id, id);
      const isSame = fetched.updated_at === updated_at && fetched.state === 'ready';
      toast.success(isSame ? 'The page has not changed' : `${name} is being indexed`);
    }, 'document.update');

  const download = (document: Document) =>
    attempt(async () => saveFile(document.name, await fetchFile(originalUrl(...at, document))));

  /** Asks for confirmation. Returns whether the document was deleted. */
  async function remove({ id, collection_id, name }: Document): Promise<boolean> {
    return confirm({
      title: `Delete ${name}?`,
      body: "Its text and chunks will be deleted too, and searches will no longer find it. This can't be undone.",
      confirmLabel: 'Delete document',
      danger: true,
      action: async () => {
        await mutate(deleteDocument, ...at, collection_id, id);
        const url = getGetDocumentUrl(...at, collection_id, id);
        client.removeQueries({ predicate: (query) => isUnder(query, url) });
        toast.success(`${name} deleted`);
      },
      area: 'document.remove',
    });
  }

  return { retry, cancel, refetch, download, remove };
}
