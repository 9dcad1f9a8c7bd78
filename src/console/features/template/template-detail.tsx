import { Button, Text } from '@mantine/core';
import { IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { DefinitionView } from '#console/modules/task/definition-view.tsx';
import { TemplateDialog } from '#console/modules/template/template-dialog.tsx';
import { useTemplate } from '#console/modules/template/use-template.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  getListTemplatesInfiniteQueryKey,
  useDeleteTemplate,
  useGetTemplate,
} from '#generated/api/template/template.ts';
import type { Template } from '#generated/model/index.ts';
import { SampleRun } from './sample-run.tsx';
import classes from './template.module.css';

const crumbs = [{ label: 'Templates', to: paths.templates() }];

/** A template: its prompts, variables and output, and a sample run. */
export function TemplateDetail({ id }: { id: string }) {
  const { orgId, projectId } = useActiveProject();
  const { data: template, error, refetch } = useGetTemplate(orgId, id);
  const { use, pending, dialog } = useTemplate();

  if (isApiError(error, 404)) return <Missing id={id} />;
  return (
    <Page
      title={template?.name ?? 'Template'}
      area="Templates"
      crumbs={crumbs}
      actions={
        template && (
          <>
            {template.origin === 'organization' && (
              <>
                <EditButton template={template} />
                <DeleteButton template={template} />
              </>
            )}
            <Permitted on={{ level: 'project', orgId, projectId }} name="create_task">
              <Button loading={pending !== null} onClick={() => void use(id)}>
                Use template
              </Button>
            </Permitted>
          </>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!template && !error && <TextSkeleton lines={8} />}
      {template && (
        <div className={classes.detail}>
          <div>
            {template.description && <p className={classes.lead}>{template.description}</p>}
            <p className={classes.facts}>{factsOf(template)}</p>
            <Text component="h2" fw={600}>
              Prompt and output
            </Text>
            <DefinitionView definition={template.definition} />
          </div>
          <SampleRun template={template} />
        </div>
      )}
      {dialog}
    </Page>
  );
}

function factsOf({ tags, created_by }: Template): string {
  return [...tags, ...(created_by ? [`saved by ${created_by.name}`] : [])].join(' · ');
}

function Missing({ id }: { id: string }) {
  return (
    <Page title="Templates" crumbs={crumbs} heading={<h1 hidden>Templates</h1>}>
      <EmptyState
        icon={<IconTemplate />}
        title="Template not found"
        action={<LinkButton to={paths.templates()}>View all templates</LinkButton>}
      >
        There is no template <span className="tl-mono">{id}</span>, or it belongs to another
        organisation.
      </EmptyState>
    </Page>
  );
}

function EditButton({ template }: { template: Template }) {
  const { orgId } = useActiveProject();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Permitted on={{ level: 'organization', orgId }} name="edit">
        <Button variant="default" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
          Edit template
        </Button>
      </Permitted>
      {editing && (
        <EditTemplate orgId={orgId} template={template} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

function DeleteButton({ template }: { template: Template }) {
  const { orgId } = useActiveProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteTemplate();

  const onClick = async () => {
    const agreed = await confirm({
      title: `Delete ${template.name}?`,
      body: 'Nobody in the organisation will be able to use it any more. Tasks created from it will be kept.',
      confirmLabel: 'Delete template',
      danger: true,
    });
    if (!agreed) return;
    await attempt(async () => {
      await remove.mutateAsync({ orgId, templateId: template.id });
      toast.success(`${template.name} deleted`);
      void queryClient.invalidateQueries({ queryKey: getListTemplatesInfiniteQueryKey(orgId) });
      navigate(paths.templates());
    });
  };

  return (
    <Permitted on={{ level: 'organization', orgId }} name="edit">
      <Button
        variant="default"
        leftSection={<IconTrash />}
        loading={remove.isPending}
        onClick={onClick}
      >
        Delete template
      </Button>
    </Permitted>
  );
}

interface EditTemplateProps {
  orgId: string;
  template: Template;
  onClose: () => void;
}

/**
 * Edits the name, description and tags of an organisation's template. Its prompts are replaced from a task's editor.
 */
function EditTemplate({ orgId, template, onClose }: EditTemplateProps) {
  const { id, name, description, tags, definition, sample } = template;
  const kept = {
    definition,
    ...(sample && { sample: { inputs: sample.inputs, output: sample.output } }),
  };
  return (
    <TemplateDialog
      orgId={orgId}
      title="Edit template"
      initial={{ name, description, tags }}
      complete={async (fields) => ({ data: { ...fields, ...kept }, replaces: id })}
      onClose={onClose}
    />
  );
}
