import { Button, List, Stack, Text, Textarea } from '@mantine/core';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { DocumentUrls, documentUrlsUrlsMax } from '#generated/model/documentUrls.zod.ts';
import '@mantine/core/styles/List.css';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { MESSAGES } from '#core/messages.ts';
import { useCreateDocumentsFromUrls } from '#generated/api/collection/collection.ts';
import type { Collection, DocumentResult } from '#generated/model/index.ts';
import classes from './documents.module.css';
import { readUrls } from './read-urls.ts';

/** Adds pages by their URLs, and shows a result for each. */
export function UrlsDialog({
  collection,
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(true);
  const [results, setResults] = useState<readonly DocumentResult[] | null>(null);
  const create = useCreateDocumentsFromUrls({
    mutation: { meta: { area: 'document.urls', fields: true } },
  });
  const form = useForm(
    contractForm(DocumentUrls, {
      initialValues: { urls: '' },
      body: ({ urls }) => ({ urls: readUrls(urls) }),
      validate: {
        urls: (text) => {
          const { length } = readUrls(text);
          if (length === 0) return MESSAGES.document.badUrl;
          return length > documentUrlsUrlsMax && `At most ${documentUrlsUrlsMax} at once`;
        },
      },
    }),
  );
  const count = readUrls(form.values.urls).length;

  const add = async (data: DocumentUrls) => {
    const at = { orgId, projectId, collectionId: collection.id };
    const added = await create.mutateAsync({ ...at, data });
    if (added.results.every(({ error }) => error === null)) setOpened(false);
    else setResults(added.results);
  };
  const refused = results?.filter(({ error }) => error !== null) ?? [];

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={results ? 'Some URLs were not added' : 'Add URLs'}
      size="lg"
    >
      {results ? (
        <Stack gap="md">
          <Text>
            {MESSAGES.source.urls} {counted(results.length - refused.length, 'page')} added,{' '}
            {refused.length} not.
          </Text>
          <List size="sm" aria-label="URLs not added" className={classes.results}>
            {refused.map(({ name, error }) => (
              <List.Item key={name}>
                <span className="tl-mono">{name}</span>
                <Text size="sm" c="red">
                  {error}
                </Text>
              </List.Item>
            ))}
          </List>
          <DialogFooter cancel="Close">
            <Button
              onClick={() => {
                form.setFieldValue('urls', refused.map(({ name }) => name).join('\n'));
                setResults(null);
              }}
            >
              Edit these URLs
            </Button>
          </DialogFooter>
        </Stack>
      ) : (
        <Form form={form} label="Add URLs" onSubmit={add}>
          <Textarea
            label="URLs"
            description={`One per line, up to ${documentUrlsUrlsMax}. Each page becomes a document.`}
            placeholder={'https://example.com/handbook\nhttps://example.com/prices.pdf'}
            autosize
            minRows={5}
            maxRows={12}
            data-autofocus
            spellCheck={false}
            classNames={{ input: 'tl-mono' }}
            {...form.getInputProps('urls')}
          />
          <SubmitBar label={count > 1 ? `Add ${counted(count, 'URL')}` : 'Add URL'} always />
        </Form>
      )}
    </Modal>
  );
}
