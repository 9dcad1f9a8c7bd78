import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHistory, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { pricesText } from '#console/modules/model/model-text.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { MICROS } from '#core/billing/money.ts';
import {
  useListEndpointModelsInfinite,
  useUpdateEndpointModels,
} from '#generated/api/endpoint/endpoint.ts';
import { EndpointModelUpdate } from '#generated/model/endpointModelUpdate.zod.ts';
import type { EndpointModel, OwnEndpoint } from '#generated/model/index.ts';
import classes from '../models.module.css';
import { ModelPrices } from '../price/model-prices.tsx';
import { FallbackField } from './fallback-field.tsx';

interface EndpointModelsProps {
  orgId: string;
  endpoint: OwnEndpoint;
}

/** The models of an endpoint: which are offered, and their prices. */
export function EndpointModels({ orgId, endpoint }: EndpointModelsProps) {
  const [typed, setTyped] = useState('');
  const [edited, setEdited] = useState<EndpointModel | 'new' | null>(null);
  const [priced, setPriced] = useState<EndpointModel | null>(null);
  const q = typed.trim();
  const query = useListEndpointModelsInfinite(
    orgId,
    endpoint.id,
    { page_limit: 100, ...(q !== '' && { q }) },
    { query: paged },
  );
  return (
    <div className={classes.prices}>
      <div className={classes.models}>
        <SearchInput
          label="Search models of this endpoint"
          placeholder="Search"
          value={typed}
          onChange={setTyped}
        />
        <Button variant="default" leftSection={<IconPlus />} onClick={() => setEdited('new')}>
          Add model
        </Button>
      </div>
      <DataTable
        label={`Models of ${endpoint.name}`}
        columns={COLUMNS}
        rows={flatten(query.data)}
        query={query}
        rowKey={({ name }) => name}
        menu={(model) => [
          { label: 'Edit', icon: <IconPencil />, onClick: () => setEdited(model) },
          {
            label: 'Prices and past runs',
            icon: <IconHistory />,
            disabled: model.type === 'chat' ? null : 'Only runs of chat models can be corrected',
            onClick: () => setPriced(model),
          },
        ]}
        empty={
          <p className={classes.about}>
            {q === ''
              ? 'No models yet. Test the endpoint, or add models by name.'
              : 'No matching model'}
          </p>
        }
      />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add model' : `Edit ${edited?.title ?? edited?.name ?? 'model'}`}
      >
        {edited !== null && (
          <ModelForm
            orgId={orgId}
            endpoint={endpoint}
            model={edited === 'new' ? undefined : edited}
            onSaved={(changed) => {
              setEdited(null);
              if (changed) setPriced(changed);
            }}
          />
        )}
      </Modal>
      <Modal
        opened={priced !== null}
        onClose={() => setPriced(null)}
        size="lg"
        title={`Prices: ${priced?.title ?? priced?.name ?? ''}`}
      >
        {priced !== null && (
          <ModelPrices
            orgId={orgId}
            model={{
              ...{ id: priced.model_id, name: priced.title ?? priced.name },
              ...{ input: priced.input_price, output: priced.output_price, type: 'own' },
            }}
          />
        )}
      </Modal>
    </div>
  );
}

const COLUMNS: Column<EndpointModel>[] = [
  {
    header: 'Model',
    width: 'minmax(0, 2fr)',
    cell: ({ name, title }) => (
      <span className="tl-truncate" title={name}>
        {title ?? name}
      </span>
    ),
  },
  {
    header: 'Tasks',
    width: '104px',
    hideBelow: 'sm',
    cell: ({ offered, type }) => (
      <StatusBadge tone={offered ? 'success' : 'neutral'}>
        {type === 'embedding' ? 'Embedding' : offered ? 'Offered' : 'Not offered'}
      </StatusBadge>
    ),
  },
  {
    header: 'In / out, per 1M',
    width: '120px',
    align: 'right',
    cell: pricesText,
  },
  {
    header: 'Context',
    width: '96px',
    align: 'right',
    hideBelow: 'md',
    cell: ({ context_window }) => context_window?.toLocaleString('en-GB') ?? 'Unknown',
  },
];

