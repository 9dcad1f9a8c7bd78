import { expect, it } from 'vitest';
import { settingsGroups } from './settings-pages.tsx';

const place = { orgId: 'org_1', projectId: 'project_1' };

it("leaves out what an organisation's guests can't use", () => {
  const labels = (isGuest: boolean) =>
    settingsGroups({ ...place, isGuest }).flatMap(({ pages }) => pages.map(({ title }) => title));
  const hidden = labels(false).filter((title) => !labels(true).includes(title));
  expect(hidden).toEqual(['Email domains', 'Models', 'Audit log', 'Export and import']);
});

it('finds pages by what one can do there', () => {
  const [group] = settingsGroups({ ...place, isGuest: false }, 'restore trash');
  expect(group?.pages.map(({ title }) => title)).toEqual(['Deleted projects']);
});
