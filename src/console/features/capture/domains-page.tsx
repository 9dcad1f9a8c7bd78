import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import '@mantine/core/styles/Alert.css';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  createDomain,
  invalidateListDomainsInfinite,
  useListDomainsInfinite,
} from '#generated/api/capture/capture.ts';
import { DomainCard } from './domain-card.tsx';
import classes from './domains.module.css';

/** `/orgs/:orgId/settings/domains`: email domains whose people may join by themselves. */
export function DomainsPage() {
  const { orgId = '' } = useParams();
  const client = useQueryClient();
  const domains = useListDomainsInfinite(orgId, undefined, { query: { ...paged, staleTime: 0 } });
  const rows = flatten(domains.data);
  const refresh = async () => {
    await invalidateListDomainsInfinite(client, orgId);
  };
  return (
    <Page title="Email domains" area="Settings" width="form">
      <Stack gap="lg">
        <Text c="dimmed">
          People with a verified email address of a domain can join this organisation by themselves,
          or ask to join. Subdomains aren&apos;t included, and people who were removed can&apos;t
          come back.
        </Text>
        <AddDomain orgId={orgId} onAdded={refresh} />
        {domains.isPending && <FormSkeleton fields={2} />}
        {domains.error && !domains.data && (
          <ErrorState error={domains.error} onRetry={() => void domains.refetch()} />
        )}
        {domains.data && rows.length === 0 && (
          <EmptyState icon={<IconAt />} title="No email domains">
            Add the domain of your company above.
          </EmptyState>
        )}
        {rows.map((domain) => (
          <DomainCard key={domain.id} orgId={orgId} domain={domain} onChange={refresh} />
        ))}
        {rows.some(({ verified_at }) => verified_at === null) && (
          <Alert color="blue" title="How to verify a domain">
            Add the TXT record to the DNS of the domain, where you bought it or at its name server.
            It can take up to an hour until everyone sees it. Keep the record: it is looked up every
            day.
          </Alert>
        )}
      </Stack>
    </Page>
  );
}

function AddDomain({ orgId, onAdded }: { orgId: string; onAdded: () => Promise<void> }) {
  const [domain, setDomain] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (domain.trim() === '') {
      setError('Enter a domain, such as example.com');
      return;
    }
    setBusy(true);
    await attempt(
      async () => {
        const made = await createDomain(orgId, { domain });
        await onAdded();
        setDomain('');
        toast.success(`${made.domain} added. Verify it next.`);
      },
      undefined,
      (failure) => {
        const message = isApiError(failure) ? failure.problem?.errors?.[0]?.message : undefined;
        if (message) setError(message);
        return message !== undefined;
      },
    );
    setBusy(false);
  };
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <PlainField label="Domain" error={error ?? undefined}>
        {(control) => (
          <PlainInput
            {...control}
            placeholder="example.com"
            value={domain}
            onChange={(event) => {
              setDomain(event.currentTarget.value);
              setError(null);
            }}
          />
        )}
      </PlainField>
      <Permitted on={{ level: 'organization', orgId }} name="edit">
        <Button type="submit" loading={busy}>
          Add domain
        </Button>
      </Permitted>
    </form>
  );
}
