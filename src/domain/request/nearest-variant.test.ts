import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, vi } from 'vitest';
import { toFieldErrors } from './field-errors.ts';
import { schemaCheck } from './validation.ts';

it.each([
  ['ChunkPreviewRequest', {}, ['/text: Is required']],
  [
    'ChunkPreviewRequest',
    { document_id: 'document_1', settings: { chunk_size: 1 } },
    ['/settings/chunk_size: Must be >= 50'],
  ],
  ['ChunkPreviewRequest', { text: 'a', document_id: 'b' }, ['/document_id: Unknown field']],
  [
    'ChatMessageCreate',
    { text: ' ', model_id: '' },
    ['/text: Must not be blank', '/model_id: Must not be empty'],
  ],
  ['ChatMessageCreate', { inputs: [] }, ['/inputs: Must be object']],
  ['DatasetCaseCreate', { run_id: 1 }, ['/run_id: Must be string']],
  [
    'DatasourceCreate',
    { name: '', config: { kind: 's3', bucket: 'b' }, credentials: { access_key_id: 'a' } },
    ['/name: Must not be empty', '/credentials/secret_access_key: Is required'],
  ],
  [
    'DatasourceTest',
    { config: { kind: 'notion' }, credentials: 1 },
    ['/credentials: Must be object'],
  ],
  ['DocumentChange', { action: 'add_tags', tags: [] }, ['/tags: Must NOT have fewer than 1 items']],
])('%s %j is refused for what is wrong with the variant that was meant', (name, body, errors) => {
  const found = toFieldErrors(schemaCheck(name)(body), 'body');
  expect(found.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(errors);
});

it('a variant is compiled once, however many requests are wrong', () => {
  const body = schemaCheck('ChatMessageCreate');
  body({ inputs: [] });
  const compile = vi.spyOn(Ajv2020.prototype, 'compile');
  expect(body({ inputs: [] })).not.toEqual([]);
  expect(compile).not.toHaveBeenCalled();
  compile.mockRestore();
});
