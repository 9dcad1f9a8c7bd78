import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { readOnce } from '#console/api/query/calls.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  getGetEndpointUsesQueryOptions,
  useDeleteEndpoint,
  useListOwnEndpoints,
  useReplaceEndpointKey,
} from '#generated/api/endpoint/endpoint.ts';
import { EndpointKeyReplace } from '#generated/model/endpointKeyReplace.zod.ts';
import type { ModelEndpoint, OwnEndpoint } from '#generated/model/index.ts';
import { EndpointCard } from '../endpoint-card.tsx';
import classes from '../models.module.css';
import type { useEndpointTests } from '../use-endpoint-test.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointModels } from './endpoint-models.tsx';
import { isTestFailure } from './is-test-failure.ts';
import { OwnEndpointFacts } from './own-endpoint-facts.tsx';

/** The names that a confirmation lists. */
const NAMED = 5;

/** Deletes an endpoint, after naming the tasks that use its models. */
function useRemoveEndpoint(orgId: string): (endpoint: OwnEndpoint) => Promise<void> {
  const confirm = useConfirm();
  const removal = useDeleteEndpoint();
  return async ({ id, name }) => {
    await attempt(async () => {
      const { total, results } = await readOnce(getGetEndpointUsesQueryOptions(orgId, id));
      const names = results.slice(0, NAMED).map(({ task_name }) => `“${task_name}”`);
      const more = total > names.length ? ` and ${total - names.length} more` : '';
      const uses =
        total === 0
          ? 'No task uses its models.'
          : `These tasks use its models and will fail until they get another one: ${names.join(', ')}${more}.`;
      const yes = await confirm({
        title: `Delete ${name}?`,
        body: `${uses} Its key, models and prices are deleted. Past runs keep their costs. This can't be undone.`,
        confirmLabel: 'Delete endpoint',
        danger: true,
        ...(total > 0 && { typeName: name }),
      });
      if (!yes) return;
      await removal.mutateAsync({ orgId, endpointId: id });
      toast.success(`${name} deleted`);
    });
  };
}

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

interface ReplaceKeyProps {
  orgId: string;
  endpoint: OwnEndpoint;
  onDone: () => void;
}

/** Replaces an endpoint's key. Runs in progress end with the old one. */
function ReplaceKey({ orgId, endpoint, onDone }: ReplaceKeyProps) {
  const replace = useReplaceEndpointKey({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(EndpointKeyReplace, {
      initialValues: { api_key: '', keep_failing: false },
      verbatim: ['api_key'],
    }),
  );
  return (
    <Form
      form={form}
      label="Replace key"
      onSubmit={async (data) => {
        await replace.mutateAsync({ orgId, endpointId: endpoint.id, data });
        toast.success(`Key of ${endpoint.name} replaced`);
        onDone();
      }}
    >
      <Stack gap="md">
        <PasswordInput
          label="New API key"
          description="The new key is tested first, then used from the next request on. Runs aren't interrupted."
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('api_key')}
        />
        {isTestFailure(replace.error) && (
          <Checkbox
            label="Save it although the test failed"
            {...form.getInputProps('keep_failing', { type: 'checkbox' })}
          />
        )}
      </Stack>
      <SubmitBar label="Test and replace" always />
    </Form>
  );
}
