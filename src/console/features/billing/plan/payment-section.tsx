import { Button } from '@mantine/core';
import { useState } from 'react';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import type { Billing } from '#generated/model/index.ts';
import { CardDialog } from '../card/card-dialog.tsx';
import { useBilledOrg, useSubscription } from '../use-subscription.ts';
import { TaxDialog } from './tax-dialog.tsx';

/** The card and the tax ID, and the link to the billing portal. */
export function PaymentSection({ billing }: { billing: Billing }) {
  const { scope } = useBilledOrg();
  const { openPortal, isLeaving } = useSubscription();
  const [dialog, setDialog] = useState<'card' | 'tax' | null>(null);
  const close = () => setDialog(null);
  const { card, tax_id } = billing;
  return (
    <FormSection title="Payment">
      <Facts>
        <Fact label="Card" wide>
          {card
            ? `${brandOf(card.brand)} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
            : 'None'}
        </Fact>
        <Fact label="Tax ID">{tax_id?.value ?? 'None'}</Fact>
      </Facts>
      <Button.Group>
        <Permitted on={scope} name="edit">
          <Button variant="default" onClick={() => setDialog('card')}>
            {card ? 'Change card' : 'Add card'}
          </Button>
        </Permitted>
        <Permitted on={scope} name="edit">
          <Button variant="default" onClick={() => setDialog('tax')}>
            {tax_id ? 'Change tax ID' : 'Add tax ID'}
          </Button>
        </Permitted>
        <Permitted on={scope} name="edit">
          <Button variant="default" loading={isLeaving} onClick={openPortal}>
            Billing portal
          </Button>
        </Permitted>
      </Button.Group>
      {dialog === 'card' && <CardDialog onClose={close} />}
      {dialog === 'tax' && <TaxDialog taxId={tax_id} onClosed={close} />}
    </FormSection>
  );
}

function brandOf(brand: string): string {
  return `${brand[0]?.toUpperCase() ?? ''}${brand.slice(1)}`;
}
