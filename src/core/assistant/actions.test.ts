import { describe, expect, it } from 'vitest';
import { readActions, withoutActions } from './actions.ts';

describe('readActions', () => {
  it('takes the offered actions from the end of an answer', () => {
    const { text, actions } = readActions(
      'Create a key there. [1]\n\n>>> open: api-keys\n>>> create_task: Summarise a text',
    );
    expect(text).toBe('Create a key there. [1]');
    expect(actions).toEqual([
      { type: 'open', label: 'Open API keys', path: './settings/api-keys', description: null },
      {
        type: 'create_task',
        label: 'Create this task',
        path: null,
        description: 'Summarise a text',
      },
    ]);
  });

  it.each([
    '>>> open: https://evil.test',
    '>>> open: /settings/security',
    '>>> open: javascript:alert(1)',
    '>>> delete: tasks',
    '>>>',
  ])('drops what is not in the table: %s', (line) => {
    expect(readActions(`Hello\n${line}`)).toEqual({ text: 'Hello', actions: [] });
  });

  it('offers each action once, and at most three', () => {
    const lines = ['tasks', 'tasks', 'runs', 'chats', 'widgets'].map((id) => `>>> open: ${id}`);
    expect(readActions(lines.join('\n')).actions.map(({ label }) => label)).toEqual([
      'Open Tasks',
      'Open Runs',
      'Open Chats',
    ]);
  });
});

describe('withoutActions', () => {
  it('never takes back what it has shown, and never shows a mark', () => {
    const text = 'First\n\n> a quotation\n\nEnd\n\n>>> open: tasks\n>>> open: runs';
    let before = '';
    for (let end = 0; end <= text.length; end += 1) {
      const shown = withoutActions(text.slice(0, end));
      expect(shown.startsWith(before)).toBe(true);
      expect(shown).not.toContain('>>');
      before = shown;
    }
    expect(before).toBe('First\n\n> a quotation\n\nEnd');
  });
});
