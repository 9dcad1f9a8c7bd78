import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAt } from '@tabler/icons-react';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { ShortList } from '#console/ui/list/short-list.tsx';
import { EmailDomainCreate } from '#generated/model/emailDomainCreate.zod.ts';
import '@mantine/core/styles/Alert.css';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { createDomain, useListDomainsInfinite } from '#generated/api/capture/capture.ts';
import { DomainCard } from './domain-card.tsx';
import classes from './domains.module.css';

/** `/orgs/:orgId/settings/domains`: email domains whose people may join by themselves. */
export function DomainsPage() {
  const { orgId = '' } = useParams();
  const domains = useListDomainsInfinite(orgId, undefined, { query: { ...paged, staleTime: 0 } });
  return (
    <Page title="Email domains" area="Settings" width="form">
      <Stack gap="lg">
        <Text c="dimmed">
          People with a verified email address of a domain can join this organisation by themselves,
          or ask to join. Subdomains aren&apos;t included, and people who were removed can&apos;t
          come back.
        </Text>
        <AddDomain orgId={orgId} />
        <ShortList
          query={domains}
          empty={
            <EmptyState icon={<IconAt />} title="No email domains">
              Add the domain of your company above.
            </EmptyState>
          }
        >
          {(rows) =>
            rows.map((domain) => <DomainCard key={domain.id} orgId={orgId} domain={domain} />)
          }
        </ShortList>
        {flatten(domains.data).some(({ verified_at }) => verified_at === null) && (
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

function AddDomain({ orgId }: { orgId: string }) {
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  const form = useForm(
    contractForm(EmailDomainCreate, {
      initialValues: { domain: '' },
      validate: { domain: (name) => name.trim() === '' && 'Enter a domain, such as example.com' },
    }),
  );
  const submit = async (data: EmailDomainCreate) => {
    const { domain } = await mutate(createDomain, orgId, data);
    form.reset();
    toast.success(`${domain} added. Verify it next.`);
  };
  return (
    <Form form={form} onSubmit={submit} guard={false} label="Add domain">
      <div className={classes.add}>
        <TextInput label="Domain" placeholder="example.com" {...form.getInputProps('domain')} />
        <SubmitBar label="Add domain" always disabledReason={edit.reason} />
      </div>
    </Form>
  );
}
