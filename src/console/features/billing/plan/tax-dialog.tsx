import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useDeleteTaxId, useReplaceTaxId } from '#generated/api/billing/billing.ts';
import type { InvoicedTaxId } from '#generated/model/index.ts';
import { TaxId } from '#generated/model/taxId.zod.ts';
import { useBilledOrg, useShowBilling } from '../use-subscription.ts';
import { isSettable, taxTypeOptions } from './tax-types.ts';

const NEW: InvoicedTaxId = { type: 'eu_vat', value: '' };
const FIXED = 'Entered on a payment page. To replace it, choose another type.';

interface TaxDialogProps {
  taxId: InvoicedTaxId | null;
  onClose: () => void;
}

/** Sets or removes the tax ID on invoices. One whose type can't be set here is shown, and can be replaced. */
export function TaxDialog({ taxId, onClose }: TaxDialogProps) {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  const replace = useReplaceTaxId({ mutation: { meta: { fields: true } } });
  const removal = useDeleteTaxId();
  const form = useForm(
    contractForm(TaxId, {
      initialValues: taxId ?? NEW,
      body: (values) => values as TaxId,
      labels: { value: 'tax number' },
    }),
  );
  const isFixed = !isSettable(form.values);

  const submit = async (data: TaxId) => {
    await show(await replace.mutateAsync({ orgId, data }));
    toast.success('Tax ID saved');
  };
  const remove = () =>
    attempt(async () => {
      await show(await removal.mutateAsync({ orgId }));
      toast.success('Tax ID removed');
      onClose();
    });
  return (
    <Modal opened onClose={onClose} title="Tax ID">
      <Form form={form} onSubmit={submit} onSaved={onClose} label="Tax ID">
        <Stack gap="md">
          <Select
            label="Type"
            data={taxTypeOptions(taxId?.type ?? NEW.type)}
            allowDeselect={false}
            {...form.getInputProps('type')}
          />
          <TextInput
            data-autofocus
            label="Number"
            description={isFixed ? FIXED : 'Shown on all future invoices.'}
            readOnly={isFixed}
            required
            {...form.getInputProps('value')}
          />
          {taxId && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={remove}>
              Remove tax ID
            </Button>
          )}
        </Stack>
        <SubmitBar label="Save" disabledReason={isFixed ? FIXED : null} />
      </Form>
    </Modal>
  );
}
