import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { Project } from '#generated/model/index.ts';
import { configureApi } from '../../api/config.ts';
import { json, problem, stubFetch } from '../../api/testing.ts';
import { lastProject, rememberProject } from '../../modules/selection/last-project.ts';
import { storedSelection } from '../../modules/selection/selection-store.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';
import { renderConsole } from '../../ui/testing.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

const projects = Array.from({ length: 250 }, (_, at) => ({
  id: `p${at + 1}`,
  org_id: 'o1',
  name: `Project ${at + 1}`,
}));
const orgs = {
  member: [
    { id: 'o1', name: 'Own', role: 'owner' },
    { id: 'o2', name: 'Member', role: 'member' },
  ],
  shared: [{ id: 'o0', name: 'Guest', role: null }],
};

/** Calls the observer of the end of the list, as scrolling to it does. */
let reachEnd: () => void;

beforeEach(() => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => callback([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

/** Pages of what matches, as the server answers. */
function answer(all: readonly { id: string; name: string }[], { searchParams }: URL): Response {
  const limit = Number(searchParams.get('page_limit'));
  const from = Number(searchParams.get('cursor') ?? 0);
  const q = searchParams.get('q')?.toLowerCase() ?? '';
  const found = all.filter(({ name }) => name.toLowerCase().includes(q));
  const has_next = found.length > from + limit;
  return json({
    results: found.slice(from, from + limit),
    pagination: { has_next, next_cursor: has_next ? String(from + limit) : null },
  });
}

/** Opens the switcher while this project is open. */
async function open(projectId: string, more: Record<string, Response> = {}) {
  const stub = stubFetch({
    'GET /api/v1/org/o1': json(orgs.member[0]),
    'GET /api/v1/org/o1/project': () => answer(projects, lastUrl()),
    'GET /api/v1/org/o2/project': json({
      results: [{ id: 'q1', org_id: 'o2', name: 'First there' }],
      pagination: { has_next: false, next_cursor: null },
    }),
    'GET /api/v1/org': () =>
      answer(orgs[lastUrl().searchParams.get('membership') as 'member' | 'shared'], lastUrl()),
    ...more,
  });
  const lastUrl = () => stub.calls.at(-1)?.url ?? new URL('http://localhost');
  const project = projects.find(({ id }) => id === projectId) as Project;
  const page = (
    <ActiveProjectContext value={project}>
      <ProjectSwitcher collapsed={false} />
    </ActiveProjectContext>
  );
  const { router } = renderConsole(page, {
    routes: [{ path: '/projects/:projectId/*', element: <p>Opened</p> }],
  });
  fireEvent.click(screen.getByRole('button', { name: /switch project/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Projects and organisations' });
  await within(dialog).findByRole('button', { name: 'Project 1' });
  const names = (group: string) =>
    within(within(dialog).getByRole('region', { name: group }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const field = within(dialog).getByRole<HTMLInputElement>('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const path = () => router.state.location.pathname;
  return { dialog, names, field, type, path, ...stub };
}

it('loads the next projects at the end of the list, until all are there', async () => {
  const { names } = await open('p1');
  expect(names('Projects')).toHaveLength(100);
  act(() => reachEnd());
  await waitFor(() => expect(names('Projects')).toHaveLength(200));
  act(() => reachEnd());
  await waitFor(() => expect(names('Projects')).toEqual(projects.map(({ name }) => name)));
});

it('shows the open project first, once, if the first page lacks it', async () => {
  const { names, dialog } = await open('p180');
  expect(names('Projects').slice(0, 2)).toEqual(['Project 180', 'Project 1']);
  const current = within(dialog).getByRole('button', { name: 'Project 180' });
  expect(current.getAttribute('aria-current')).toBe('true');
  act(() => reachEnd());
  await waitFor(() => expect(names('Projects')).toHaveLength(200));
  expect(names('Projects').filter((name) => name === 'Project 180')).toHaveLength(1);
});

it('scrolls to the open project', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await open('p90');
  expect(scrolled.mock.contexts.map((element) => (element as Element).textContent)).toContain(
    'Project 90',
  );
});

it('starts at the top of what was found', async () => {
  const { dialog, type } = await open('p90');
  const list = within(dialog).getByRole('region', { name: 'Projects' });
  list.scrollTop = 900;
  type('project');
  expect(list.scrollTop).toBe(0);
});

it('searches on the server, and Enter opens the first match, also before it is known', async () => {
  const { field, type, path, calls } = await open('p1');
  type('project 24');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(path()).toBe('/');
  await waitFor(() => expect(path()).toBe('/projects/p24/tasks'));
  expect(calls.some(({ url }) => url.searchParams.get('q') === 'project 24')).toBe(true);
  expect(storedSelection()).toEqual({ projectId: 'p24', orgId: 'o1' });
  expect(lastProject('o1')).toBe('p24');
});

it('opens nothing by Enter when nothing matches or what is typed has changed', async () => {
  const { dialog, field, type, path } = await open('p1');
  type('nothing like it');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await within(dialog).findAllByText('No matches')).toHaveLength(2);
  type('project 7');
  await within(dialog).findByRole('button', { name: 'Project 7' });
  expect(path()).toBe('/');
});

it('is used with the arrow keys, and typing on an item searches', async () => {
  const { dialog, field } = await open('p1');
  const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });
  field.focus();
  key('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Project 1');
  key('ArrowUp');
  expect(document.activeElement).toBe(field);
  key('ArrowUp');
  expect(document.activeElement?.textContent).toBe('Guest');
  key('Home');
  expect(document.activeElement?.textContent).toBe('Project 1');
  key('End');
  key('ArrowDown');
  expect(document.activeElement).toBe(field);
  key('ArrowDown');
  key('w');
  expect(document.activeElement).toBe(field);
  key('Escape');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

it('lists organisations of the person before those shared with them', async () => {
  const { dialog, names } = await open('p1');
  expect(names('Organisations')).toEqual(['Own', 'Member']);
  expect(names('Shared with you')).toEqual(['Guest']);
  const regions = within(dialog).getAllByRole('region');
  expect(regions.map((region) => region.getAttribute('aria-label'))).toEqual([
    'Projects',
    'Organisations',
    'Shared with you',
  ]);
});

it.each([
  ['the last project that was open in it', json({ id: 'q9', org_id: 'o2' }), 'q9'],
  ['its first project if the last one is gone', problem(404, 'not_found'), 'q1'],
])('opens an organisation with %s', async (_, response, opened) => {
  rememberProject('o2', 'q9');
  const { dialog, path } = await open('p1', { 'GET /api/v1/org/o2/project/q9': response });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Member' }));
  await waitFor(() => expect(path()).toBe(`/projects/${opened}/tasks`));
  expect(storedSelection()).toEqual({ projectId: opened, orgId: 'o2' });
});

it('says why an organisation did not open, and stays', async () => {
  const { dialog, path } = await open('p1', { 'GET /api/v1/org/o2/project': problem(500) });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Member' }));
  expect(await screen.findByText(GENERIC_MESSAGE)).toBeTruthy();
  expect(path()).toBe('/');
  expect(dialog.isConnected).toBe(true);
});
