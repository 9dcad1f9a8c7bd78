import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { editRow, moved, rowId } from './row-ids.ts';
import {
  addVariable,
  changeVariable,
  freeName,
  renameInPrompt,
  renameVariable,
  suggestedName,
  variableChanges,
} from './variables.ts';

const task: TaskDefinition = {
  ...emptyDefinition('sandbox/sandbox'),
  system_prompt: 'Judge {review}. Answer {{review}} with {tone}.',
  user_prompt: '{review}{review} { review } {reviews}',
  variables: [
    { name: 'review', type: 'text', required: true, example: 'It broke.' },
    { name: 'tone', type: 'text', required: false },
  ],
};

describe('renaming a variable', () => {
  it('renames its uses in both prompts and leaves lookalikes alone', () => {
    const renamed = renameVariable(task, 0, 'text');
    expect(renamed.system_prompt).toBe('Judge {text}. Answer {{review}} with {tone}.');
    expect(renamed.user_prompt).toBe('{text}{text} { review } {reviews}');
    expect(renamed.variables[0]).toEqual({ ...task.variables[0], name: 'text' });
    expect(renamed.variables[1]).toBe(task.variables[1]);
  });

  it('works while the name is not yet a plain word', () => {
    const renamed = renameVariable(task, 0, 'user text');
    expect(renamed.user_prompt).toBe('{user text}{user text} { review } {reviews}');
    expect(renameVariable(renamed, 0, 'review')).toEqual(task);
  });

  it('never lets a name change how the prompt is parsed', () => {
    expect(renameInPrompt('{a} x', 'a', 'b}c')).toBe('{a} x');
    expect(renameInPrompt('{a} x', 'a', 'b\nc')).toBe('{a} x');
    expect(renameInPrompt('{} x', '', 'b')).toBe('{} x');
  });

  it('keeps the row id', () => {
    const renamed = renameVariable(task, 0, 'text');
    const before = task.variables.map(rowId);
    expect(renamed.variables.map(rowId)).toEqual(before);
  });
});

describe('adding a variable', () => {
  it('uses a free name made of letters', () => {
    let extended = task;
    for (let i = 0; i < 29; i++) extended = addVariable(extended, freeName(extended));
    const names = extended.variables.map((v) => v.name);
    expect(names.slice(2, 5)).toEqual(['input', 'inputB', 'inputC']);
    expect(names.at(-1)).toBe('inputAC');
    expect(new Set(names).size).toBe(31);
  });

  it('does nothing when the variable exists', () => {
    expect(addVariable(task, 'tone')).toBe(task);
  });
});

it("suggests a plain word only for names that aren't one", () => {
  expect(suggestedName('user_id')).toBe('userId');
  expect(suggestedName('review')).toBeNull();
  expect(suggestedName('123')).toBeNull();
});

it('removes keys set to undefined', () => {
  const changed = changeVariable(task, 0, { example: undefined, required: false });
  expect(changed.variables[0]).toStrictEqual({ name: 'review', type: 'text', required: false });
});

describe('rows', () => {
  it('keep their id through edits and moves', () => {
    const a = { name: 'a' };
    const b = { name: 'b' };
    expect(rowId(editRow(a, { name: 'x' }))).toBe(rowId(a));
    expect(rowId(a)).not.toBe(rowId(b));
    expect(moved([a, b], 1, 0).map(rowId)).toEqual([rowId(b), rowId(a)]);
  });

  it('stay in place at the edges of the list', () => {
    expect(moved([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
    expect(moved([1, 2, 3], 2, 3)).toEqual([1, 2, 3]);
    expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  });
});

it('lists the variables that an edit removed, and undefined ones it uses', () => {
  const known = [{ name: 'review' }, { name: 'tone' }];
  expect(variableChanges('{review} {old}', '{tone} {invented} {{literal}}', known)).toEqual({
    gone: ['review', 'old'],
    unknown: ['invented'],
  });
  expect(variableChanges('{review}', 'Now: {review}', known)).toEqual({ gone: [], unknown: [] });
});
