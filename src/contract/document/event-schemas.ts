import { isObject } from '#core/json/is-object.ts';

const STREAM = 'text/event-stream';

/**
 * The document with the schema of a stream's events as the schema of the stream. In the contract, a stream is a string,
 * as most tools want it, and its `contentSchema` describes the data of each of its events. The input is not changed.
 */
export function withEventSchemas<T>(document: T): T {
  const inPaths = (paths: unknown) => inValues(paths, (path) => inValues(path, inOperation));
  return inMember(document, 'paths', inPaths) as T;
}

function inOperation(operation: unknown): unknown {
  return inMember(operation, 'responses', (responses) => inValues(responses, inResponse));
}

function inResponse(response: unknown): unknown {
  const inMedia = (media: unknown) => inMember(media, 'schema', eventSchema);
  return inMember(response, 'content', (content) => inMember(content, STREAM, inMedia));
}

/** The schema of the events of a stream with this schema. */
function eventSchema(schema: unknown): unknown {
  const isStream = isObject(schema) && schema.contentMediaType === STREAM;
  return isStream ? (schema.contentSchema ?? schema) : schema;
}

function inMember(value: unknown, name: string, change: (inner: unknown) => unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const changed = change(value[name]);
  return changed === value[name] ? value : { ...value, [name]: changed };
}

function inValues(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.keys(value).reduce<unknown>((all, name) => inMember(all, name, change), value);
}
