import { IconTemplate } from '@tabler/icons-react';
import { paths } from '../../modules/paths.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { useQueryParam } from '../../ui/use-query-param.ts';

/** Where a template that was chosen before signing up leads. There are none to offer yet, and it says so. */
export function TemplateListPage() {
  const { projectId } = useActiveProject();
  const [template] = useQueryParam('template');
  return (
    <Page title="Templates" area="Templates">
      <EmptyState
        icon={<IconTemplate size={18} stroke={1.5} />}
        title={template ? 'This template is not available' : 'No templates yet'}
        action={<LinkButton to={paths.tasks(projectId)}>Go to tasks</LinkButton>}
      >
        {template ? (
          <>
            There is no template named <span className="tl-mono">{template}</span>. You can start
            with a blank task instead.
          </>
        ) : (
          'You can start with a blank task instead.'
        )}
      </EmptyState>
    </Page>
  );
}
