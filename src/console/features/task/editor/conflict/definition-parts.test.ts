import { describe, expect, it } from 'vitest';
import {
  allDecided,
  compareParts,
  resolveWith,
} from '#console/modules/draft/conflict/three-way.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { DEFINITION_PARTS } from './definition-parts.ts';

const base: TaskDefinition = {
  ...emptyDefinition('sandbox/sandbox'),
  system_prompt: 'You judge reviews.\n\nBe short.\n\nBe kind.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
};

describe('comparing definitions', () => {
  const mine = { ...base, user_prompt: 'Judge: {review}', parameters: { temperature: 0.2 } };
  const theirs = { ...base, user_prompt: 'Text: {review}', model_id: 'openai/gpt-5-mini' };

  it('lists each part that differs, who changed it, and a suggestion', () => {
    expect(
      compareParts(DEFINITION_PARTS, base, mine, theirs).map(({ key, changedBy, suggestion }) => [
        key,
        changedBy,
        suggestion,
      ]),
    ).toEqual([
      ['user_prompt', 'both', null],
      ['model_id', 'theirs', 'theirs'],
      ['parameters', 'mine', 'mine'],
    ]);
  });

  it('suggests the merge when nothing clashes', () => {
    const [part] = compareParts(
      DEFINITION_PARTS,
      base,
      { ...base, parameters: { temperature: 1 } },
      { ...base, parameters: { top_p: 0.5 } },
    );
    expect(part).toMatchObject({
      suggestion: 'merged',
      merged: { value: { temperature: 1, top_p: 0.5 } },
    });
  });

  it('finds no difference when only the key order differs', () => {
    const reordered = Object.fromEntries(Object.entries(base).reverse()) as TaskDefinition;
    expect(compareParts(DEFINITION_PARTS, base, base, reordered)).toEqual([]);
  });

  it('applies the decision for each part', () => {
    const parts = compareParts(DEFINITION_PARTS, base, mine, theirs);
    const decisions = { model_id: { choice: 'theirs' }, parameters: { choice: 'mine' } } as const;
    expect(allDecided(parts, decisions)).toBe(false);
    const all = {
      ...decisions,
      user_prompt: { choice: 'merged', text: 'Both: {review}' },
    } as const;
    expect(allDecided(parts, all)).toBe(true);
    expect(resolveWith(parts, all, mine, theirs)).toEqual({
      ...base,
      user_prompt: 'Both: {review}',
      model_id: 'openai/gpt-5-mini',
      parameters: { temperature: 0.2 },
    });
  });

  it('describes parts as lines', () => {
    const task: TaskDefinition = {
      ...base,
      variables: [{ name: 'tone', type: 'choice', required: false, options: ['a', 'b'] }],
    };
    expect(DEFINITION_PARTS.variables.lines(task.variables)).toEqual([
      'tone · choice · options: a, b',
    ]);
    expect(DEFINITION_PARTS.output_format.lines(task.output_format)).toEqual(['text']);
  });
});
