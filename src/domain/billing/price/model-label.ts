import { isOwnModelId } from '../../endpoint/own-id.ts';
import { splitModelId } from '../../model/endpoint.ts';
import type { Stores } from '../../stores.ts';

/** What a model is called in texts: by its endpoint if it is an organisation's own. */
export async function modelLabel(
  { endpoint }: Pick<Stores, 'endpoint'>,
  modelId: string,
): Promise<string> {
  if (!isOwnModelId(modelId)) return modelId;
  const [id, name] = splitModelId(modelId);
  const row = await endpoint.endpoints.find({ id });
  return row ? `${row.name}: ${name}` : name;
}
