import {
  type ApiContract,
  type Json,
  operationsOf,
  reachable,
} from '#core/task/contract/api-contract.ts';
import {
  INFO,
  pick,
  SECURITY,
  toResponse,
  withoutExamples,
} from '#core/task/contract/projection.ts';
import type { ProblemCode, TaskOpenApi } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { type ChatContract, chatSchemas } from './chat-contract.ts';

/** The operations on a chat for API callers. */
const OPERATIONS = [
  'sendChatMessage',
  'listChatMessages',
  'getChatMessage',
  'streamChatAnswer',
  'cancelChatAnswer',
  'regenerateChatAnswer',
  'getChatPassage',
];
const PROJECT = '/org/{orgId}/project/{projectId}';
const PLACE = ['OrgId', 'ProjectId', 'ChatId'];

/** The OpenAPI document of a chat: a projection of the API contract, with what this chat takes. */
export function chatDocument(api: ApiContract, chat: ChatContract): TaskOpenApi {
  const { baseUrl, orgId, projectId, chatId, title, version, message } = chat;
  const schemas = chatSchemas(api.components.schemas, chat);
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  const paths: Record<string, Json> = {};
  for (const { path: full, method, operation } of operationsOf(api, OPERATIONS)) {
    const { 'x-permission': _, security: __, responses, requestBody, ...rest } = operation;
    const path = full.replace(PROJECT, '').replace('{chatId}', chatId);
    const { parameters = [] } = api.paths[full] as { parameters?: { $ref: string }[] };
    const shared = parameters.filter(
      ({ $ref }) => !PLACE.some((name) => $ref.endsWith(`/${name}`)),
    );
    paths[path] ??= shared.length > 0 ? { parameters: shared } : {};
    const isMessage = operation.operationId === 'sendChatMessage';
    paths[path][method] = {
      ...rest,
      tags: ['chat'],
      ...(requestBody !== undefined && {
        requestBody: isMessage ? withExample(requestBody as Body, message) : requestBody,
      }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          toResponse(api, Number(status), response, {
            examples: {},
            codes,
            operationIds: OPERATIONS,
          }),
        ]),
      ),
    };
  }
  const { parameters, headers } = api.components;
  const names = reachable([paths, pick(headers, paths, 'headers')], schemas);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: String(version),
      description: `The chat “${title}”.\n\nErrors are \`application/problem+json\`: branch on \`code\`.`,
      ...INFO,
    },
    servers: [
      {
        url: `${baseUrl}/org/${orgId}/project/${projectId}`,
        description: 'The project of the chat',
      },
    ],
    security: [{ apiKey: [] }],
    tags: [{ name: 'chat', description: 'Messages and their answers, which can be streamed.' }],
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: Object.fromEntries(
        [...names].map((name) => [name, withoutExamples(schemas[name] ?? {})]),
      ),
      parameters: pick(parameters, paths, 'parameters'),
      headers: pick(headers, paths, 'headers'),
    },
  };
}

interface Body {
  content: Record<string, object>;
}

function withExample(body: Body, value: object): Body {
  const media = body.content['application/json'];
  const examples = { message: { summary: 'A message', value } };
  return { ...body, content: { 'application/json': { ...media, examples } } };
}
