import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import type { Model } from '#generated/model/index.ts';
import { ModelPicker } from './model-picker.tsx';

const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  name: id.split('/')[1] ?? id,
  provider: 'compatible',
  endpoint: { id: id.split('/')[0] ?? '', name: `At ${id.split('/')[0]}`, problem: null },
  context_window: null,
  max_output_tokens: null,
  input_price: null,
  output_price: null,
  supports: {} as Model['supports'],
  available: true,
  unavailable_reason: null,
  ...more,
});

const MANY = Array.from({ length: 150 }, (_, at) => model(`gate/model-${at + 1}`));
const OFF = model('far/one', { available: false, unavailable_reason: 'Set FAR_KEY.' });

/** The API returns the models page by page. */
function stubModels(models: readonly Model[]) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const { calls } = stubFetch({
    'GET /api/v1/org/org_1/model': () => {
      const from = Number(calls.at(-1)?.url.searchParams.get('cursor') ?? 0);
      const results = models.slice(from, from + 100);
      const has_next = from + 100 < models.length;
      const next_cursor = has_next ? String(from + 100) : null;
      return json({ results, pagination: { has_next, next_cursor } });
    },
  });
}

interface FieldProps {
  initial?: string;
  none?: string;
}

function Field({ initial = '', none }: FieldProps) {
  const [modelId, setModelId] = useState(initial);
  const [disabled, setDisabled] = useState(false);
  return (
    <>
      <ModelPicker
        orgId="org_1"
        modelId={modelId}
        onChange={setModelId}
        disabled={disabled}
        {...(none && { none })}
      />
      <output>{modelId}</output>
      <button type="button" onClick={() => setDisabled(!disabled)}>
        Toggle
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' });
const chosenId = () => screen.getByRole('status').textContent;

it('shows the chosen model among all models, wherever it is in the list', async () => {
  stubModels(MANY);
  renderConsole(<Field initial="gate/model-142" />);
  await userEvent.click(field());
  const chosen = await screen.findByRole('option', { name: /model-142/, selected: true });
  await waitFor(() => expect(field().getAttribute('aria-activedescendant')).toBe(chosen.id));
  expect(screen.getByRole('group', { name: 'At gate' }).contains(chosen)).toBe(true);
});

it('is searched and used with the keyboard', async () => {
  stubModels([...MANY, model('b/other')]);
  renderConsole(<Field none="Default model" />);
  expect(field().value).toBe('Default model');
  await userEvent.click(field());
  await screen.findByRole('option', { name: /model-150/ });
  await userEvent.type(field(), 'gate 77');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosenId()).toBe('gate/model-77');
  await waitFor(() => expect(field().value).toBe('model-77'));
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: 'Default model' }));
  expect(chosenId()).toBe('');
});

it('lists models that cannot be called last, with the reason, and does not choose them', async () => {
  stubModels([OFF, model('gate/usable')]);
  renderConsole(<Field />);
  await userEvent.click(field());
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^usable/),
    expect.stringMatching(/^one/),
  ]);
  screen.getByText('Set FAR_KEY.');
  const off = screen.getByRole('option', { name: /^one/ });
  expect(off.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(off);
  expect(chosenId()).toBe('');
});

it('keeps a model that is no longer offered', async () => {
  stubModels([model('gate/usable')]);
  renderConsole(<Field initial="gone/model" />);
  expect(field().value).toBe('gone/model');
  await userEvent.click(field());
  await screen.findByRole('option', { name: 'gone/model', selected: true });
});

it('stays closed when it was disabled for a while', async () => {
  stubModels([model('gate/usable')]);
  renderConsole(<Field />);
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: /usable/ }));
  const toggle = screen.getByRole('button', { name: 'Toggle' });
  await userEvent.click(toggle);
  await waitFor(() => expect(field().disabled).toBe(true));
  await userEvent.click(toggle);
  await waitFor(() => expect(field().disabled).toBe(false));
  expect(document.activeElement).toBe(toggle);
  expect(screen.queryByRole('option')).toBeNull();
});
