import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useDeleteTaxId, useReplaceTaxId } from '#generated/api/billing/billing.ts';
import type { TaxId } from '#generated/model/index.ts';
import { useBilledOrg, useShowBilling } from '../use-subscription.ts';

const TYPES: Readonly<Record<TaxId['type'], string>> = {
  eu_vat: 'EU VAT number',
  gb_vat: 'United Kingdom: VAT number',
  us_ein: 'United States: EIN',
  ch_vat: 'Switzerland: VAT number',
  no_vat: 'Norway: VAT number',
  au_abn: 'Australia: ABN',
  nz_gst: 'New Zealand: GST number',
  ca_bn: 'Canada: BN',
  in_gst: 'India: GST number',
  jp_trn: 'Japan: tax registration number',
  kr_brn: 'South Korea: BRN',
  sg_gst: 'Singapore: GST number',
  br_cnpj: 'Brazil: CNPJ',
  mx_rfc: 'Mexico: RFC',
  za_vat: 'South Africa: VAT number',
};
const OPTIONS = Object.entries(TYPES).map(([value, label]) => ({ value, label }));

/** Sets or removes the tax ID on invoices. */
export function TaxDialog({ taxId, onClose }: { taxId: TaxId | null; onClose: () => void }) {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  const replace = useReplaceTaxId({ mutation: { meta: { fields: true } } });
  const removal = useDeleteTaxId();
  const form = useForm<TaxId>({ initialValues: taxId ?? { type: 'eu_vat', value: '' } });

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
            data={OPTIONS}
            allowDeselect={false}
            {...form.getInputProps('type')}
          />
          <TextInput
            data-autofocus
            label="Number"
            description="Shown on all future invoices."
            required
            maxLength={40}
            {...form.getInputProps('value')}
          />
          {taxId && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={remove}>
              Remove tax ID
            </Button>
          )}
        </Stack>
        <SubmitBar label="Save" />
      </Form>
    </Modal>
  );
}
