import { Button, Stack, Text, useComputedColorScheme } from '@mantine/core';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { apiConfig } from '#console/api/config.ts';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import { useCreateCardSetup } from '#generated/api/billing/billing.ts';
import { useBilledOrg, useRefreshBilling, useSubscription } from '../use-subscription.ts';

interface CardForm {
  stripe: Stripe;
  elements: StripeElements;
}

/**
 * Adds a card, which becomes the default. Its details go from Stripe's form directly to Stripe, never to our server, so no
 * schema of the contract describes them.
 */
export function CardDialog({ onClose }: { onClose: () => void }) {
  const { orgId } = useBilledOrg();
  const refresh = useRefreshBilling();
  const { openPortal, isLeaving } = useSubscription();
  const place = useRef<HTMLDivElement>(null);
  const { form, problem } = useCardForm(place);
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = async () => {
    if (!form) return;
    setRefusal(null);
    const { error } = await form.stripe.confirmSetup({
      elements: form.elements,
      confirmParams: {
        return_url: new URL(`${paths.billing(orgId)}?checkout=card`, globalThis.location.href).href,
      },
      redirect: 'if_required',
    });
    if (error) return setRefusal(error.message ?? 'The card was declined.');
    await refresh().catch(() => undefined);
    toast.success('Card saved');
    onClose();
  };

  return (
    <Modal opened onClose={onClose} title="Card">
      <Stack gap="md">
        {problem ? (
          <>
            <Text>{problem}</Text>
            <DialogFooter>
              <Button loading={isLeaving} onClick={openPortal}>
                Open billing portal
              </Button>
            </DialogFooter>
          </>
        ) : (
          <>
            {!form && <FormSkeleton fields={2} />}
            <div ref={place} />
            {refusal && (
              <Text role="alert" c="red">
                {refusal}
              </Text>
            )}
            <DialogFooter>
              <ActionButton disabled={!form} onClick={save}>
                Save card
              </ActionButton>
            </DialogFooter>
          </>
        )}
      </Stack>
    </Modal>
  );
}

const NO_FORM =
  "The card form isn't available on this server. Add your card in the billing portal.";
const UNREACHABLE =
  "Stripe's card form can't be loaded. Check your connection and any content blocker, or use the billing portal.";

function publishableKey(): string | undefined {
  const { stripeKey } = apiConfig();
  return stripeKey === CLIENT_DEFAULTS.PUBLIC_STRIPE_PUBLISHABLE_KEY ? undefined : stripeKey;
}

/** Loads Stripe's script. It is loaded nowhere else. */
function useCardForm(place: React.RefObject<HTMLDivElement | null>) {
  const { orgId } = useBilledOrg();
  const { mutateAsync } = useCreateCardSetup({ mutation: { meta: { silent: true } } });
  const theme = useComputedColorScheme('light') === 'dark' ? 'night' : 'stripe';
  const [form, setForm] = useState<CardForm | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isStarted = useRef(false);

  useEffect(() => {
    // In development, effects run twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const open = async () => {
      const stripeKey = publishableKey();
      if (!stripeKey) return setProblem(NO_FORM);
      const [{ client_secret }, stripe] = await Promise.all([
        mutateAsync({ orgId }),
        loadStripe(stripeKey),
      ]);
      if (!stripe || !place.current) return;
      const elements = stripe.elements({ clientSecret: client_secret, appearance: { theme } });
      elements.create('payment').mount(place.current);
      setForm({ stripe, elements });
    };
    open().catch((error: unknown) =>
      setProblem(isApiError(error) ? messageOf(error) : UNREACHABLE),
    );
  }, [mutateAsync, orgId, place, theme]);
  return { form, problem };
}
