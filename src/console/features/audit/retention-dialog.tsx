import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useModal } from '#console/ui/modal/modal-context.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { AUDIT_DAYS_MAX, AUDIT_DAYS_MIN } from '#core/limits.ts';
import { useGetAuditRetention, useReplaceAuditRetention } from '#generated/api/audit/audit.ts';
import { AuditRetentionUpdate } from '#generated/model/auditRetentionUpdate.zod.ts';
import type { AuditRetention } from '#generated/model/index.ts';

interface RetentionProps {
  orgId: string;
  opened: boolean;
  onClose: () => void;
}

/** How long the audit log is kept. */
export function RetentionDialog({ orgId, opened, onClose }: RetentionProps) {
  const query = useGetAuditRetention(orgId, { query: { enabled: opened } });
  return (
    <Modal opened={opened} onClose={onClose} title="Audit log retention" size="sm">
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(current) => <RetentionForm orgId={orgId} current={current} />}
      </Loaded>
    </Modal>
  );
}

function RetentionForm({ orgId, current }: { orgId: string; current: AuditRetention }) {
  const confirm = useConfirm();
  const own = usePermission({ level: 'organization', orgId }, 'remove_owner');
  const replace = useReplaceAuditRetention({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(AuditRetentionUpdate, {
      initialValues: { days: String(current.days) },
      body: ({ days }) => ({ days: Number(days) }),
      validate: { days: daysError },
    }),
  );

  const submit = async (data: AuditRetentionUpdate) => {
    const { days } = data;
    if (days < current.days && !(await confirm(shortening(days)))) return false;
    await replace.mutateAsync({ orgId, data, headers: { 'If-Match': current.etag } });
    toast.success(`Audit log kept for ${days} days`);
  };

  return (
    <Form form={form} onSubmit={submit} onSaved={useModal()?.done} label="Audit log retention">
      <Text size="sm" c="dimmed">
        Older entries are deleted. Changing this is recorded too.
      </Text>
      <TextInput
        label="Keep entries for"
        inputMode="numeric"
        maxLength={4}
        readOnly={!own.allowed}
        rightSection="days"
        rightSectionWidth={56}
        {...form.getInputProps('days')}
      />
      <SubmitBar label="Save" disabledReason={own.reason} />
    </Form>
  );
}

function daysError(text: string): string | null {
  const days = Number(text.trim() || Number.NaN);
  const isValid = Number.isInteger(days) && days >= AUDIT_DAYS_MIN && days <= AUDIT_DAYS_MAX;
  return isValid ? null : `Enter ${AUDIT_DAYS_MIN} to ${AUDIT_DAYS_MAX} days`;
}

function shortening(days: number) {
  return {
    title: 'Delete older entries?',
    body: `Entries older than ${days} days will be deleted within ten minutes. If you need them, export them first.`,
    confirmLabel: 'Delete older entries',
    danger: true,
  };
}
