import { Stack, TextInput } from '@mantine/core';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { CopyButton } from '../../ui/display/copy-button.tsx';
import { FormSection } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { CopyProject } from './copy-project.tsx';
import { MoveProject } from './move-project.tsx';
import { ProjectDangerZone } from './project-danger-zone.tsx';
import { ProjectDefaultsForm } from './project-defaults-form.tsx';
import { ProjectNameForm } from './project-name-form.tsx';
import { ProjectSpendLimit } from './project-spend-limit.tsx';

/** A project's name, ids and defaults, and its copies, move and deletion. */
export function ProjectSettingsPage() {
  const { project } = useActiveProject();
  return (
    <Page title="Project" area="Settings">
      <Stack gap={40}>
        <ProjectNameForm key={project.id} project={project} />
        <FormSection title="API identifiers" description="Needed in API URLs.">
          <Id what="project" value={project.id} />
          <Id what="organisation" value={project.org_id} />
        </FormSection>
        <ProjectDefaultsForm key={project.etag} project={project} />
        <ProjectSpendLimit key={`limit-${project.id}`} project={project} />
        <CopyProject key={`copy-${project.id}`} project={project} />
        <MoveProject key={`move-${project.id}`} project={project} />
        <ProjectDangerZone project={project} />
      </Stack>
    </Page>
  );
}

function Id({ what, value }: { what: 'project' | 'organisation'; value: string }) {
  return (
    <TextInput
      label={what === 'project' ? 'Project ID' : 'Organisation ID'}
      value={value}
      readOnly
      classNames={{ input: 'tl-mono' }}
      rightSection={<CopyButton value={value} what={`${what} ID`} size="sm" />}
    />
  );
}
