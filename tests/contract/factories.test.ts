import { faker } from '@faker-js/faker/locale/base';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as factories from '#generated/model/index.faker.ts';
import contract from '#generated/openapi.json' with { type: 'json' };

/**
 * Every generated mock factory creates valid data. This is checked with Ajv against the contract, not with the zod
 * validators of the same generator.
 */
const VALUES = 300;
const FILES = new Set([
  'ArticleImageUpload',
  'AvatarUpload',
  'ChatAttachmentUpload',
  'DocumentUpload',
  'UploadPart',
]);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ ...contract, $id: 'contract' });

const makers = factories as unknown as Record<string, () => unknown>;
const names = Object.keys(contract.components.schemas);

describe('generated mock factories', () => {
  it.each(names)('%s matches its schema', (name) => {
    const make = makers[`get${name}Mock`];
    expect(make, `get${name}Mock is generated`).toBeTypeOf('function');
    const broken: string[] = [];
    faker.seed(1);
    for (let index = 0; index < VALUES && broken.length === 0; index += 1) {
      const value = make?.();
      // Values that aren't JSON, such as file contents, never appear in a JSON body.
      if (FILES.has(name)) {
        expect((value as { file: unknown }).file).toBeInstanceOf(Blob);
        continue;
      }
      const json: unknown = JSON.parse(JSON.stringify(value));
      if (!ajv.validate(`contract#/components/schemas/${name}`, json)) {
        broken.push(`value ${index}: ${ajv.errorsText()} in ${JSON.stringify(json)}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('vary, so that code built on them is tested with more than one case', () => {
    faker.seed(1);
    const made = Array.from({ length: 50 }, () => JSON.stringify(factories.getRunSummaryMock()));
    const seen = new Set(made);
    expect(seen.size).toBeGreaterThan(20);
  });
});
