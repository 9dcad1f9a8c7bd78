import {
  createApiKey,
  createArticle,
  createArticleVersion,
  createChat,
  createChatLink,
  createCheckout,
  createCollection,
  createDataset,
  createDatasetCase,
  createDatasource,
  createDocument,
  createEvaluation,
  createQuestion,
  createSpendAlert,
  createTask,
  createTaskRevision,
  createTemplate,
  createUploads,
  createVisitor,
  createWebhook,
  createWidget,
  getBilling,
  listAuditEntries,
  listCollectionIndexes,
  listOrgs,
  listProjects,
  listRunSteps,
  listWebhookDeliveries,
  replaceTaskEnvironment,
  replaceToolCredential,
  runTask,
  sendChatMessage,
  syncDatasource,
  type TaskDefinition,
  testWebhook,
  updateArticle,
  uploadChatAttachment,
} from '#generated/sdk/index.ts';
import { addToOrganisation } from './organisation.ts';
import { addApp, addPeople, type Place } from './people.ts';
import type { EcosystemServer } from './server.ts';

/** IDs of things that exist, by the name of their path parameter, and tokens. */
export type Ids = Readonly<Record<string, string>>;

/** The task that every client calls: an input of each common type, and an object as output. */
export const TASK: { name: string; definition: TaskDefinition } = {
  name: 'Review sentiment',
  definition: {
    system_prompt: 'You analyse product reviews.',
    user_prompt: 'Review: {review}\nStars: {stars}\nTopics: {topics}',
    variables: [
      { name: 'review', type: 'text', required: true, example: 'The lamp arrived broken.' },
      { name: 'stars', type: 'number', required: false, example: '2' },
      { name: 'topics', type: 'list', required: false },
    ],
    output_format: {
      type: 'fields',
      fields: [
        {
          name: 'sentiment',
          type: 'choice',
          required: true,
          list: false,
          options: ['positive', 'negative'],
        },
        { name: 'score', type: 'number', required: true, list: false },
        { name: 'reasons', type: 'text', required: false, list: true },
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: {},
  },
};

/** Creates one thing of each kind, so that requests of tools reach the code behind the IDs. */
export async function createWorld({ origin, client, feedUrl, pay }: EcosystemServer): Promise<Ids> {
  const anywhere = { client, throwOnError: true } as const;
  const orgId = (await listOrgs(anywhere)).data.results[0]?.id ?? '';
  const { data: projects } = await listProjects({ ...anywhere, path: { orgId } });
  const path = { orgId, projectId: projects.results[0]?.id ?? '' };
  const place = { origin, ...anywhere, path };

  const tasks = await createTasks(place);
  const collections = await createCollections(place, feedUrl);
  const chats = await createChats(place);

  const { data: made } = await createApiKey({ ...place, body: { name: 'Ecosystem' } });
  const { data: template } = await createTemplate({
    ...place,
    body: { name: 'Reviews', tags: [], definition: TASK.definition },
  });
  const { data: credential } = await replaceToolCredential({
    ...place,
    body: { url: 'https://mcp.example.com/mcp', authorization: 'Bearer x' },
  });
  const { data: hook } = await createWebhook({
    ...place,
    body: { name: 'CRM', url: 'https://example.com/hooks', events: ['run.succeeded'] },
  });
  const webhook = { ...place, path: { ...path, webhookId: hook.webhook.id } };
  await testWebhook(webhook);
  const { data: deliveries } = await listWebhookDeliveries(webhook);

  const { data: article } = await createArticle({
    ...place,
    body: {
      title: 'Trains are faster than you think',
      brief: { topic: 'Business travel by train' },
    },
  });
  const written = { ...place, path: { ...path, articleId: article.id } };
  await updateArticle({
    ...written,
    body: {
      outline: [
        { id: 'heading_01jd0000000000000000000001', heading: 'Booking', level: 2, notes: '' },
      ],
    },
  });
  await createArticleVersion({ ...written, body: { name: 'First draft' } });

  const { data: page } = await createCheckout({
    ...place,
    body: { plan: 'professional', interval: 'monthly' },
  });
  pay(page.url);
  await getBilling({ ...place, query: { refresh: true } });
  const { data: alert } = await createSpendAlert({ ...place, body: { amount: 10_000_000 } });

  const people = await addPeople(place);
  const app = await addApp(place);
  const organisation = await addToOrganisation(place, tasks.taskId);
  const { data: log } = await listAuditEntries(place);

  return {
    ...tasks,
    ...collections,
    ...chats,
    ...people,
    ...app,
    ...organisation,
    ...path,
    entryId: log.results[0]?.id ?? '',
    apiKeyId: made.api_key.id,
    templateId: template.id,
    credentialId: credential.id,
    webhookId: hook.webhook.id,
    deliveryId: deliveries.results[0]?.id ?? '',
    articleId: article.id,
    alertId: alert.id,
    apiKey: made.key,
  };
}

/** A task with a revision, a run, and an evaluation. */
async function createTasks(place: Place) {
  const { path } = place;
  const { data: task } = await createTask({ ...place, body: TASK });
  const own = { ...place, path: { ...path, taskId: task.id } };
  await createTaskRevision({ ...own, body: { activate: true } });
  const staging = { ...own.path, environment: 'staging' };
  await replaceTaskEnvironment({ ...own, path: staging, body: { revision: 1 } });
  const { data: run } = await runTask({
    ...own,
    body: { inputs: { review: 'The lamp arrived broken.' } },
  });
  const { data: steps } = await listRunSteps({ ...place, path: { ...path, runId: run.id } });
  const { data: dataset } = await createDataset({
    ...own,
    body: { name: 'Angry customers', checks: [{ type: 'schema_valid' }] },
  });
  const { data: one } = await createDatasetCase({
    ...own,
    path: { ...own.path, datasetId: dataset.id },
    body: { inputs: { review: 'Broken.' } },
  });
  const { data: evaluation } = await createEvaluation({
    ...own,
    body: { dataset_id: dataset.id, revision: 1 },
  });
  return {
    taskId: task.id,
    environment: 'staging',
    runId: run.id,
    stepId: steps.results[0]?.id ?? '',
    datasetId: dataset.id,
    caseId: one.id,
    evaluationId: evaluation.id,
  };
}

/** A collection with a document, a data source, a question and an upload. */
async function createCollections(place: Place, feedUrl: string) {
  const { path } = place;
  const { data: collection } = await createCollection({ ...place, body: { name: 'Handbook' } });
  const own = { ...place, path: { ...path, collectionId: collection.id } };
  const { data: document } = await createDocument({
    ...own,
    body: { name: 'Travel policy', text: '# Travel policy\n\nBook trains early.' },
  });
  const { data: datasource } = await createDatasource({
    ...own,
    body: { name: 'News', config: { kind: 'rss', url: `${feedUrl}/feed.xml` } },
  });
  const { data: sync } = await syncDatasource({
    ...own,
    path: { ...own.path, datasourceId: datasource.id },
  });
  const { data: indexes } = await listCollectionIndexes(own);
  const { data: question } = await createQuestion({
    ...own,
    body: { question: 'How early do I book a train?' },
  });
  const { data: uploads } = await createUploads({
    ...place,
    body: {
      purpose: 'document',
      collection_id: collection.id,
      files: [{ name: 'policy.txt', size: 5 }],
    },
  });
  return {
    collectionId: collection.id,
    documentId: document.id,
    datasourceId: datasource.id,
    syncId: sync.id,
    indexId: indexes.results[0]?.id ?? '',
    questionId: question.id,
    uploadId: uploads.results[0]?.upload?.id ?? '',
  };
}

/** A chat with a message, a file and a link, and a widget with a visitor. */
async function createChats(place: Place) {
  const { client, throwOnError, path } = place;
  const { data: chat } = await createChat({ ...place, body: { config: { type: 'model' } } });
  const own = { ...place, path: { ...path, chatId: chat.id } };
  const { data: sent } = await sendChatMessage({ ...own, body: { text: 'Hello' } });
  const file = new File(['Book trains early.'], 'policy.txt', { type: 'text/plain' });
  const { data: attachment } = await uploadChatAttachment({ ...own, body: { file } });
  const { data: shared } = await createChatLink({ ...own, body: { expires_at: null } });
  const { data: widget } = await createWidget({
    ...place,
    body: { name: 'Travel help', config: { type: 'model' } },
  });
  const widgetKey = widget.key;
  const { data: visitor } = await createVisitor({
    ...{ client, throwOnError },
    path: { widgetKey },
    body: {},
  });
  return {
    chatId: chat.id,
    messageId: sent.answer?.id ?? '',
    attachmentId: attachment.id,
    linkId: shared.link.id,
    shareToken: shared.url.split('/').at(-1) ?? '',
    widgetId: widget.id,
    widgetKey,
    visitorToken: visitor.token,
  };
}
