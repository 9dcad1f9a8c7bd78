import { expect, it } from 'vitest';
import type { Model } from '#generated/model/index.ts';
import { groupModels } from './model-groups.ts';

const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  name: id.slice(2).toUpperCase(),
  provider: 'compatible',
  endpoint: { id: id.slice(0, 1), name: `Endpoint ${id.slice(0, 1)}`, problem: null },
  context_window: null,
  max_output_tokens: null,
  input_price: null,
  output_price: null,
  supports: {} as Model['supports'],
  available: true,
  unavailable_reason: null,
  ...more,
});

const off = (id: string) => model(id, { available: false, unavailable_reason: 'Set A_KEY.' });
const down = { id: 'c', name: 'Endpoint c', problem: 'Endpoint c is unreachable.' };

it('models are grouped by endpoint, usable ones first, the others with one reason per group', () => {
  const models = [off('a/one'), off('a/two'), model('a/three'), model('b/four')];
  const groups = groupModels([model('c/five', { endpoint: down }), ...models], '');
  expect(
    groups.map(({ label, reason, models: some }) => [label, reason, some.map(({ id }) => id)]),
  ).toEqual([
    ['Endpoint a', null, ['a/three']],
    ['Endpoint b', null, ['b/four']],
    ['Endpoint c', 'Endpoint c is unreachable.', ['c/five']],
    ['Endpoint a', 'Set A_KEY.', ['a/one', 'a/two']],
  ]);
});

it('a search finds words of names, IDs and endpoints in any order', () => {
  const models = [model('a/llama-small'), model('b/llama-large'), model('b/qwen')];
  const found = (typed: string) =>
    groupModels(models, typed).flatMap(({ models: some }) => some.map(({ id }) => id));
  expect(found('large LLAMA')).toEqual(['b/llama-large']);
  expect(found('endpoint b')).toEqual(['b/llama-large', 'b/qwen']);
  expect(found('nothing')).toEqual([]);
});
