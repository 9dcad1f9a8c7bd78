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
      const { id } = await createSample(domain, call.params, call.principal);
      const path = call.path.replace(/\/sample$/, '');
      return created({ path }, id, await collections.get(id));
    },
    async importCollection(call) {
      const { importCollection } = await import('./archive/import.service.ts');
      const { id } = await importCollection(domain, call.params, {
        body: call.body,
        by: call.principal,
        signal: call.left,
      });
      const path = call.path.replace(/\/import$/, '');
      return created({ path }, id, await collections.get(id));
    },
    async exportCollection({ params }) {
      const { exportCollection } = await import('./archive/export.service.ts');
      return exportCollection(domain, params.collectionId);
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
    getCollection: ({ params }) => collections.get(params.collectionId),
    updateCollection: ({ params, body, headers }) =>
      collections.update(params.collectionId, body, headers['if-match']),
    deleteCollection: ({ params, query }) => collections.delete(params.collectionId, query),
    listCollectionUses: ({ params, access }) =>
      isGuest(access)
        ? { results: [], pagination: { has_next: false, next_cursor: null } }
        : collections.uses(params.collectionId),
    getCollectionChatUse({ params, access }) {
      if (isGuest(access)) throw collectionChatsDenied();
      return collections.chatUse(params.collectionId);
    },
    moveCollection: ({ params, body, principal }) =>
      collections.move(params, body.project_id, principal),
    listDocumentTags: ({ params }) => collections.documentTags(params.collectionId),
    previewChunks: ({ params, body }) =>
      inTime((signal) => previewChunks(domain, params.collectionId, body, signal), previewIsLate),

    listCollectionIndexes: ({ params, query }) => indexes.list(params.collectionId, query),
    async createCollectionIndex(call) {
      const made = await indexes.create(call.params.collectionId, call.body);
      return created(call, made.id, made);
    },
    getCollectionIndex: ({ params }) => indexes.get(params.collectionId, params.indexId),
    deleteCollectionIndex: ({ params }) => indexes.delete(params.collectionId, params.indexId),
    activateCollectionIndex: ({ params }) => indexes.activate(params.collectionId, params.indexId),

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
    updateQuestion: ({ params, body }) =>
      questions.update(params.collectionId, params.questionId, body),
    deleteQuestion: ({ params }) => questions.delete(params.collectionId, params.questionId),
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
    getDocument: ({ params }) => documents.get(params),
    updateDocument: ({ params, body, headers }) =>
      documents.update(params, body, headers['if-match']),
    deleteDocument: ({ params }) => documents.delete(params),
    retryDocument: ({ params }) => documents.retry(params),
    cancelDocument: ({ params }) => documents.cancel(params),
    refetchDocument: ({ params }) =>
      inTime((signal) => documents.refetch(params, signal), pageIsLate),
    listDocumentBlocks: ({ params, query }) => documents.blocks(params, query),
    listDocumentChunks: ({ params, query }) => searches.chunks(params, query),
    downloadDocument: ({ params }) => documents.download(params),

    createUploads: ({ params, body, principal }) => uploads.create(params, body, principal),
    getUpload: ({ params }) => uploads.get(params, params.uploadId),
    uploadPart: ({ params, query, body, principal }) =>
      uploads.part(params, params.uploadId, query.offset, body.file, principal),
    deleteUpload: ({ params }) => uploads.delete(params, params.uploadId),
  };
}

/** Loaded on demand, since it needs the client generator. */
async function contractService(domain: Domain) {
  return (await import('./contract.service.ts')).createContractService(domain);
}
