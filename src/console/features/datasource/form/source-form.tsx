import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { datasourceCreateNameMax } from '#generated/model/datasourceCreate.zod.ts';
import type {
  Datasource,
  DatasourceCreate,
  DatasourceKind,
  WebsiteConfig,
} from '#generated/model/index.ts';
import { INTERVALS } from '../kinds.tsx';
import { Notice } from '../notice.tsx';
import { usePreview } from '../preview/use-preview.ts';
import { WebsitePages } from '../preview/website-pages.tsx';
import { ConfigField } from './config-field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { FIELDS } from './fields.ts';
import classes from './form.module.css';
import { askCredentialsAgain, sourceProblems } from './source-problems.ts';
import {
  initialValues,
  type SourceValues,
  suggestedName,
  toConfig,
  toCreate,
} from './source-values.ts';
import { useConnectionTest } from './use-connection-test.ts';

interface SourceFormProps {
  collectionId: string;
  kind: DatasourceKind;
  /** The source to edit; absent for a new one. */
  source?: Datasource;
  /** `config` is null if it wasn't changed. */
  onSubmit: (body: DatasourceCreate, isReadAnew: boolean) => Promise<unknown>;
  onSaved?: () => void;
}

/**
 * A data source's configuration, credentials and schedule. Validated by hand against the contract (`sourceProblems`): it
 * describes a union of kinds, and the fields of each have messages of their own.
 */
export function SourceForm(props: SourceFormProps) {
  const { collectionId, kind, source, onSubmit, onSaved } = props;
  const hasCredentials = Boolean(source?.credentials_hint);
  const [initial] = useState(() => initialValues(kind, source));
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SourceValues>({
    initialValues: initial,
    validate: (values) =>
      sourceProblems(
        kind,
        values,
        hasCredentials || kind === 'google_drive',
        askCredentialsAgain(source, toConfig(kind, values.config)),
      ),
  });
  const preview = usePreview(collectionId);
  const test = useConnectionTest(collectionId);
  const config = toConfig(kind, form.values.config);
  const again = askCredentialsAgain(source, config);
  const isWebsite = kind === 'website';
  const isNew = source === undefined;
  const main = FIELDS[kind].filter(({ isAdvanced }) => !isAdvanced);
  const advanced = FIELDS[kind].filter(({ isAdvanced }) => isAdvanced);
  // Adding a website takes three steps.
  const numbers = isWebsite && isNew;

  const submit = async (values: SourceValues) => {
    const { credentials, ...rest } = toCreate(kind, values);
    // Those that are no longer asked for stay as they are.
    const body = { ...rest, ...(credentials && (isNew || again !== null) && { credentials }) };
    const isReadAnew = JSON.stringify(toConfig(kind, initial.config)) !== JSON.stringify(config);
    setProblem(null);
    test.show(null);
    try {
      return await onSubmit(body, isReadAnew);
    } catch (error) {
      // Shown in the form, because a toast would disappear.
      if (isApiError(error) && Object.keys(fieldErrors(error)).length === 0)
        setProblem(messageOf(error));
      throw error;
    }
  };
  const runTest = async () => {
    setProblem(null);
    if (form.validate().hasErrors) return;
    const { config: entered, credentials } = toCreate(kind, form.values);
    const error = await test.run({
      config: entered,
      ...(credentials && (isNew || again !== null) && { credentials }),
      ...(source && { datasource_id: source.id }),
    });
    const errors = fieldErrors(error);
    form.setErrors(errors);
    // The field shows the error.
    if (Object.keys(errors).some((name) => name.includes('.'))) test.show(null);
  };
  const look = () => {
    const problems = sourceProblems(kind, form.values, true);
    form.setErrors(problems);
    if (problems['config.url'] === undefined) void preview.load(config as WebsiteConfig);
  };

  // The account can only be connected once the source exists.
  const isTestable = kind !== 'google_drive' || hasCredentials;
  return (
    <Form
      form={form}
      label={isNew ? 'Add data source' : 'Edit data source'}
      onSubmit={submit}
      {...(onSaved && { onSaved })}
    >
      <Step title="Source" number={numbers ? 1 : undefined}>
        <div className={classes.pair}>
          {(isWebsite ? main.slice(0, 1) : main).map((field, index) => (
            <ConfigField key={field.name} form={form} field={field} isFirst={index === 0} />
          ))}
        </div>
        {again !== null && (
          <p className={classes.again} role="status">
            {again} Credentials are only sent to the place that they were entered for.
          </p>
        )}
        {(isNew || again !== null) && <CredentialFields form={form} kind={kind} />}
      </Step>
      {isWebsite && (
        <Step title="Pages" number={numbers ? 2 : undefined}>
          <WebsitePages
            config={config as WebsiteConfig}
            pageLimit={Number(form.values.config.page_limit)}
            preview={preview}
            onPreview={look}
            onExclude={(exclude) => form.setFieldValue('config.exclude', exclude.join('\n'))}
          />
          <div className={classes.pair}>
            {main.slice(1).map((field) => (
              <ConfigField key={field.name} form={form} field={field} />
            ))}
          </div>
        </Step>
      )}
      {advanced.length > 0 && (
        <details className={classes.more} open={hasErrorIn(form.errors, advanced) || undefined}>
          <summary>More settings</summary>
          <div className={classes.pair}>
            {advanced.map((field) => (
              <ConfigField key={field.name} form={form} field={field} />
            ))}
          </div>
        </details>
      )}
      <Step title="Name and schedule" number={numbers ? 3 : undefined}>
        <div className={classes.pair}>
          <TextInput
            label="Name"
            placeholder={suggestedName(config)}
            maxLength={datasourceCreateNameMax}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label="Sync"
            data={Object.entries(INTERVALS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('interval')}
          />
        </div>
      </Step>
      {test.result && <Notice {...test.result} role="status" />}
      {problem && <Notice tone="danger" role="alert" text={problem} />}
      <SubmitBar
        label={isNew ? 'Add data source' : 'Save'}
        always={isNew}
        start={
          isTestable && (
            <Button variant="default" loading={test.isTesting} onClick={() => void runTest()}>
              Test connection
            </Button>
          )
        }
      />
    </Form>
  );
}

function hasErrorIn(errors: Record<string, unknown>, fields: readonly { name: string }[]): boolean {
  return fields.some(({ name }) => errors[`config.${name}`] !== undefined);
}

interface StepProps {
  title: string;
  number: number | undefined;
  children: React.ReactNode;
}

function Step({ title, number, children }: StepProps) {
  return (
    <fieldset className={classes.step}>
      <legend>
        {number !== undefined && <span className={classes.number}>{number}</span>}
        {title}
      </legend>
      {children}
    </fieldset>
  );
}
