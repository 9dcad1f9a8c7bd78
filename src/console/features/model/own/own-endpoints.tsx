import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useModels } from '#console/modules/model/use-models.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useListOwnEndpoints } from '#generated/api/endpoint/endpoint.ts';
import type { ModelEndpoint, OwnEndpoint } from '#generated/model/index.ts';
import { EndpointCard } from '../endpoint-card.tsx';
import classes from '../models.module.css';
import type { useEndpointTests } from '../use-endpoint-test.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointModels } from './endpoint-models.tsx';
import { OwnEndpointFacts } from './own-endpoint-facts.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { useRemoveEndpoint } from './use-own-endpoints.ts';

type Opened = { what: 'edit' | 'key' | 'models'; id: string } | { what: 'new' } | null;

interface OwnEndpointsProps extends ReturnType<typeof useEndpointTests> {
  orgId: string;
  endpoints: readonly ModelEndpoint[];
  /** Why the endpoints can't be changed; null if they can. */
  blocked: string | null;
}

const TITLES = { edit: 'Edit endpoint', key: 'Replace key', models: 'Models and prices' };

/** The endpoints that the organisation calls with its own keys. */
export function OwnEndpoints({ orgId, endpoints, blocked, tests, start }: OwnEndpointsProps) {
  const query = useListOwnEndpoints(orgId, {
    query: { enabled: blocked === null, meta: { silent: true } },
  });
  const { models } = useModels(orgId);
  const remove = useRemoveEndpoint(orgId);
  const [opened, setOpened] = useState<Opened>(null);
  const own = new Map(query.data?.results.map((one) => [one.id, one]));
  const chosen = opened && 'id' in opened ? own.get(opened.id) : undefined;
  const close = () => setOpened(null);
  const added = (endpoint: OwnEndpoint) => {
    close();
    void start(endpoint.id);
  };
  return (
    <>
      <div className={classes.models}>
        <SectionTitle note={endpoints.length}>Your organisation's endpoints</SectionTitle>
        <Tooltip label={blocked}>
          <Button
            variant="default"
            leftSection={<IconPlus />}
            disabled={blocked !== null}
            onClick={() => setOpened({ what: 'new' })}
          >
            Add endpoint
          </Button>
        </Tooltip>
      </div>
      <p className={classes.about}>
        {endpoints.length === 0
          ? 'Add an endpoint to call models with your own key. Such runs are not charged to your balance.'
          : 'Called with your own keys, and not charged to your balance.'}
      </p>
      <div className={classes.cards}>
        {endpoints.map((endpoint) => {
          const { id } = endpoint;
          const more = own.get(id);
          return (
            <EndpointCard
              key={id}
              endpoint={endpoint}
              test={tests[id]}
              blocked={blocked}
              onTest={() => void start(id)}
            >
              {more && (
                <OwnEndpointFacts
                  endpoint={more}
                  fallback={
                    models.find((model) => model.id === more.fallback_model_id)?.name ?? null
                  }
                  onEdit={() => setOpened({ what: 'edit', id })}
                  onKey={() => setOpened({ what: 'key', id })}
                  onModels={() => setOpened({ what: 'models', id })}
                  onDelete={() => void remove(more)}
                />
              )}
            </EndpointCard>
          );
        })}
      </div>
      <Modal
        opened={opened !== null}
        onClose={close}
        size={opened?.what === 'models' ? 'xl' : 'md'}
        title={
          opened === null || opened.what === 'new'
            ? 'Add endpoint'
            : `${TITLES[opened.what]}: ${chosen?.name ?? ''}`
        }
      >
        {opened?.what === 'new' && <EndpointForm orgId={orgId} onSaved={added} />}
        {opened?.what === 'edit' && chosen && (
          <EndpointForm orgId={orgId} endpoint={chosen} onSaved={close} />
        )}
        {opened?.what === 'key' && chosen && (
          <ReplaceKey orgId={orgId} endpoint={chosen} onDone={close} />
        )}
        {opened?.what === 'models' && chosen && <EndpointModels orgId={orgId} endpoint={chosen} />}
      </Modal>
    </>
  );
}
