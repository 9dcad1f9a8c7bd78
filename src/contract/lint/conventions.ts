/** Redocly rules for the conventions of our contract, loaded by `openapi/redocly.yaml` as the plugin `taskloom`. */
import { isObject } from '../../core/json/is-object.ts';
import { type Context, forOperations, isReceivers, type Place, type Visitor } from './context.ts';
import { links } from './links.ts';

const verbs = [
  'activate|cancel|create|delete|get|list|replace|run|stream|test|update',
  'accept|add|apply|approve|archive|browse|change|clone|compare|complete|connect|copy|decline|download|erase|evaluate|export|import|join|leave|move|open|pause|preview|publish',
  'rate|read|refetch|regenerate|remove|request|resend|restore|resume|retry|revoke|rotate|schedule|search|send|share|sync|transfer|undo|unsubscribe|upload|verify|withdraw',
].join('|');
const operationIdShape = new RegExp(`^(${verbs})[A-Z][A-Za-z0-9]*$`);

const onResources = 'view edit delete run share'.split(' ');
/** Permission names by level; console and server accept no others. */
const permissionNames: Record<string, string[]> = {
  organization:
    'add_editor add_member add_owner create_project edit remove_editor remove_member remove_owner view_members'.split(
      ' ',
    ),
  project:
    'add_editor add_member add_owner remove_editor remove_member remove_owner edit view_members create_task run_task'.split(
      ' ',
    ),
  task: onResources,
  collection: onResources,
  chat: onResources,
  workflow: onResources,
  // The resource whose type is in the path.
  resource: onResources,
};

const operationId = forOperations(function* ({ operationId: id }) {
  if (!operationIdShape.test(id ?? ''))
    yield [`operationId "${id}" must be a verb and a noun, such as listTasks.`, 'operationId'];
});

const permission = forOperations(function* ({ 'x-permission': value }) {
  if (value === 'public' || value === 'authenticated' || value === 'visitor') return;
  const { level, name, guests } = (value ?? {}) as {
    level?: string;
    name?: string;
    guests?: unknown;
  };
  const isGuests = guests === undefined || (guests === true && level === 'organization');
  if (level && name && permissionNames[level]?.includes(name) && isGuests) return;
  yield [
    'x-permission must be `public`, `authenticated`, `visitor`, or a level with one of its permission names; `guests: true` is for organisations.',
    'x-permission',
  ];
}, 'api');

const DELETES_ALL = /^delete(Org|Project|Task|Collection|ApiKey)$/;

/** `x-sensitive` is `true` or absent, and never missing where a whole container or a credential is deleted. */
const sensitivity = forOperations(function* ({ operationId: id = '', 'x-sensitive': value }) {
  if (value === undefined && DELETES_ALL.test(id)) yield [`${id} must have \`x-sensitive: true\`.`];
  if (value !== undefined && value !== true)
    yield ['x-sensitive must be `true`, or left out.', 'x-sensitive'];
});

/** Replaces Redocly's rule, which doesn't know that a socket's handshake ends with 101. */
const success = forOperations(function* ({ responses = {}, 'x-socket': socket }) {
  const [wanted, shape] = socket === undefined ? ['2xx', /^2/] : ['101', /^101$/];
  if (!Object.keys(responses).some((status) => shape.test(status)))
    yield [`Every operation must declare a ${wanted} response.`, 'responses'];
});

const problems = forOperations(function* ({ responses = {} }, { resolve }) {
  const errors = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  if (errors.length === 0) yield ['Every operation must declare its error responses.'];
  for (const [status, response] of errors) {
    const content = resolve(response).node?.content as object | undefined;
    if (!content || !('application/problem+json' in content))
      yield [`The ${status} response must be application/problem+json.`, 'responses', status];
  }
}, 'api');

/** What is sent beyond the path can be invalid: parameters and bodies are refused with 400. */
const refusals = forOperations(function* ({ responses, parameters, requestBody }, { resolve }) {
  const isSent = (parameter: unknown) =>
    (resolve(parameter).node ?? (parameter as { in?: unknown })).in !== 'path';
  const sends = requestBody !== undefined || parameters?.some(isSent);
  if (sends && responses?.['400'] === undefined)
    yield ['An operation with a body, query or headers must declare 400.', 'responses'];
}, 'api');

/** Generators write a class for each tag: webhooks' operations would replace those of the API with the same tag. */
function webhookTags(): Visitor {
  const seen = { api: new Set<string>(), webhooks: new Set<string>() };
  return forOperations(function* ({ tags = [] }, context) {
    const isWebhook = isReceivers(context);
    for (const tag of tags) {
      (isWebhook ? seen.webhooks : seen.api).add(tag);
      if ((isWebhook ? seen.api : seen.webhooks).has(tag))
        yield [
          `The tag "${tag}" is for operations of the API or for webhooks, not for both.`,
          'tags',
        ];
    }
  })();
}

const pagination = forOperations(function* ({ operationId: id, responses }, { resolve }) {
  if (!id?.startsWith('list')) return;
  const content = resolve(responses?.['200']).node?.content as
    | Record<string, { schema?: unknown }>
    | undefined;
  const json = resolve(content?.['application/json']?.schema).node;
  const shape = Object.keys((json?.properties as object | undefined) ?? {}).sort();
  if (shape.join() !== 'pagination,results')
    yield ['A list must respond with exactly {results, pagination}.', 'responses', '200'];
});

/** Bodies are validated before anything else limits how many items are read. */
function lists(): Visitor {
  return {
    RequestBody({ content }: { content?: object }, context: Context) {
      const { report, resolve } = context;
      const seen = new Set<unknown>();
      const visit = (given: unknown, around: Place) => {
        if (!isObject(given) || seen.has(given)) return;
        seen.add(given);
        if (given.$ref) {
          const { node, location = around } = resolve(given, around.source.absoluteRef);
          return visit(node, location);
        }
        const { type, maxItems, properties = {}, items, additionalProperties } = given;
        if ([type].flat().includes('array') && maxItems === undefined)
          report({ message: 'A list in a request body must declare maxItems.', location: around });
        const { allOf, oneOf, anyOf } = given;
        const parts = [Object.values(properties as object), allOf, oneOf, anyOf].flat();
        for (const part of [...parts, items, additionalProperties]) visit(part, around);
      };
      // The bodies of webhooks are ours.
      if (context.location.pointer.startsWith('#/webhooks/')) return;
      for (const { schema } of Object.values(content ?? {})) visit(schema, context.location);
    },
  };
}

function examples(): Visitor {
  return {
    NamedSchemas: {
      Schema(schema: { examples?: unknown[]; $ref?: string }, { report, resolve }: Context) {
        const target = schema.$ref ? resolve(schema).node : schema;
        if (Array.isArray(target?.examples) && target.examples.length > 0) return;
        report({ message: 'Every named schema must have an example.' });
      },
    },
  };
}

/** The plugin that Redocly loads. */
export default function conventions() {
  return {
    id: 'taskloom',
    rules: {
      oas3: {
        'operation-id-verb-noun': operationId,
        'permission-declared': permission,
        'sensitivity-declared': sensitivity,
        'success-response': success,
        'problem-json-errors': problems,
        'refusal-declared': refusals,
        'webhook-tag': webhookTags,
        'pagination-shape': pagination,
        'list-limit': lists,
        'schema-example': examples,
        'link-target': links,
      },
    },
  };
}
