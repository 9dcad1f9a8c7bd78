import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { ProjectFilter } from './project-filter.tsx';

const listed = { id: 'p1', org_id: 'org_1', name: 'Listed' };
const further = { id: 'p150', org_id: 'org_1', name: 'Further down' };

/** An organisation with more projects than a page has. */
function fakeProjects() {
  return fakeApi(({ url }) => {
    if (url === '/org/org_1/project/p150') return Response.json(further);
    if (url === '/org/org_1/project/gone') return Response.json({}, { status: 404 });
    if (!url.startsWith('/org/org_1/project?')) return undefined;
    const results = [url.includes('q=Fur') ? further : listed];
    return Response.json({ results, pagination: { has_next: true, next_cursor: 'c' } });
  });
}

it('finds projects that the first page lacks by typing', async () => {
  const calls = fakeProjects();
  const onChange = vi.fn();
  renderInApp(<ProjectFilter orgId="org_1" value={null} onChange={onChange} />);
  expect(calls.some(({ url }) => url.includes('/project'))).toBe(false);
  const field = screen.getByRole('combobox', { name: 'Project' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Listed' });
  await userEvent.type(field, 'Fur');
  await userEvent.click(await screen.findByRole('option', { name: 'Further down' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('p150', expect.anything()));
});

it('in a dialog, an arrow key pressed before the names have loaded selects the first one', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const page = { results: [listed, further], pagination: { has_next: false } };
  fakeApi(({ url }) =>
    url.startsWith('/org/org_1/project?') ? asked.then(() => Response.json(page)) : undefined,
  );
  const onChange = vi.fn();
  renderInApp(<ProjectFilter orgId="org_1" label="Project" value={null} onChange={onChange} />);
  screen.getByRole('combobox', { name: 'Project' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  answer();
  await screen.findByRole('option', { name: 'Listed' });
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith('p1', expect.anything());
});

it.each([
  ['p150', 'Further down'],
  ['gone', 'Deleted project'],
])('names the chosen project (%s)', async (id, name) => {
  fakeProjects();
  renderInApp(<ProjectFilter orgId="org_1" value={id} onChange={() => undefined} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' });
  await waitFor(() => expect(field.value).toBe(name));
});
