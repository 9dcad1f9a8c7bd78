import { Anchor } from '@mantine/core';
import { useEffect } from 'react';
import { rememberTemplate } from '#console/modules/onboarding/signup-store.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { codeExpiry, passwordRule } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { fieldValue, findInput, hasCode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** The label of a provider's button in a flow that has been there already. */
const CONTINUE_AT_PROVIDER = 1040003;
const credit = `$${WELCOME_CREDIT / 1_000_000}`;

/** `/auth/registration`: a new account, in one step or two. */
export function RegistrationPage() {
  const { control, destination } = useAuthFlow('registration');
  const carried = destination === '/' ? {} : { return_to: destination };
  const { flow } = control;
  const { title, lead } = wordsOf(flow);
  // Verification may finish in another tab, which doesn't know the page to return to.
  useEffect(() => rememberTemplate(destination), [destination]);

  return (
    <AuthLayout
      title={title}
      lead={lead}
      footer={
        <span>
          {flow && isProviderStep(flow) ? (
            <Anchor component="button" type="button" onClick={control.restart}>
              Create an account another way
            </Anchor>
          ) : (
            <>
              Already have an account?{' '}
              <Anchor component={Link} underline="always" to={screenPath('login', carried)}>
                Sign in
              </Anchor>
            </>
          )}
        </span>
      }
    >
      <AuthFlowView control={control} fields={2}>
        <FlowForm
          kind="registration"
          control={control}
          autoFocus
          label={title}
          hint={(name) => (name === 'password' && flow ? passwordRule(flow.ui.nodes) : undefined)}
          hideMessages={[1040005, 1040009]}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}

/** Each step of a registration: who one is, how one signs in, and the code that was sent. */
function wordsOf(flow: Flow | null): { title: string; lead?: string } {
  if (flow && hasCode(flow)) {
    const address = findInput(flow.ui.nodes, 'traits.email');
    const to = (address && String(fieldValue(address, {}))) || 'your email';
    return { title: 'Check your email', lead: `We sent a code to ${to}.${codeExpiry(flow)}` };
  }
  if (flow && findInput(flow.ui.nodes, 'screen')) return { title: 'Choose how you sign in' };
  if (flow && isProviderStep(flow) && findInput(flow.ui.nodes, 'traits.email')) {
    return {
      title: 'Complete your account',
      lead: "The service that you signed in at didn't tell us everything. Add what is missing to continue.",
    };
  }
  return {
    title: 'Create your account',
    lead: `You get ${credit} in free credit. No card needed.`,
  };
}

/** Whether somebody came back from a provider that didn't sign them in, or didn't say all that an account needs. */
function isProviderStep({ ui }: Flow): boolean {
  return ui.nodes.some(({ meta }) => meta.label?.id === CONTINUE_AT_PROVIDER);
}
