import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useUpdateProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';
import { useStoreProject } from './use-store-project.ts';

const maxDays = 3650;

/** How long a project keeps its runs. */
export function RunRetentionForm({ project }: { project: Project }) {
  const { org_id: orgId, id: projectId, run_retention_days: current } = project;
  const storeProject = useStoreProject();
  const confirm = useConfirm();
  const edit = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const update = useUpdateProject({ mutation: { meta: { area: 'project.update', fields: true } } });
  const form = useForm({
    initialValues: { run_retention_days: current === null ? '' : String(current) },
    validate: { run_retention_days: (text: string) => daysError(text) },
  });

  const submit = async ({ run_retention_days: text }: { run_retention_days: string }) => {
    const days = text.trim() === '' ? null : Number(text);
    const isShorter = days !== null && (current === null || days < current);
    if (isShorter && !(await confirm(shortening(days)))) {
      form.setFieldValue('run_retention_days', current === null ? '' : String(current));
      return;
    }
    const data = { run_retention_days: days };
    storeProject(await update.mutateAsync({ orgId, projectId, data }));
    toast.success(
      days === null
        ? 'Run retention set to forever'
        : `Run retention set to ${days === 1 ? '1 day' : `${days} days`}`,
    );
  };

  return (
    <Form form={form} onSubmit={submit} label="Run retention">
      <FormSection
        title="Runs"
        description="Older runs and traces are deleted hourly. Costs stay in billing."
      >
        <TextInput
          label="Keep runs for"
          placeholder="Forever"
          inputMode="numeric"
          maxLength={4}
          readOnly={!edit.allowed}
          rightSection="days"
          rightSectionWidth={56}
          {...form.getInputProps('run_retention_days')}
        />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}

function daysError(text: string): string | null {
  if (text.trim() === '') return null;
  const days = Number(text);
  const isValid = Number.isInteger(days) && days >= 1 && days <= maxDays;
  return isValid ? null : `Enter 1 to ${maxDays} days, or leave empty to keep runs forever`;
}

function shortening(days: number) {
  const span = days === 1 ? '1 day' : `${days} days`;
  return {
    title: 'Delete older runs?',
    body: `Runs older than ${span} will be deleted within an hour, and other runs once they are that old. If you need them, export them first.`,
    confirmLabel: 'Delete older runs',
    danger: true,
  };
}
