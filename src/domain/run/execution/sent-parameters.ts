import type { Model, ModelParameters, ModelSupport } from '#generated/model/index.ts';

/** The parameters that are sent to providers. */
export type RequestParameters = Omit<ModelParameters, 'timeout_seconds'>;

/** What a model must support to take a parameter. Every model takes the others. */
const NEEDED: Partial<Record<keyof RequestParameters, keyof ModelSupport>> = {
  temperature: 'temperature',
  top_p: 'temperature',
  stop: 'stop',
  seed: 'seed',
  presence_penalty: 'penalties',
  frequency_penalty: 'penalties',
  reasoning_effort: 'reasoning',
};

/**
 * Divides the parameters of a request into those that a model supports, and the names of those that are left out. The
 * trace shows both.
 */
export function sentParameters(
  parameters: RequestParameters,
  { supports }: Pick<Model, 'supports'>,
): { sent: RequestParameters; unsupported: string[] } {
  const sent: Record<string, unknown> = {};
  const unsupported: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const needed = NEEDED[name as keyof RequestParameters];
    if (value === undefined) continue;
    if (needed && !supports[needed]) unsupported.push(name);
    else sent[name] = value;
  }
  return { sent, unsupported };
}
