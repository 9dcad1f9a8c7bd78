import { flatten, paged } from '#console/api/query/paging.ts';
import { failureOf } from '#console/api/query/query-failure.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { DAY_MS } from '#core/limits.ts';
import { useListPriceChangesInfinite } from '#generated/api/billing/billing.ts';
import type { PriceChange } from '#generated/model/index.ts';
import { CorrectForm } from './correct-form.tsx';
import { CorrectionItem } from './correction-item.tsx';
import { pricesText } from './price-text.ts';
import classes from './prices.module.css';
import { useCorrections } from './use-corrections.ts';

/** A model whose prices are shown. */
export interface PricedModel {
  id: string;
  name: string;
  input: number | null;
  output: number | null;
  /** Balances pay for models of this server, not for those at an own endpoint. Embedding models have no output. */
  type: 'own' | 'server' | 'embedding';
}

interface ModelPricesProps {
  orgId: string;
  model: PricedModel;
}

/** The prices of a model over time, and corrections of what its past runs cost. */
export function ModelPrices({
  orgId,
  model: { id: modelId, input, output, type },
}: ModelPricesProps) {
  const isCharged = type !== 'own';
  const isEmbedding = type === 'embedding';
  const title = isEmbedding ? 'Correct past calls' : 'Correct past runs';
  const history = useListPriceChangesInfinite(
    orgId,
    { model_id: modelId, page_limit: 20 },
    { query: { ...paged, enabled: !isCharged } },
  );
  const { query, corrections, refresh } = useCorrections(orgId, modelId);
  const error = failureOf(query) ?? (isCharged ? null : failureOf(history));
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  if (!query.data || !(isCharged || history.data)) return <FormSkeleton fields={3} />;
  const changes = flatten(history.data);
  const ended = corrections.filter(({ status }) => status === 'succeeded');
  const last = ended.find(({ undoes, undone_by }) => undoes === null && undone_by === null);
  // One at a time: its preview and progress take the place of the form.
  const open = corrections.find(({ status }) => status !== 'succeeded');
  return (
    <div className={classes.prices}>
      <section aria-label={title}>
        <SectionTitle>{title}</SectionTitle>
        <p className={classes.about}>
          {isCharged
            ? 'Corrects the runs and other calls of all organisations, with an entry in the ledger of each. No balance falls below zero by it. New runs and calls keep the price that this server is configured with (MODEL_PRICES, or the models of its endpoint).'
            : 'Recalculates what past runs and other calls cost, with statistics and spend limits. No balance changes, because they were paid with your key.'}{' '}
          {isEmbedding
            ? 'Searches by runs stay as they are. '
            : 'Deleted runs and runs in progress stay as they are. '}
          You see a preview first.
        </p>
        {open ? (
          <ul className={classes.list} aria-live="polite">
            <CorrectionItem
              orgId={orgId}
              correction={open}
              isEmbedding={isEmbedding}
              isLast={false}
              onChanged={refresh}
            />
          </ul>
        ) : (
          <CorrectForm
            // New prices from outside are new values to begin with.
            key={`${input} ${output}`}
            orgId={orgId}
            modelId={modelId}
            input={input}
            output={isEmbedding ? 0 : output}
            isEmbedding={isEmbedding}
            since={changes[1]?.created_at ?? new Date(Date.now() - 30 * DAY_MS).toISOString()}
            onPrepared={refresh}
          />
        )}
      </section>
      {ended.length > 0 && (
        <section aria-label="Corrections">
          <SectionTitle>Corrections</SectionTitle>
          <ul className={classes.list}>
            {ended.map((correction) => (
              <CorrectionItem
                key={correction.id}
                orgId={orgId}
                correction={correction}
                isEmbedding={isEmbedding}
                isLast={correction === last}
                onChanged={refresh}
              />
            ))}
          </ul>
        </section>
      )}
      {!isCharged && (
        <section aria-label="Price history">
          <SectionTitle>Price history</SectionTitle>
          {changes.length === 0 ? (
            <p className={classes.about}>The price hasn't changed yet.</p>
          ) : (
            <ul className={classes.list}>
              {changes.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

function Change({ change }: { change: PriceChange }) {
  const before = pricesText(change.input_price_before, change.output_price_before);
  return (
    <li className={classes.change}>
      <span>
        {before} → {pricesText(change.input_price, change.output_price)}
      </span>
      <span className={classes.facts}>
        {formatDateTime(change.created_at)},{' '}
        {change.changed_by?.name ?? 'stated by the endpoint itself'}
      </span>
    </li>
  );
}
