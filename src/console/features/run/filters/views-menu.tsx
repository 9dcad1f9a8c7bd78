import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { submits } from '#console/ui/form/submits.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { type RunFilters, runFilters } from './run-filters.ts';
import { deleteView, type SavedView, saveView, useViewStore, viewPlace } from './saved-views.ts';
import classes from './views-menu.module.css';

const none: SavedView[] = [];

/** The user's saved filters. */
export function ViewsMenu({ filters }: { filters: RunFilters }) {
  const { projectId } = useActiveProject();
  const place = viewPlace(useCurrentUser().id, projectId);
  const views = useViewStore(({ byPlace }) => byPlace[place] ?? none);
  const [open, setOpen] = useState(false);
  const search = runFilters.write(new URLSearchParams(), filters.values).toString();
  const current = views.find((view) => view.search === search);

  const remove = (view: SavedView) => {
    deleteView(place, view.name);
    toast.undo(`View “${view.name}” deleted`, () => saveView(place, view));
  };

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      portalProps={{ target: 'main' }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconBookmark />} onClick={() => setOpen(!open)}>
          <span className="tl-truncate">{current?.name ?? 'Views'}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} w={280} aria-label="Saved views">
        {views.length > 0 && (
          <ul className={classes.list}>
            {views.map((view) => (
              <li key={view.name} data-current={view === current || undefined}>
                <Link to={`?${view.search}`} onClick={() => setOpen(false)}>
                  {view.name}
                </Link>
                <ActionIcon
                  size="sm"
                  aria-label={`Delete view ${view.name}`}
                  onClick={() => remove(view)}
                >
                  <IconTrash />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {filters.count > 0 && !current ? (
          <SaveView
            onSave={(name) => {
              saveView(place, { name, search });
              setOpen(false);
            }}
          />
        ) : (
          <p className={classes.hint}>
            {current ? 'This view is saved.' : 'Set filters to save them as a view.'}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form className={classes.save} onSubmit={submits(() => name.trim() && onSave(name.trim()))}>
      <TextInput
        aria-label="View name"
        placeholder="Save filters as…"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Save view
      </Button>
    </form>
  );
}
