import { Navigate } from 'react-router-dom';
import { paths } from '../modules/paths.ts';
import { useActiveProject } from '../modules/selection/use-active-project.ts';

/** The home page redirects to the active project's task list. */
export function HomeRedirect() {
  const { projectId } = useActiveProject();
  return <Navigate to={paths.tasks(projectId)} replace />;
}
