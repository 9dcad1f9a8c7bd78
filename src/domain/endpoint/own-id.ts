import { isId } from '#core/ids.ts';
import { splitModelId } from '../model/endpoint.ts';

/**
 * Whether a model's ID names an endpoint of an organisation. The IDs of the operator's endpoints are short names, so the
 * two can't collide.
 */
export function isOwnModelId(modelId: string): boolean {
  return isId('endpoint', splitModelId(modelId)[0]);
}
