import { expect, it } from 'vitest';
import type { McpTool, TaskTool } from '#generated/model/index.ts';
import { choicesOf, withImported } from './mcp-tools.ts';

const parameters = { type: 'object', properties: { n: { type: 'string' } } };
const found = (name: string, description = ''): McpTool => ({ name, description, parameters });
const has = (name: string, execution: TaskTool['execution']): TaskTool => {
  return { name, description: 'Mine', parameters: {}, execution, timeout_seconds: 5 };
};

it('says which tools can be imported', () => {
  const tools = [has('known', 'mcp'), has('taken', 'webhook')];
  const states = choicesOf(
    ['fresh', 'known', 'taken', 'a/b'].map((name) => found(name)),
    tools,
  );
  expect(states.map(({ state }) => state)).toEqual(['new', 'update', 'unusable', 'unusable']);
});

it('updates existing tools in place, keeps their settings, and adds the rest', () => {
  const tools = [has('known', 'mcp'), has('other', 'manual')];
  const url = 'https://mcp.example.com';
  const next = withImported(tools, [found('fresh', 'New'), found('known')], url);
  expect(next.map(({ name }) => name)).toEqual(['known', 'other', 'fresh']);
  // An empty description on the server doesn't replace one written here.
  expect(next[0]).toMatchObject({ description: 'Mine', parameters, url, timeout_seconds: 5 });
  expect(next[2]).toEqual({ ...found('fresh', 'New'), execution: 'mcp', url });
});

it('respects the maximum number of tools', () => {
  const many = Array.from({ length: 60 }, (_, index) => found(`tool_${index}`));
  expect(withImported([], many, 'https://example.com')).toHaveLength(50);
});
