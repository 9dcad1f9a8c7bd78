import { Autocomplete, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { BIO_MAX } from '#core/limits.ts';
import { useUpdateUser } from '#generated/api/user/user.ts';
import type { User } from '#generated/model/index.ts';
import { UserUpdate } from '#generated/model/userUpdate.zod.ts';
import { jobRoles } from './job-roles.ts';
import { useSaveUser } from './use-save-user.ts';

/** Job role and bio. */
export function ProfileForm({ user }: { user: User }) {
  const save = useSaveUser();
  const update = useUpdateUser({ mutation: { meta: { area: 'profile.update', fields: true } } });
  const form = useForm(
    contractForm(UserUpdate, { initialValues: { job_role: user.job_role ?? '', bio: user.bio } }),
  );

  return (
    <Form
      form={form}
      label="Profile"
      onSubmit={async (data) => {
        const changed = await update.mutateAsync({ data });
        save(changed);
        form.setValues({ job_role: changed.job_role ?? '', bio: changed.bio });
        toast.success('Profile saved');
      }}
    >
      <Stack gap="md">
        <Autocomplete
          label="Job role"
          description="Pick one or write your own."
          data={[...jobRoles]}
          {...form.getInputProps('job_role')}
        />
        <Textarea label="Bio" autosize minRows={3} maxRows={10} {...form.getInputProps('bio')} />
        <Text size="sm" c="dimmed" ta="right" mt={-12} className="tl-tabular">
          {form.values.bio.length} / {BIO_MAX}
        </Text>
      </Stack>
      <SubmitBar label="Save profile" />
    </Form>
  );
}
