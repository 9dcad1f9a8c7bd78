import { isId } from '#core/ids.ts';
import { splitModelId } from '../model/endpoint.ts';

/**
 * Whether a model's ID names an endpoint of an organisation. The operator's endpoints have short names, so that the two
 * can't collide.
 */
export function isOwnModelId(modelId: string): boolean {
  return isId('endpoint', splitModelId(modelId)[0]);
}
