import { useQueryClient } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { isUnder, refreshUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  deleteDocument,
  getGetCollectionUrl,
  getGetDocumentUrl,
  refetchDocument,
  retryDocument,
} from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';

/** The API path of a document's original file. */
export function originalUrl(orgId: string, projectId: string, document: Document): string {
  return `${getGetDocumentUrl(orgId, projectId, document.collection_id, document.id)}/file`;
}

/** The actions on a document's page. */
export function useDocumentActions(document: Document) {
  const { orgId, projectId } = useActiveProject();
  const { collection_id: collectionId, id, name } = document;
  const client = useQueryClient();
  const confirm = useConfirm();

  const refresh = () => refreshUnder(client, getGetCollectionUrl(orgId, projectId, collectionId));

  return {
    refresh,

    retry: () =>
      attempt(async () => {
        await retryDocument(orgId, projectId, collectionId, id);
        await refresh();
        toast.success(`${name} is being indexed`);
      }, 'document.update'),

    refetch: () =>
      attempt(async () => {
        const before = document.updated_at;
        const fetched = await refetchDocument(orgId, projectId, collectionId, id);
        await refresh();
        const isSame = fetched.updated_at === before && fetched.state === 'ready';
        toast.success(isSame ? 'The page has not changed' : `${name} is being indexed`);
      }, 'document.update'),

    download: () =>
      attempt(async () => saveFile(name, await fetchFile(originalUrl(orgId, projectId, document)))),

    /** Asks for confirmation. Returns whether the document was deleted. */
    async remove(): Promise<boolean> {
      const yes = await confirm({
        title: `Delete ${name}?`,
        body: "Its text and chunks will be deleted too, and searches will no longer find it. This can't be undone.",
        confirmLabel: 'Delete document',
        danger: true,
      });
      if (!yes) return false;
      return attempt(async () => {
        await deleteDocument(orgId, projectId, collectionId, id);
        const url = getGetDocumentUrl(orgId, projectId, collectionId, id);
        client.removeQueries({ predicate: (query) => isUnder(query, url) });
        await refresh();
        toast.success(`${name} deleted`);
      }, 'document.remove');
    },
  };
}
