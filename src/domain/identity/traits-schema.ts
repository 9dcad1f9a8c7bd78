import type { UiNode } from '@ory/client';
import { type Group, hidden, input } from './node.ts';
import { text } from './texts.ts';

/** The identity schema: a person's traits. */
export const traitsSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'Email',
          maxLength: 320,
          'ory.sh/kratos': {
            credentials: {
              password: { identifier: true },
              code: { identifier: true, via: 'email' },
            },
            verification: { via: 'email' },
            recovery: { via: 'email' },
          },
        },
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 100 },
      },
      required: ['email', 'name'],
      additionalProperties: false,
    },
  },
};

export const SCHEMA_ID = 'default';

/** The fields of the traits, as inputs or hidden. */
export function traitNodes(group: Group, options: { hidden?: boolean } = {}): UiNode[] {
  if (options.hidden) return [hidden(group, 'traits.email'), hidden(group, 'traits.name')];
  return [
    input(group, 'email', 'traits.email', text(1070002, { title: 'Email', name: 'traits.email' }), {
      required: true,
      autocomplete: 'email',
      maxlength: 320,
    }),
    input(group, 'text', 'traits.name', text(1070002, { title: 'Name', name: 'traits.name' }), {
      required: true,
      maxlength: 100,
    }),
  ];
}
