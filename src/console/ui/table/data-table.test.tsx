import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import type { MenuAction } from '../menu/menu-action.ts';
import { renderConsole, renderOnce } from '../testing.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { nextSort } from './data-table-types.ts';

type Row = { id: string; name: string };

const rows: Row[] = ['One', 'Two', 'Three'].map((name) => ({ id: name.toLowerCase(), name }));
const columns: Column<Row>[] = [
  { header: 'Name', cell: (row) => row.name, sort: 'name' },
  { header: 'Id', cell: (row) => row.id, hideBelow: 'md' },
];
const idle = { isPending: false, error: null, refetch: vi.fn() };

function open(more: Partial<React.ComponentProps<typeof DataTable<Row>>> = {}) {
  return renderConsole(
    <DataTable<Row>
      label="Things"
      columns={columns}
      rows={rows}
      query={idle}
      rowKey={(row) => row.id}
      href={(row) => `/things/${row.id}`}
      empty={<p>Nothing yet</p>}
      {...more}
    />,
    { at: '/', routes: [{ path: '/things/:id', element: <p>Opened</p> }] },
  );
}

const focused = () => document.activeElement?.textContent;

describe('a table', () => {
  it('has rows that are links', () => {
    open();
    const table = screen.getByRole('table', { name: 'Things' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'Two' }).getAttribute('href')).toBe('/things/two');
  });

  it('tells all of a cell whose text is cut off', async () => {
    open();
    const [cut, other] = screen.getAllByRole('cell');
    const link = screen.getByRole('link', { name: 'One' });
    Object.defineProperties(link, { clientWidth: { value: 50 }, scrollWidth: { value: 200 } });
    await userEvent.hover(link);
    expect(cut?.title).toBe('One');
    expect(other?.title).toBe('');
  });

  it('is navigated with J and K, and opened with Enter', async () => {
    open();
    await userEvent.keyboard('jj');
    expect(focused()).toBe('Two');
    await userEvent.keyboard('k');
    expect(focused()).toBe('One');
    await userEvent.keyboard('k');
    expect(focused()).toBe('One');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Opened')).toBeTruthy();
  });

  it('has rows that open nothing, which the keys lead past', async () => {
    const onOpen = vi.fn();
    const canOpen = ({ id }: Row) => id !== 'two';
    open({ href: () => undefined, onOpen, canOpen });
    expect(screen.queryByRole('button', { name: 'Two' })).toBeNull();
    await userEvent.keyboard('jj{Enter}');
    expect(focused()).toContain('Two');
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.keyboard('j{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2]);
  });

  it('shows a skeleton, an empty state, or an error with Retry', async () => {
    const { unmount } = open({ rows: [], query: { ...idle, isPending: true } });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    unmount();
    const second = open({ rows: [] });
    expect(screen.getByText('Nothing yet')).toBeTruthy();
    second.unmount();
    const refetch = vi.fn();
    open({
      rows: [],
      query: { ...idle, error: new ApiError({ status: 500, requestId: 'req_1' }), refetch },
    });
    expect(screen.getByText('req_1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refetch).toHaveBeenCalled();
  });

  it('keeps its rows when a refetch fails', () => {
    open({ query: { ...idle, error: new Error('x') } });
    expect(screen.getByRole('link', { name: 'One' })).toBeTruthy();
  });

  it('sorts by its headers', async () => {
    const onChange = vi.fn();
    open({ sort: { value: 'name', onChange } });
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(header).getByRole('button'));
    expect(onChange).toHaveBeenCalledWith('-name');
    expect([nextSort('-name', 'name'), nextSort('id', 'name')]).toEqual(['name', 'name']);
  });

  it('does not re-render existing rows when more arrive, whatever the page passes', async () => {
    renderOnce();
    const cell = vi.fn((row: Row) => row.name);
    const counted: Column<Row>[] = [{ header: 'Name', cell }];
    function Growing() {
      const [count, setCount] = useState(2);
      return (
        <>
          <button type="button" onClick={() => setCount(3)}>
            More
          </button>
          <DataTable<Row>
            label="Things"
            columns={counted}
            rows={rows.slice(0, count)}
            query={idle}
            rowKey={(row) => row.id}
            href={(row) => `/things/${row.id}`}
            onHover={() => undefined}
            menu={() => []}
            empty={null}
          />
        </>
      );
    }
    renderConsole(<Growing />);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(cell.mock.calls.map(([row]) => row.name)).toEqual(['One', 'Two', 'Three']);
  });

  it('renders only the visible rows of a long list', async () => {
    // Sizes that the test DOM does not compute.
    const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}` }));
    open({ rows: many });
    await waitFor(() => expect(screen.getAllByRole('link').length).toBeLessThan(40));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('501');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Row 0');
    height.mockRestore();
  });

  it("opens a row's menu on right click or with its button", async () => {
    const onClick = vi.fn();
    const menu = (row: Row): MenuAction[] => [
      { label: `Rename ${row.name}`, onClick },
      { label: 'Delete', onClick, danger: true, disabled: 'Only owners can do this.' },
    ];
    open({ menu });
    fireEvent.contextMenu(screen.getByRole('link', { name: 'Two' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename Two' }));
    expect(onClick).toHaveBeenCalledTimes(1);
    const [button] = screen.getAllByRole('button', { name: 'Row actions' });
    if (button) await userEvent.click(button);
    expect(await screen.findByRole('menuitem', { name: 'Rename One' })).toBeTruthy();
    const description = 'Only owners can do this.';
    const remove = screen.getByRole('menuitem', { name: 'Delete', description });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
  });
});
