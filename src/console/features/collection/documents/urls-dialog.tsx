import { Button, List, Stack, Text, Textarea } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { createDocumentsFromUrls } from '#generated/api/collection/collection.ts';
import { DocumentUrls, documentUrlsUrlsMax } from '#generated/model/documentUrls.zod.ts';
import type { AddDialogProps } from './text-dialog.tsx';
import '@mantine/core/styles/List.css';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { MESSAGES } from '#core/messages.ts';
import type { DocumentResult } from '#generated/model/index.ts';
import classes from './documents.module.css';

/** Adds pages by their URLs, and shows a result for each. */
export function UrlsDialog({ collection, onClosed }: AddDialogProps) {
  const { at } = useActiveProject();
  const [results, setResults] = useState<readonly DocumentResult[] | null>(null);
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

  const add = async (body: DocumentUrls) => {
    const added = await mutate(createDocumentsFromUrls, ...at, collection.id, body);
    const isDone = added.results.every(({ error }) => error === null);
    if (!isDone) setResults(added.results);
    return isDone;
  };
  const refused = results?.filter(({ error }) => error !== null) ?? [];

  return (
    <FormDialog
      form={form}
      title={results ? 'Some URLs were not added' : 'Add URLs'}
      label="Add URLs"
      size="lg"
      submit={count > 1 ? `Add ${counted(count, 'URL')}` : 'Add URL'}
      always
      area="document.urls"
      onSubmit={add}
      onClosed={onClosed}
      instead={
        results && (
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
        )
      }
    >
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
    </FormDialog>
  );
}

/**
 * The URLs in pasted text: separated by whitespace or commas, without duplicates, with `https://` if the scheme is
 * missing.
 */
export function readUrls(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<"'(]+|[>"')]+$/g, ''))
    .filter((word) => word !== '');
  return [
    ...new Set(words.map((word) => (/^[a-z][a-z\d+.-]*:/i.test(word) ? word : `https://${word}`))),
  ];
}
