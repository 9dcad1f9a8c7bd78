import { isId } from '#core/ids.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import { hasKey, labelOf } from './endpoints/endpoint.ts';

/** The origin of an error, to explain what to do about it. */
export interface ModelOrigin {
  /** Display name: `OpenAI`, `the server at http://…`. */
  provider: string;
  /** The settings with its API key and its address, such as environment variables. */
  settings: { key: string; url: string };
  /** Whether it is called with a key. */
  hasKey: boolean;
  /** The model's name at the provider. */
  model: string;
}

/** Where errors of a model come from. @param model its name at the endpoint */
export function originOf(endpoint: Endpoint | undefined, model: string): ModelOrigin {
  if (!endpoint)
    return { provider: 'the provider', settings: { key: '', url: '' }, hasKey: false, model };
  const label = endpoint.provider === 'sandbox' ? 'the sandbox model' : labelOf(endpoint);
  const { key, url } = endpoint.settings;
  const isOwn = isId('endpoint', endpoint.id);
  const settings = isOwn
    ? { key, url }
    : { key: `${key} on the server`, url: `${url} on the server` };
  return { provider: label.replace(/^The /, 'the '), settings, hasKey: hasKey(endpoint), model };
}