interface ModelFormProps extends EndpointModelsProps {
  /** Undefined for a new one. */
  model: EndpointModel | undefined;
  /** @param changed the model if its prices changed, so that the cost of past runs may be wrong */
  onSaved: (changed?: EndpointModel) => void;
}

const dollars = (amount: number | null | undefined) =>
  amount == null ? undefined : amount / MICROS;
const micros = (amount: number | undefined) =>
  amount === undefined ? null : Math.round(amount * MICROS);

function ModelForm({ orgId, endpoint, model, onSaved }: ModelFormProps) {
  const update = useUpdateEndpointModels({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(EndpointModelUpdate, {
      initialValues: {
        name: model?.name ?? '',
        input_price: dollars(model?.input_price),
        output_price: dollars(model?.output_price),
        context_window: model?.context_window ?? undefined,
        max_output_tokens: model?.max_output_tokens ?? undefined,
        fallback_model_id: model?.fallback_model_id ?? '',
        offered: model?.offered ?? true,
        tools: model?.supports.tools ?? true,
        images: model?.supports.images ?? false,
      },
      body: ({ tools, images, offered, ...values }) => ({
        ...values,
        input_price: micros(values.input_price),
        output_price: micros(values.output_price),
        context_window: values.context_window ?? null,
        max_output_tokens: values.max_output_tokens ?? null,
        ...(endpoint.offer === 'chosen' && { offered }),
        ...(model && { supports: { ...model.supports, tools, images } }),
      }),
      validate: { name: (name) => !/^\S+$/.test(name.trim()) && 'Enter its name without spaces' },
    }),
  );
  const submit = async (change: EndpointModelUpdate) => {
    const saved = await update.mutateAsync({
      orgId,
      endpointId: endpoint.id,
      data: { models: [change] },
    });
    toast.success(`${change.name} saved`);
    const [now] = saved.models;
    const isPriceChanged =
      now?.input_price !== model?.input_price || now?.output_price !== model?.output_price;
    const isCorrectable =
      now?.type === 'chat' && now.input_price !== null && now.output_price !== null;
    onSaved(model && now && isPriceChanged && isCorrectable ? now : undefined);
  };
  return (
    <Form form={form} label={model ? 'Edit model' : 'Add model'} onSubmit={submit}>
      {!model && (
        <TextInput
          label="Name"
          description={
            endpoint.kind === 'azure' ? 'The name of the deployment' : "The endpoint's name for it"
          }
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <NumberField
        label="Input price, in dollars per 1M tokens"
        description="Applies to future runs. You can correct past runs afterwards. Leave empty if unknown."
        {...form.getInputProps('input_price')}
        min={0}
        max={100_000}
        step={0.01}
      />
      <NumberField
        label="Output price, in dollars per 1M tokens"
        {...form.getInputProps('output_price')}
        min={0}
        max={100_000}
        step={0.01}
      />
      <NumberField
        label="Context window, in tokens"
        min={1}
        {...form.getInputProps('context_window')}
      />
      <NumberField label="Max output tokens" min={1} {...form.getInputProps('max_output_tokens')} />
      {model?.type !== 'embedding' && (
        <FallbackField
          orgId={orgId}
          what="model"
          value={form.values.fallback_model_id}
          none={endpoint.fallback_model_id === null ? 'None' : 'As for the endpoint'}
          onChange={(id) => form.setFieldValue('fallback_model_id', id)}
          error={form.errors['models.0.fallback_model_id']}
        />
      )}
      {endpoint.offer === 'chosen' && (
        <Checkbox
          label="Offer it to tasks"
          {...form.getInputProps('offered', { type: 'checkbox' })}
        />
      )}
      {model && (
        <>
          <Checkbox label="Calls tools" {...form.getInputProps('tools', { type: 'checkbox' })} />
          <Checkbox
            label="Accepts images"
            {...form.getInputProps('images', { type: 'checkbox' })}
          />
        </>
      )}
      <SubmitBar label={model ? 'Save' : 'Add model'} always />
    </Form>
  );
}
