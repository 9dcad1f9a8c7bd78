import { IconHistory, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { unusableReason } from '#console/modules/model/model-groups.ts';
import { contextText, pricesText } from '#console/modules/model/model-text.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { textColumn, titledColumn } from '#console/ui/table/columns.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import { matchesWords } from '#core/words.ts';
import { useListEmbeddingModels, useListModelEndpoints } from '#generated/api/model/model.ts';
import type { EmbeddingModel, Model } from '#generated/model/index.ts';
import { cardId, EndpointCard } from './endpoint-card.tsx';
import classes from './models.module.css';
import { OwnEndpoints } from './own/own-endpoints.tsx';
import { ModelPrices, type PricedModel } from './price/model-prices.tsx';
import { useEndpointTests } from './use-endpoint-test.ts';

/** `/orgs/:orgId/settings/models`: the endpoints that offer models, with connection tests, and the models. */
export function ModelsPage() {
  const { orgId = '' } = useParams();
  const query = useListModelEndpoints(orgId);
  const models = useModels(orgId);
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  const { tests, start } = useEndpointTests(orgId);
  const [typed, setTyped] = useState('');
  const [priced, setPriced] = useState<PricedModel | null>(null);
  const endpoints = query.data?.results ?? [];
  const error = failureOf(query);
  const rows = models.models.filter(({ id, name, endpoint }) =>
    matchesWords(typed, id, name, endpoint.name),
  );

  const menuOf = (model: Model): MenuAction[] => {
    const { id, endpoint } = model;
    const known = endpoints.find((one) => one.id === endpoint.id);
    return [
      {
        label: 'Test',
        icon: <IconPlugConnected />,
        disabled: known ? edit.reason : `${endpoint.name} isn't configured on this server`,
        onClick: () => {
          document.getElementById(cardId(endpoint.id))?.scrollIntoView({ block: 'nearest' });
          void start(endpoint.id, id);
        },
      },
      // Shown for the server's models only to its operators.
      ...(known?.corrects_prices
        ? [
            {
              label: 'Correct a price',
              icon: <IconHistory />,
              onClick: () => setPriced(pricedOf(model)),
            },
          ]
        : []),
    ];
  };

  return (
    <Page title="Models" area="Settings">
      {error ? (
        <ErrorState error={error} onRetry={query.refetch} />
      ) : query.data ? (
        <>
          <OwnEndpoints
            orgId={orgId}
            endpoints={endpoints.filter(({ is_own }) => is_own)}
            blocked={edit.allowed ? null : (edit.reason ?? 'You can’t edit this organisation')}
            tests={tests}
            start={start}
          />
          <div className={classes.section}>
            <SectionTitle>Endpoints of this server</SectionTitle>
          </div>
          <p className={classes.about}>
            Configured by whoever runs this server. A test calls a model with small requests.
          </p>
          <div className={classes.cards}>
            {endpoints
              .filter(({ is_own }) => !is_own)
              .map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  test={tests[endpoint.id]}
                  blocked={edit.allowed ? null : (edit.reason ?? null)}
                  onTest={() => void start(endpoint.id)}
                />
              ))}
          </div>
          <div className={classes.models}>
            <SectionTitle note={models.known?.length}>Models</SectionTitle>
            <SearchInput
              label="Search models"
              placeholder="Search"
              value={typed}
              onChange={setTyped}
            />
          </div>
          <DataTable
            label="Models"
            columns={modelColumns}
            rows={rows}
            query={models.query}
            menu={menuOf}
            empty={<p className={classes.about}>No matching model</p>}
          />
          {endpoints.some(({ is_own, corrects_prices }) => !is_own && corrects_prices) && (
            <EmbeddingModels
              orgId={orgId}
              onCorrect={({ id, price }) =>
                setPriced({ id, name: id, input: price, output: null, type: 'embedding' })
              }
            />
          )}
        </>
      ) : (
        <FormSkeleton fields={3} />
      )}
      <Modal
        opened={priced !== null}
        onClose={() => setPriced(null)}
        size="lg"
        title={`Prices: ${priced?.name ?? ''}`}
      >
        {priced !== null && <ModelPrices orgId={orgId} model={priced} />}
      </Modal>
    </Page>
  );
}

function pricedOf({ id, name, endpoint, input_price, output_price }: Model): PricedModel {
  const type = endpoint.is_own ? 'own' : 'server';
  return { id, name, input: input_price, output: output_price, type };
}

/** The columns of the table of models. */
const modelColumns: Column<Model>[] = [
  {
    header: 'Model',
    width: 'minmax(0, 2fr)',
    cell: (model) => (
      <span className="tl-truncate" title={model.id}>
        {model.name}
      </span>
    ),
  },
  textColumn('Endpoint', ({ endpoint }) => endpoint.name, { hideBelow: 'sm' }),
  {
    header: 'Status',
    width: '116px',
    cell: (model) => {
      const reason = unusableReason(model);
      return (
        <Tooltip label={reason}>
          {/* Reached by the keyboard, so that its reason can be read. */}
          <span tabIndex={reason === null ? undefined : 0}>
            <StatusBadge tone={reason === null ? 'success' : 'neutral'}>
              {reason === null ? 'Available' : 'Unavailable'}
            </StatusBadge>
          </span>
        </Tooltip>
      );
    },
  },
  {
    header: 'Input / output, per 1M',
    width: '168px',
    align: 'right',
    hideBelow: 'sm',
    cell: pricesText,
  },
  {
    header: 'Context',
    width: '88px',
    align: 'right',
    hideBelow: 'md',
    cell: (model) => contextText(model) ?? 'Unknown',
  },
  {
    header: 'Supports',
    width: 'minmax(0, 1.5fr)',
    hideBelow: 'lg',
    cell: ({ supports }) => {
      const able = Object.entries(ABILITIES).filter(
        ([key]) => supports[key as keyof typeof ABILITIES],
      );
      const all = able.map(([, label]) => label).join(', ');
      return (
        <span className="tl-truncate" title={all}>
          {all}
        </span>
      );
    },
  },
];

const ABILITIES = {
  structured_output: 'schema',
  tools: 'tools',
  images: 'images',
  reasoning: 'reasoning',
} as const;

interface EmbeddingModelsProps {
  orgId: string;
  onCorrect: (model: EmbeddingModel) => void;
}

/** The embedding models of this server, for those who correct their prices; nothing if there are none. */
function EmbeddingModels({ orgId, onCorrect }: EmbeddingModelsProps) {
  const query = useListEmbeddingModels(orgId);
  const rows = query.data?.results ?? [];
  if (rows.length === 0 && !failureOf(query)) return null;
  return (
    <section className={classes.section} aria-label="Embedding models">
      <SectionTitle note={rows.length}>Embedding models</SectionTitle>
      <DataTable
        label="Embedding models"
        columns={embeddingColumns}
        rows={rows}
        query={{ isPending: query.isPending, error: query.error, refetch: query.refetch }}
        menu={(model) => [
          { label: 'Correct a price', icon: <IconHistory />, onClick: () => onCorrect(model) },
        ]}
        empty={null}
      />
    </section>
  );
}

const embeddingColumns: Column<EmbeddingModel>[] = [
  titledColumn('Model', ({ id }) => id, { width: 'minmax(0, 2fr)' }),
  {
    header: 'Input, per 1M',
    width: '104px',
    align: 'right',
    cell: ({ price }) => (price === null ? 'Unknown' : formatMicros(price)),
  },
];
