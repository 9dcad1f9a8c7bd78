/** Redocly rules for the conventions of our contract, loaded by `openapi/redocly.yaml` as the plugin `taskloom`. */
import { isObject } from '../../core/json/is-object.ts';
import { links } from './links.ts';

interface Place {
  source: { absoluteRef: string };
}
interface Context {
  report(problem: { message: string; location?: unknown }): void;
  location: Place & { pointer: string; child(path: (string | number)[]): unknown };
  resolve(
    node: unknown,
    from?: string,
  ): { node?: Record<string, unknown> | undefined; location?: Place | undefined };
}
interface Operation {
  operationId?: string;
  tags?: string[];
  'x-permission'?: unknown;
  'x-sensitive'?: unknown;
  'x-socket'?: unknown;
  responses?: Record<string, unknown>;
  parameters?: unknown[];
  requestBody?: unknown;
}
type Visitor = Record<string, unknown>;

const verbs = [
  'activate|cancel|create|delete|get|list|replace|run|stream|test|update',
  'accept|add|apply|approve|archive|browse|change|clone|compare|complete|connect|copy|decline|download|erase|evaluate|export|import|join|leave|move|open|pause|preview|publish',
  'rate|read|refetch|regenerate|remove|request|resend|restore|resume|retry|revoke|rotate|schedule|search|send|share|sync|transfer|undo|unsubscribe|upload|verify|withdraw',
].join('|');
const operationIdShape = new RegExp(`^(${verbs})[A-Z][A-Za-z0-9]*$`);

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
  task: 'view edit delete run share'.split(' '),
  collection: 'view edit delete run share'.split(' '),
  chat: 'view edit delete run share'.split(' '),
  workflow: 'view edit delete run share'.split(' '),
  // The resource whose type is in the path.
  resource: 'view edit delete run share'.split(' '),
};

function operationId(): Visitor {
  return {
    Operation(operation: Operation, { report, location }: Context) {
      if (operationIdShape.test(operation.operationId ?? '')) return;
      const message = `operationId "${operation.operationId}" must be a verb and a noun, such as listTasks.`;
      report({ message, location: location.child(['operationId']) });
    },
  };
}

/**
 * Whether the receiver of a webhook implements the operation: it decides on permissions and errors. The path item
 * `webhooks` of a file isn't meant.
 */
function isReceivers({ location }: Context): boolean {
  return /^#\/webhooks\/[^/]+\/[^/]+$/.test(location.pointer);
}

function permission(): Visitor {
  return {
    Operation(operation: Operation, context: Context) {
      if (isReceivers(context)) return;
      const { report, location } = context;
      const value = operation['x-permission'];
      if (value === 'public' || value === 'authenticated' || value === 'visitor') return;
      const { level, name, guests } = (value ?? {}) as {
        level?: string;
        name?: string;
        guests?: unknown;
      };
      const isGuests = guests === undefined || (guests === true && level === 'organization');
      if (level && name && permissionNames[level]?.includes(name) && isGuests) return;
      const message =
        'x-permission must be `public`, `authenticated`, `visitor`, or a level with one of its permission names; `guests: true` is for organisations.';
      report({ message, location: location.child(['x-permission']) });
    },
  };
}

const DELETES_ALL = /^delete(Org|Project|Task|Collection|ApiKey)$/;

/** `x-sensitive` is `true` or absent, and never missing where a whole container or a credential is deleted. */
function sensitivity(): Visitor {
  return {
    Operation(operation: Operation, { report, location }: Context) {
      const value = operation['x-sensitive'];
      if (value === true) return;
      if (value !== undefined) {
        const at = location.child(['x-sensitive']);
        report({ message: 'x-sensitive must be `true`, or left out.', location: at });
      } else if (DELETES_ALL.test(operation.operationId ?? '')) {
        report({ message: `${operation.operationId} must have \`x-sensitive: true\`.` });
      }
    },
  };
}

/** Replaces Redocly's rule, which doesn't know that a socket's handshake ends with 101. */
function success(): Visitor {
  return {
    Operation(operation: Operation, { report, location }: Context) {
      const isSocket = operation['x-socket'] !== undefined;
      const statuses = Object.keys(operation.responses ?? {});
      if (statuses.some((status) => (isSocket ? status === '101' : /^2/.test(status)))) return;
      const message = `Every operation must declare a ${isSocket ? '101' : '2xx'} response.`;
      report({ message, location: location.child(['responses']) });
    },
  };
}

function problems(): Visitor {
  return {
    Operation(operation: Operation, context: Context) {
      if (isReceivers(context)) return;
      const { report, location, resolve } = context;
      const responses = Object.entries(operation.responses ?? {});
      const errors = responses.filter(([status]) => /^[45]/.test(status));
      if (errors.length === 0) {
        report({ message: 'Every operation must declare its error responses.' });
      }
      for (const [status, response] of errors) {
        const content = resolve(response).node?.content as Record<string, unknown> | undefined;
        if (content && 'application/problem+json' in content) continue;
        const at = location.child(['responses', status]);
        report({
          message: `The ${status} response must be application/problem+json.`,
          location: at,
        });
      }
    },
  };
}

/** What is sent beyond the path can be invalid: parameters and bodies are refused with 400. */
function refusals(): Visitor {
  return {
    Operation(operation: Operation, context: Context) {
      if (isReceivers(context) || operation.responses?.['400'] !== undefined) return;
      const { report, location, resolve } = context;
      const isSent = (parameter: unknown) => {
        const { node } = resolve(parameter);
        return (node ?? (parameter as { in?: unknown })).in !== 'path';
      };
      if (operation.requestBody === undefined && !operation.parameters?.some(isSent)) return;
      const message = 'An operation with a body, query or headers must declare 400.';
      report({ message, location: location.child(['responses']) });
    },
  };
}

/** Generators write a class for each tag: webhooks' operations would replace those of the API with the same tag. */
function webhookTags(): Visitor {
  const seen = { api: new Set<string>(), webhooks: new Set<string>() };
  return {
    Operation(operation: Operation, context: Context) {
      const isWebhook = isReceivers(context);
      for (const tag of operation.tags ?? []) {
        (isWebhook ? seen.webhooks : seen.api).add(tag);
        if (!(isWebhook ? seen.api : seen.webhooks).has(tag)) continue;
        const message = `The tag "${tag}" is for operations of the API or for webhooks, not for both.`;
        context.report({ message, location: context.location.child(['tags']) });
      }
    },
  };
}

function pagination(): Visitor {
  return {
    Operation(operation: Operation, { report, location, resolve }: Context) {
      if (!operation.operationId?.startsWith('list')) return;
      const json = jsonSchemaOf(operation.responses?.['200'], resolve);
      const shape = Object.keys((json?.properties as object | undefined) ?? {}).sort();
      if (shape.join() !== 'pagination,results') {
        const at = location.child(['responses', '200']);
        report({
          message: 'A list must respond with exactly {results, pagination}.',
          location: at,
        });
      }
    },
  };
}

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

function jsonSchemaOf(
  response: unknown,
  resolve: Context['resolve'],
): Record<string, unknown> | undefined {
  const content = resolve(response).node?.content as
    | Record<string, { schema?: unknown }>
    | undefined;
  return resolve(content?.['application/json']?.schema).node;
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
