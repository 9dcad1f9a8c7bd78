import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useMembership } from '../../modules/permission/use-membership.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { PlainSelect } from '../../ui/form/plain.tsx';
import { prefetchPage } from '../../ui/navigation/prefetch.ts';
import classes from './settings-area.module.css';
import { settingsGroups } from './settings-pages.tsx';

function usePlace() {
  const { orgId, projectId } = useActiveProject();
  return { orgId, projectId, isGuest: useMembership(orgId).isGuest };
}

/** The settings pages in their groups, with a search. */
export function SettingsSidebar() {
  const [words, setWords] = useState('');
  const id = useId();
  const navigate = useNavigate();
  const groups = settingsGroups(usePlace(), words.trim());
  const first = groups[0]?.pages[0];
  return (
    <nav className={classes.sidebar} aria-label="Settings">
      <TextInput
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        leftSection={<IconSearch />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setWords('');
          if (key === 'Enter' && words.trim() && first) navigate(first.to);
        }}
      />
      {groups.map(({ group, pages }) => (
        <div key={group}>
          <h2 id={`${id}${group}`} className={classes.group}>
            {group}
          </h2>
          <ul className={classes.links} aria-labelledby={`${id}${group}`}>
            {pages.map(({ label, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className={classes.link}
                  onPointerEnter={() => prefetchPage(to)}
                  onFocus={() => prefetchPage(to)}
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={classes.none} role="status">
        {groups.length === 0 && 'No setting matches.'}
      </p>
    </nav>
  );
}

/** The same on narrow screens, where the sidebar doesn't fit. */
export function SettingsSelect() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const groups = settingsGroups(usePlace());
  const current = groups
    .flatMap(({ pages }) => pages)
    .find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav className={classes.select} aria-label="Settings">
      <PlainSelect
        aria-label="Settings"
        value={current?.to ?? ''}
        onChange={(to) => navigate(to)}
        options={groups.map(({ group, pages }) => ({
          label: group,
          options: pages.map(({ label, to }) => ({ value: to, label: `${group}: ${label}` })),
        }))}
      />
    </nav>
  );
}
