import { collectionClient } from '#core/collection/contract/client.ts';
import type { CollectionContract } from '#core/collection/contract/collection-contract.ts';
import { collectionDocument } from '#core/collection/contract/document.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import type { TaskOpenApi } from '#generated/model/index.ts';
import { type ContractFile, loadApi, loadRuntime } from '../contract-files.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';

interface Place {
  orgId: string;
  projectId: string;
  collectionId: string;
}

/** The maximum length of examples, so that the files stay readable. */
const PASSAGE_MAX = 400;

/** The contracts of collections: OpenAPI documents and clients of their search endpoints. */
export function createContractService({ stores, apiUrl }: Pick<Domain, 'apiUrl' | 'stores'>) {
  const { collections, documents, questions, chunks, documentTags } = stores.collection;

  async function contractOf({ collectionId, ...place }: Place): Promise<CollectionContract> {
    const owner = await mustFind(collections.find({ id: collectionId }));
    const where = { collection_id: collectionId };
    const [tags, [asked], [document]] = await Promise.all([
      documentTags(collectionId),
      questions.list({ where, order: ['id'], limit: 1 }),
      documents.list({ where: { ...where, state: 'ready' }, order: ['id'], limit: 1 }),
    ]);
    const [chunk] = document
      ? await chunks.list(
          { index_id: owner.index_id, document_id: document.id },
          { from: 0, limit: 1 },
        )
      : [];
    return {
      ...place,
      baseUrl: apiUrl,
      collectionId,
      name: owner.name,
      version: owner.version,
      tags,
      question: asked?.question ?? document?.title ?? owner.name,
      passage:
        document && chunk
          ? {
              chunk_id: chunk.id,
              document_id: document.id,
              document_name: document.name,
              text: chunk.text.slice(0, PASSAGE_MAX).toWellFormed(),
            }
          : null,
    };
  }

  return {
    async document(place: Place): Promise<ContractFile<TaskOpenApi>> {
      const [api, contract] = await Promise.all([loadApi(), contractOf(place)]);
      const name = `${stemOf(contract.name, 'collection')}.openapi.json`;
      return { name, body: collectionDocument(api, contract) };
    },

    async client(place: Place): Promise<ContractFile<string>> {
      const [api, { collection: own, shared }] = await Promise.all([loadApi(), loadRuntime()]);
      const contract = await contractOf(place);
      const name = `${stemOf(contract.name, 'collection')}.ts`;
      return { name, body: collectionClient(api, contract, { own, shared }) };
    },
  };
}
