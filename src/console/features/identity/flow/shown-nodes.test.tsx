import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnswerSet, answersOf } from '../../../../../tests/support/kratos/answers.ts';
import { FlowForm } from '../form/flow-form.tsx';
import { controlOf, renderPlain } from '../form/testing-render.tsx';
import type { Flow, FlowKind, UiNode } from './flow-types.ts';
import { messageText } from './messages.ts';
import { groupTable, whyHidden } from './node-table.ts';
import { isField, nameOf } from './nodes.ts';

/** Every form that a real Ory Kratos showed, with all of its methods and settings. */
const forms = (['usual', 'first', 'links', 'choose'] satisfies AnswerSet[]).flatMap((set) =>
  [...answersOf(set)].flatMap(([name, { body }]) =>
    body.ui ? [[`${set}, ${name}`, name.split(':')[0] as FlowKind, body as Flow] as const] : [],
  ),
);

afterEach(cleanup);

describe.each(forms)('%s', (_, kind, flow) => {
  const shown = flow.ui.nodes.filter((node) => whyHidden(node, flow.ui.nodes) === null);

  if (kind === 'settings') {
    it('has a section for every node', () => {
      const sections = Object.entries(groupTable).flatMap(([group, { settings }]) =>
        typeof settings === 'string' ? [group] : [],
      );
      expect(shown.filter(({ group }) => !sections.includes(group)).map(nameOf)).toEqual([]);
    });
    return;
  }

  it('shows every node, and every error', async () => {
    const { control } = controlOf(flow);
    const { container } = renderPlain(<FlowForm kind={kind} control={control} label="Form" />);
    const missing = new Set(shown);
    const look = () => {
      for (const node of missing) if (isOnScreen(container, node)) missing.delete(node);
    };
    look();
    for (const { textContent } of screen.queryAllByRole('button', { name: /instead$/ })) {
      await userEvent.click(screen.getByRole('button', { name: textContent ?? '' }));
      look();
    }
    expect([...missing].map((node) => `${node.group} ${nameOf(node)}`)).toEqual([]);
    const text = container.textContent ?? '';
    const errors = flow.ui.nodes
      .flatMap(({ messages }) => messages)
      .map((each) => messageText(each));
    expect(errors.filter((error) => !text.includes(error))).toEqual([]);
  });
});

function isOnScreen(container: HTMLElement, node: UiNode): boolean {
  if (isField(node)) return container.querySelector(`[name="${nameOf(node)}"]`) !== null;
  const { label } = node.meta;
  const caption = label ? messageText(label) : 'Continue';
  // The first step of a registration has the same label as the last.
  const captions = node.group === 'profile' ? ['Continue', caption] : [caption];
  return captions.some((each) => container.textContent?.includes(each));
}
