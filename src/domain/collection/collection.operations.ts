import { MESSAGES } from '#core/messages.ts';
import { created, type OperationsOf, Reply } from '../call.ts';
import { collectionChatsDenied } from '../chat/chat-refusals.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { invalidField, ProblemError } from '../problem.ts';
import { inTime } from '../request/patience.ts';
import { isGuest, requireNoNewReference } from '../share/guest.ts';
import { previewChunks } from './chunk-preview.ts';
import { createCollectionService } from './collection.service.ts';
import { createDocumentService } from './document.service.ts';
import { createDocumentChanges } from './document-change.service.ts';
import { createIndexService } from './index.service.ts';
import { createQuestionService } from './question.service.ts';
import { createSearchService } from './search.service.ts';
import { createUploadService } from './upload.service.ts';

const searchIsLate = () => new ProblemError('model_timeout', DETAIL.searchTooSlow);
const previewIsLate = () => new ProblemError('unavailable', DETAIL.previewTooSlow);
const pageIsLate = () =>
  invalidField('', `${MESSAGES.document.badUrl} The server responds too slowly.`);

/** The operations of collections, their documents and indexes. */
export function collectionOperations(domain: Domain): OperationsOf<'collection'> {
  const collections = createCollectionService(domain);
  const indexes = createIndexService(domain);
  const documents = createDocumentService(domain);
  const changes = createDocumentChanges(domain);
  const uploads = createUploadService(domain);
  const questions = createQuestionService(domain);
  const searches = createSearchService(domain);
  return {
    listCollections: ({ params, query }) => collections.list(params.projectId, query),
    async createCollection(call) {
      const made = await collections.create(call.params, call.body, call.principal);
      return created(call, made.id, made);
    },
    async createSampleCollection(call) {
      const { createSample } = await import('./sample.service.ts');
      const row = await createSample(domain, call.params, call.principal);
      const path = call.path.replace(/\/sample$/, '');
      return created({ path }, row.id, await collections.viewOf(row));
    },
    async importCollection(call) {
      const { importCollection } = await import('./archive/import.service.ts');
      const row = await importCollection(domain, call.params, {
        body: call.body,
        by: call.principal,
        signal: call.left,
      });
      const path = call.path.replace(/\/import$/, '');
      return created({ path }, row.id, await collections.viewOf(row));
    },
    async exportCollection({ rows }) {
      const { exportCollection } = await import('./archive/export.service.ts');
      return exportCollection(domain, await rows.collection);
    },
    async getCollectionOpenApi({ params }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.document(params);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return new Reply(body, { headers });
    },
    async getCollectionClient({ params }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.client(params);
      return new FileBody(name, 'text/plain; charset=utf-8', body);
    },
    getCollection: async ({ rows }) => collections.viewOf(await rows.collection),
    updateCollection: ({ params, body, headers }) =>
      collections.update(params.collectionId, body, headers['if-match']),
    deleteCollection: async ({ rows, query }) => collections.delete(await rows.collection, query),
    listCollectionUses: ({ params, access }) =>
      isGuest(access)
        ? { results: [], pagination: { has_next: false, next_cursor: null } }
        : collections.uses(params),
    getCollectionChatUse({ params, access }) {
      if (isGuest(access)) throw collectionChatsDenied();
      return collections.chatUse(params);
    },
    moveCollection: async ({ rows, body, principal }) =>
      collections.move(await rows.collection, body.project_id, principal),
    listDocumentTags: ({ params }) => collections.documentTags(params.collectionId),
    previewChunks: async ({ rows, body }) => {
      const collection = await rows.collection;
      return inTime((signal) => previewChunks(domain, collection, body, signal), previewIsLate);
    },

    listCollectionIndexes: ({ params, query }) => indexes.list(params.collectionId, query),
    async createCollectionIndex(call) {
      const made = await indexes.create(call.params.collectionId, call.body);
      return created(call, made.id, made);
    },
    getCollectionIndex: ({ rows }) => indexes.get(rows.index),
    deleteCollectionIndex: ({ rows }) => indexes.delete(rows.index),
    activateCollectionIndex: ({ rows }) => indexes.activate(rows.index),

    searchCollection: ({ params, body, principal }) =>
      inTime(
        (signal) => searches.search(params.collectionId, body, { principal, signal }),
        searchIsLate,
      ),
    listQuestions: ({ params, query }) => questions.list(params.collectionId, query),
    async createQuestion(call) {
      const made = await questions.create(call.params.collectionId, call.body, call.principal);
      return created(call, made.id, made);
    },
    updateQuestion: ({ rows, body }) => questions.update(rows.question, body),
    deleteQuestion: ({ rows }) => questions.delete(rows.question),
    evaluateQuestions: ({ params, body, principal }) =>
      inTime(
        (signal) => questions.evaluate(params.collectionId, body, { principal, signal }),
        searchIsLate,
      ),

    listDocuments: ({ params, query }) => documents.list(params.collectionId, query),
    async createDocument(call) {
      const made = await documents.create(call.params.collectionId, call.body, call.principal);
      return created(call, made.id, made);
    },
    async uploadDocument(call) {
      const { params, body, principal } = call;
      const made = await documents.upload(params.collectionId, body.file, principal);
      return created({ path: call.path.replace(/\/file$/, '') }, made.id, made);
    },
    createDocumentsFromUrls: ({ params, body, principal }) =>
      documents.createFromUrls(params.collectionId, body, principal),
    changeDocuments({ params, body, access }) {
      const to = body.action === 'move' ? [body.collection_id ?? ''] : [];
      requireNoNewReference(access, [], to, () => '/collection_id');
      return changes.change(params, body);
    },
    getDocument: ({ rows }) => documents.get(rows.document),
    updateDocument: ({ rows, body, headers }) =>
      documents.update(rows.document, body, headers['if-match']),
    deleteDocument: ({ rows }) => documents.delete(rows.document),
    retryDocument: ({ rows }) => documents.retry(rows.document),
    cancelDocument: ({ rows }) => documents.cancel(rows.document),
    refetchDocument: ({ rows }) =>
      inTime((signal) => documents.refetch(rows.document, signal), pageIsLate),
    listDocumentBlocks: ({ rows, query }) => documents.blocks(rows.document, query),
    listDocumentChunks: ({ rows, query }) => searches.chunks(rows.document, query),
    downloadDocument: ({ rows }) => documents.download(rows.document),

    createUploads: ({ params, body, principal }) => uploads.create(params, body, principal),
    getUpload: ({ rows }) => uploads.get(rows.upload),
    uploadPart: ({ rows, query, body, principal }) =>
      uploads.part(rows.upload, query.offset, body.file, principal),
    deleteUpload: ({ rows }) => uploads.delete(rows.upload),
  };
}

/** Loaded on demand, since it needs the client generator. */
async function contractService(domain: Domain) {
  return (await import('./contract.service.ts')).createContractService(domain);
}
