import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { deleteTaxId, replaceTaxId } from '#generated/api/billing/billing.ts';
import type { InvoicedTaxId } from '#generated/model/index.ts';
import { TaxId } from '#generated/model/taxId.zod.ts';
import { useBilledOrg, useShowBilling } from '../use-subscription.ts';
import { isSettable, taxTypeOptions } from './tax-types.ts';

const NEW: InvoicedTaxId = { type: 'eu_vat', value: '' };
const FIXED = 'Entered on a payment page. To replace it, choose another type.';

interface TaxDialogProps {
  taxId: InvoicedTaxId | null;
  onClosed: () => void;
}

/** Sets or removes the tax ID on invoices. One whose type can't be set here is shown, and can be replaced. */
export function TaxDialog({ taxId, onClosed }: TaxDialogProps) {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  const form = useForm(
    contractForm(TaxId, {
      initialValues: taxId ?? NEW,
      body: (values) => values as TaxId,
      labels: { value: 'tax number' },
    }),
  );
  const isFixed = !isSettable(form.values);

  const remove = () =>
    attempt(async () => show(await mutate(deleteTaxId, orgId)), { success: 'Tax ID removed' });
  return (
    <FormDialog
      form={form}
      title="Tax ID"
      submit="Save"
      disabledReason={isFixed ? FIXED : null}
      onSubmit={async (body) => show(await mutate(replaceTaxId, orgId, body))}
      success="Tax ID saved"
      onClosed={onClosed}
    >
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
        <ActionButton
          variant="subtle"
          color="red"
          onClick={async () => (await remove()) && onClosed()}
        >
          Remove tax ID
        </ActionButton>
      )}
    </FormDialog>
  );
}
