import { beforeEach, describe, expect, it } from 'vitest';
import { deleteView, saveView, useViewStore, viewPlace } from './saved-views.ts';

const mine = viewPlace('user_1', 'project_1');
const views = (place = mine) => useViewStore.getState().byPlace[place] ?? [];

beforeEach(() => useViewStore.setState({ byPlace: {} }));

describe('saved views', () => {
  it('are stored per person and project, one per name', () => {
    saveView(mine, { name: 'Failures', search: 'status=failed' });
    saveView(mine, { name: 'failures', search: 'status=failed&period=24h' });
    saveView(viewPlace('user_2', 'project_1'), { name: 'Mine', search: 'source=api' });
    expect(views()).toEqual([{ name: 'failures', search: 'status=failed&period=24h' }]);
  });

  it('can be deleted, and the oldest are dropped when there are too many', () => {
    for (let n = 0; n < 32; n += 1) saveView(mine, { name: `View ${n}`, search: `q=${n}` });
    expect(views()).toHaveLength(30);
    deleteView(mine, 'view 31');
    expect(views().map(({ name }) => name)).not.toContain('View 31');
    expect(views()[0]?.name).toBe('View 2');
  });
});
