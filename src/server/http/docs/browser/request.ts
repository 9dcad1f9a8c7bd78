import { toShell } from '#core/task/snippets/literals.ts';
import { API, type Operation } from './contract.ts';

/** The values of a form: parameters by location and name, and the body. */
export interface Filled {
  values: ReadonlyMap<string, string>;
  body: string;
  files: ReadonlyMap<string, File>;
  /** An API key. If empty, the browser's session is used. */
  apiKey: string;
}
export interface PreparedRequest {
  method: string;
  /** Path and query, from the origin's root. */
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** The key of a parameter in {@link Filled}. */
export const keyOf = ({ in: place, name }: { in: string; name: string }) => `${place} ${name}`;

/** @throws Error if something is missing or invalid */
export function prepare(operation: Operation, filled: Filled): PreparedRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = filled.values.get(keyOf(parameter))?.trim() ?? '';
    if (value === '') {
      if (parameter.required) throw new Error(`${parameter.name} is required.`);
      continue;
    }
    const { name } = parameter;
    if (parameter.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (parameter.in === 'header') headers[name] = value;
    if (parameter.in === 'query') {
      const isList = [parameter.schema?.type].flat().includes('array');
      for (const one of isList ? value.split(/\s*,\s*/) : [value]) query.append(name, one);
    }
  }
  if (filled.apiKey) headers.Authorization = `Bearer ${filled.apiKey}`;
  const search = query.size > 0 ? `?${query}` : '';
  return {
    method: operation.method,
    url: `${API}${path}${search}`,
    headers: { ...headers, ...contentType(operation, filled) },
    body: bodyOf(operation, filled),
  };
}

function contentType({ body }: Operation, filled: Filled): Record<string, string> {
  // The browser sets the content type of a form itself, with the boundary.
  const hasText = body && !body.type.startsWith('multipart/') && filled.body.trim() !== '';
  return hasText ? { 'Content-Type': body.type } : {};
}

function bodyOf({ body }: Operation, { body: text, files }: Filled): string | FormData | undefined {
  if (!body) return undefined;
  if (body.type.startsWith('multipart/')) {
    const form = new FormData();
    for (const [name, file] of files) form.set(name, file);
    return form;
  }
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`The body isn't valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  return text;
}

/** The request as a curl command. It reads the API key from `TASKLOOM_API_KEY`. */
export function toCurl({ method, url, headers, body }: PreparedRequest, origin: string): string {
  const lines = [`curl${method === 'GET' ? '' : ` --request ${method}`} ${toShell(origin + url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'Authorization') lines.push(`--header ${toShell(`${name}: ${value}`)}`);
  }
  lines.push('--header "Authorization: Bearer $TASKLOOM_API_KEY"');
  if (typeof body === 'string') lines.push(`--data-raw ${toShell(body)}`);
  if (body instanceof FormData) {
    for (const [name, value] of body)
      lines.push(`--form ${toShell(`${name}=@${value instanceof File ? value.name : value}`)}`);
  }
  return lines.join(' \\\n  ');
}
