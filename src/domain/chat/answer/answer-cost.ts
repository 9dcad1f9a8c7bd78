import type { InputFile } from '#core/task/input/files.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { requireFunds } from '../../billing/can-pay.ts';
import { findModel, type ModelDomain } from '../../endpoint/own-models.ts';
import type { Principal } from '../../principal.ts';
import { firstCost } from '../../run/execution/cost.ts';
import { textsAndFiles } from '../../run/execution/run-job.ts';

/** What answers a message, and from what. */
interface Asked {
  orgId: string;
  projectId: string;
  definition: TaskDefinition;
  inputs: Readonly<Record<string, unknown>>;
  by: Principal;
  /** The ids of attachments. */
  attached?: readonly string[];
}

/**
 * Checks that the balance and the spend limits of the project and the API key cover the reservation for an answer's run,
 * as far as it can be estimated beforehand.
 * @throws ProblemError 402 before anything is stored, so that nobody sees a message that can't be answered
 */
export async function requireBalance(
  domain: ModelDomain,
  { orgId, projectId, definition, inputs, by, attached = [] }: Asked,
): Promise<void> {
  const { model_id: modelId } = definition;
  const model = await findModel(domain, orgId, modelId);
  // Whoever starts the run is told that it doesn't exist.
  if (!model) return;
  const rows = attached.length > 0 ? await domain.stores.chat.attachmentsOf(attached) : [];
  const images = new Map<string, InputFile>();
  for (const { id, kind, media_type: mediaType, size: bytes } of rows)
    if (kind === 'image') images.set(id, { mediaType, base64: '', bytes });
  const { values, files } = textsAndFiles(definition, inputs, images);
  const cost = firstCost(definition, model.info, values, files);
  const apiKeyId = by.type === 'api_key' ? by.keyId : null;
  await requireFunds(domain, { orgId, projectId, apiKeyId, modelId }, cost);
}
