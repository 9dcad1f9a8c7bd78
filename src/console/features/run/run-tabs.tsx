import { useSearchParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { NavTabs } from '#console/ui/navigation/nav-tabs.tsx';

/** The filters that both tabs share. */
const SHARED = ['task', 'caller', 'period', 'from', 'to'];

/** Tabs for runs and rejected calls. Switching keeps the shared filters. */
export function RunTabs() {
  const { projectId } = useActiveProject();
  const [search] = useSearchParams();
  const shared = new URLSearchParams([...search].filter(([name]) => SHARED.includes(name)));
  const withFilters = (path: string) => (shared.size > 0 ? `${path}?${shared}` : path);
  return (
    <NavTabs
      label="Runs"
      tabs={[
        { label: 'All runs', to: withFilters(paths.runs(projectId)), end: true },
        { label: 'Rejected calls', to: withFilters(paths.rejectedCalls(projectId)) },
      ]}
    />
  );
}
