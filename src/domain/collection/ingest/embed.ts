import { costOf } from '#core/billing/money.ts';
import { tokensAtMost } from '#core/run/tokens.ts';
import { type Spending, type Spent, spend, type Used } from '../../billing/spend.ts';
import type { Domain } from '../../domain.ts';
import { ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import { EmbeddingFailure, type EmbeddingModel, MODEL_UNPRICED } from '../collection.port.ts';
import type { DocumentRow } from '../collection.tables.ts';

/** Tokens that a model adds to each text. */
const FRAME_TOKENS = 8;

/** The payer, the purpose and the model of an embedding. */
export interface Embedding extends Pick<Spending, 'orgId' | 'projectId' | 'kind' | 'by'> {
  model: string;
}

/**
 * Embeds texts, in order, at an organisation's expense.
 * @returns the vectors, and their cost in micro-dollars; 0 if the price is unknown
 * @throws EmbeddingFailure; ProblemError 402 `insufficient_balance`, 400 `model_unpriced`
 */
export async function embedAtCost(
  { collection: port, ...domain }: Pick<Domain, 'collection' | 'stores' | 'charges'>,
  { model: id, ...spending }: Embedding,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ vectors: Float32Array[]; cost: number }> {
  const model = embeddingModel(port, id);
  const most = priceOf(model, embeddedAtMost(texts));
  const { vectors, cost } = await spend(domain, { ...spending, modelId: id, most }, (used) =>
    embed(port, model, { texts, signal, used }),
  );
  return { vectors, cost: cost ?? 0 };
}

/** Embeds texts, in order. `embedAtCost` also charges for it, and so do runs. */
export async function embed(
  { embedding }: Pick<Domain['collection'], 'embedding'>,
  model: EmbeddingModel,
  { texts, signal, used }: { texts: readonly string[]; signal: AbortSignal; used: Used },
): Promise<{ vectors: Float32Array[] } & Spent> {
  signal.throwIfAborted();
  try {
    const { vectors, tokens } = await embedding.embed(model.id, texts, signal);
    // More can't have been used, whatever the provider reports, and isn't reserved.
    return { vectors, ...spentOn(model, Math.min(tokens, embeddedAtMost(texts))) };
  } catch (error) {
    // The provider received the texts and charges for them.
    if (signal.aborted) used(spentOn(model, await countAll(texts)));
    throw error;
  }
}

/** The most tokens that embedding texts can use. */
function embeddedAtMost(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + tokensAtMost(text) + FRAME_TOKENS, 0);
}

async function countAll(texts: readonly string[]): Promise<number> {
  const { countTokens } = await import('#core/collection/count-tokens.ts');
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** Who pays for indexing a document: its organisation, within the spend limit of its project. */
export async function indexingPayer(
  { collection }: Pick<Stores, 'collection'>,
  { org_id, collection_id }: Pick<DocumentRow, 'org_id' | 'collection_id'>,
): Promise<Pick<Spending, 'orgId' | 'projectId' | 'kind'>> {
  const place = await collection.collections.find({ id: collection_id });
  return { orgId: org_id, projectId: place?.project_id ?? null, kind: 'indexing' };
}

/** The maximum cost of embedding a text, in micro-dollars; 0 if the price is unknown. */
export function embeddingCostAtMost(model: EmbeddingModel, text: string): number {
  return priceOf(model, embeddedAtMost([text]));
}

function spentOn({ price }: Pick<EmbeddingModel, 'price'>, tokens: number): Spent {
  const used = { input_tokens: tokens, output_tokens: 0 };
  return { ...used, cost: costOf(used, { input_price: price, output_price: 0 }) };
}

/** The cost of tokens, in micro-dollars; 0 if the price is unknown. */
export function priceOf(model: Pick<EmbeddingModel, 'price'>, tokens: number): number {
  return spentOn(model, tokens).cost ?? 0;
}

/**
 * A model that may be used.
 * @throws EmbeddingFailure if it isn't configured; ProblemError 400 `model_unpriced`
 */
export function embeddingModel(
  { embedding }: Pick<Domain['collection'], 'embedding'>,
  id: string,
): EmbeddingModel {
  const model = embedding.find(id);
  if (!model)
    throw new EmbeddingFailure(`The embedding model ${id} is not configured on this server.`);
  if (model.isUnpriced) throw new ProblemError('model_unpriced', MODEL_UNPRICED);
  return model;
}
