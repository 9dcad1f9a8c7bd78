import { typeByName } from '#core/model/offered-model.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { Settings } from '../../../settings.ts';

/** The environment variables of endpoints. */
export type KnownSettings = Partial<
  Pick<Settings, `${'OPENAI' | 'ANTHROPIC' | 'COMPATIBLE'}_${'API_KEY' | 'BASE_URL'}`> &
    Pick<Settings, 'COMPATIBLE_MODELS'>
>;

/** The built-in model's endpoint, which is always there. */
const SANDBOX_ENDPOINT: Endpoint = {
  id: 'sandbox',
  name: 'Sandbox',
  provider: 'sandbox',
  models: [],
  isOpen: false,
  settings: { key: '', url: '' },
};

const KNOWN = [
  { id: 'openai', name: 'OpenAI', variable: 'OPENAI', needs: 'API_KEY' },
  { id: 'anthropic', name: 'Anthropic', variable: 'ANTHROPIC', needs: 'API_KEY' },
  { id: 'compatible', name: 'OpenAI-compatible', variable: 'COMPATIBLE', needs: 'BASE_URL' },
] as const;

/**
 * The endpoints of the environment variables, as far as they are set, after the built-in one. Without COMPATIBLE_MODELS,
 * the compatible server is asked for its models.
 */
export function knownEndpoints(settings: KnownSettings): Endpoint[] {
  const { COMPATIBLE_MODELS: names = [] } = settings;
  const listed = names.map((name) => ({ name, type: typeByName(name) ?? ('chat' as const) }));
  const set = KNOWN.filter(({ variable, needs }) => settings[`${variable}_${needs}`]);
  const endpoints = set.map(({ id, name, variable }): Endpoint => {
    const [key, url] = [`${variable}_API_KEY`, `${variable}_BASE_URL`] as const;
    return {
      id,
      name,
      provider: id,
      apiKey: settings[key],
      baseUrl: settings[url],
      models: id === 'compatible' ? listed : [],
      isOpen: true,
      settings: { key, url },
    };
  });
  return [SANDBOX_ENDPOINT, ...endpoints];
}
