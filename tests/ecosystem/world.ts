import { addToOrganisation } from './organisation.ts';
import { addApp, addPeople } from './people.ts';
import type { EcosystemServer } from './server.ts';

/** IDs of things that exist, by the name of their path parameter, and tokens. */
export type Ids = Readonly<Record<string, string>>;

/** The task that every client calls: an input of each common type, and an object as output. */
export const TASK = {
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
} as const;

interface Created {
  id: string;
}

/** Creates one thing of each kind, so that requests of tools reach the code behind the IDs. */
export async function createWorld({ origin, call, feedUrl, pay }: EcosystemServer): Promise<Ids> {
  const create = async (path: string, body?: unknown, method = 'POST') =>
    (await call(method, path, body)) as unknown as Created & Record<string, string>;
  const first = async (path: string) =>
    ((await call('GET', path)) as { results: (Created & Record<string, string>)[] }).results[0];
  const orgId = (await first('/org'))?.id ?? '';
  const projectId = (await first(`/org/${orgId}/project`))?.id ?? '';
  const at = `/org/${orgId}/project/${projectId}`;

  const { id: taskId } = await create(`${at}/task`, TASK);
  const task = `${at}/task/${taskId}`;
  await create(`${task}/revision`, { activate: true });
  await create(`${task}/environment/staging`, { revision: 1 }, 'PUT');
  const run = await create(`${task}/run`, { inputs: { review: 'The lamp arrived broken.' } });
  const step = await first(`${at}/run/${run.id}/step`);
  const { id: datasetId } = await create(`${task}/dataset`, {
    name: 'Angry customers',
    checks: [{ type: 'schema_valid' }],
  });
  const { id: caseId } = await create(`${task}/dataset/${datasetId}/case`, {
    inputs: { review: 'Broken.' },
  });
  const { id: evaluationId } = await create(`${task}/evaluation`, {
    dataset_id: datasetId,
    revision: 1,
  });
  const { api_key, key } = (await call('POST', `${at}/api-key`, { name: 'Ecosystem' })) as {
    api_key: Created;
    key: string;
  };
  const { id: templateId } = await create(`/org/${orgId}/template`, {
    name: 'Reviews',
    tags: [],
    definition: TASK.definition,
  });
  const { id: credentialId } = await create(
    `${at}/tool/credential`,
    { url: 'https://mcp.example.com/mcp', authorization: 'Bearer x' },
    'PUT',
  );
  const hook = { name: 'CRM', url: 'https://example.com/hooks', events: ['run.succeeded'] };
  const { webhook } = (await call('POST', `${at}/webhook`, hook)) as { webhook: Created };
  const webhookId = webhook.id;
  await call('POST', `${at}/webhook/${webhookId}/test`);
  const delivery = await first(`${at}/webhook/${webhookId}/delivery`);

  const { id: collectionId } = await create(`${at}/collection`, { name: 'Handbook' });
  const collection = `${at}/collection/${collectionId}`;
  const { id: documentId } = await create(`${collection}/document`, {
    name: 'Travel policy',
    text: '# Travel policy\n\nBook trains early.',
  });
  const { id: datasourceId } = await create(`${collection}/datasource`, {
    name: 'News',
    config: { kind: 'rss', url: `${feedUrl}/feed.xml` },
  });
  const { id: syncId } = await create(`${collection}/datasource/${datasourceId}/sync`);
  const index = await first(`${collection}/index`);
  const { id: questionId } = await create(`${collection}/question`, {
    question: 'How early do I book a train?',
  });
  const upload = (await call('POST', `${at}/upload`, {
    purpose: 'document',
    collection_id: collectionId,
    files: [{ name: 'policy.txt', size: 5 }],
  })) as { results: { upload?: Created }[] };

  const { id: articleId } = await create(`${at}/article`, {
    title: 'Trains are faster than you think',
    brief: { topic: 'Business travel by train' },
  });
  const article = `${at}/article/${articleId}`;
  await call('PATCH', article, {
    outline: [
      { id: 'heading_01jd0000000000000000000001', heading: 'Booking', level: 2, notes: '' },
    ],
  });
  await create(`${article}/version`, { name: 'First draft' });

  const billing = `/org/${orgId}/billing`;
  const plan = { plan: 'professional', interval: 'monthly' };
  pay(String((await call('POST', `${billing}/checkout`, plan)).url));
  await call('GET', `${billing}?refresh=true`);
  const { id: alertId } = await create(`/org/${orgId}/spend-alert`, { amount: 10_000_000 });

  const { id: chatId } = await create(`${at}/chat`, { config: { type: 'model' } });
  const chat = `${at}/chat/${chatId}`;
  const sent = (await call('POST', `${chat}/message`, { text: 'Hello' })) as Record<
    string,
    Created
  >;
  const form = new FormData();
  form.set('file', new Blob(['Book trains early.'], { type: 'text/plain' }), 'policy.txt');
  const { id: attachmentId } = await create(`${chat}/attachment`, form);
  const { link, url } = (await call('POST', `${chat}/link`, { expires_at: null })) as {
    link: Created;
    url: string;
  };
  const { id: widgetId, key: widgetKey } = await create(`${at}/widget`, {
    name: 'Travel help',
    config: { type: 'model' },
  });

  const { token: visitorToken } = (await call('POST', `/widget/${widgetKey}/visitor`, {})) as {
    token: string;
  };

  const place = { origin, call, orgId, project: at };
  const people = await addPeople(place);
  const app = await addApp(place);
  const organisation = await addToOrganisation(place, taskId);
  const entry = await first(`/org/${orgId}/audit`);

  return {
    ...people,
    ...app,
    ...organisation,
    orgId,
    projectId,
    entryId: entry?.id ?? '',
    taskId,
    environment: 'staging',
    runId: run.id,
    stepId: step?.id ?? '',
    datasetId,
    caseId,
    evaluationId,
    apiKeyId: api_key.id,
    templateId,
    credentialId,
    webhookId,
    deliveryId: delivery?.id ?? '',
    collectionId,
    documentId,
    datasourceId,
    syncId,
    indexId: index?.id ?? '',
    questionId,
    articleId,
    alertId,
    uploadId: upload.results[0]?.upload?.id ?? '',
    chatId,
    messageId: sent.answer?.id ?? '',
    attachmentId,
    linkId: link.id,
    shareToken: url.split('/').at(-1) ?? '',
    widgetId,
    widgetKey: widgetKey ?? '',
    visitorToken,
    apiKey: key,
  };
}
