import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { OriginsField } from '#console/modules/origin/origins-field.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { NAME_MAX } from '#core/limits.ts';
import { SUGGESTIONS_MAX, suggestionLines } from '../config/config-values.ts';
import { TargetFields } from '../config/target-fields.tsx';
import classes from './widget.module.css';
import { ORIGINS_MAX, type WidgetValues } from './widget-values.ts';

const SCHEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const POSITIONS = [
  { value: 'bottom-right', label: 'Right' },
  { value: 'bottom-left', label: 'Left' },
] as const;

interface WidgetFieldsProps {
  form: UseFormReturnType<WidgetValues, unknown>;
  disabled: boolean;
}

/** A widget's settings. */
export function WidgetFields({ form, disabled }: WidgetFieldsProps) {
  const { theme, config, origins, daily_messages } = form.values;
  const setTheme = (change: Partial<WidgetValues['theme']>) =>
    form.setFieldValue('theme', { ...theme, ...change });
  const setConfig = (change: Partial<WidgetValues['config']>) =>
    form.setFieldValue('config', { ...config, ...change });
  const error = (path: string) => form.errors[path] as string | undefined;
  return (
    <Stack gap={32}>
      <FormSection title="Where it is shown">
        <TextInput
          label="Name"
          description="For you. Visitors don't see it."
          maxLength={NAME_MAX}
          autoComplete="off"
          disabled={disabled}
          {...form.getInputProps('name')}
        />
        <OriginsField
          origins={origins}
          about={`The websites that may show the widget, such as https://www.example.com, in addition to the project's.${origins.length === 0 ? ' There are none yet.' : ''}`}
          max={ORIGINS_MAX}
          errorAt={(index) => error(`origins.${index}`)}
          disabled={disabled}
          onChange={(next) => form.setFieldValue('origins', next)}
        />
        <NumberField
          label="Messages per visitor and day"
          description="What one visitor may send, 1 to 1,000. Each answer is paid from your balance."
          min={1}
          max={1000}
          disabled={disabled}
          value={daily_messages}
          error={error('daily_messages')}
          onChange={(next) => form.setFieldValue('daily_messages', next)}
        />
      </FormSection>
      <FormSection title="Look">
        <TextInput
          label="Title"
          maxLength={60}
          disabled={disabled}
          {...form.getInputProps('theme.title')}
        />
        <TextInput
          label="Button"
          description="Leave it empty for an icon alone."
          maxLength={40}
          disabled={disabled}
          {...form.getInputProps('theme.launcher')}
        />
        <PlainField
          label="Accent colour"
          description="Texts on it stay readable, whatever you choose."
        >
          {({ invalid: _, ...control }) => (
            <div className={classes.colour}>
              <PlainInput
                {...control}
                type="color"
                disabled={disabled}
                value={theme.color}
                onChange={(event) => setTheme({ color: event.currentTarget.value })}
              />
              <span className="tl-mono">{theme.color}</span>
            </div>
          )}
        </PlainField>
        <div className={classes.choices}>
          <Choice label="Colours">
            <Segmented
              label="Colours"
              items={SCHEMES}
              value={theme.scheme}
              disabled={disabled}
              onChange={(scheme) => setTheme({ scheme })}
            />
          </Choice>
          <Choice label="Side">
            <Segmented
              label="Side"
              items={POSITIONS}
              value={theme.position}
              disabled={disabled}
              onChange={(position) => setTheme({ position })}
            />
          </Choice>
        </div>
        <Textarea
          label="Greeting"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          disabled={disabled}
          {...form.getInputProps('config.greeting')}
        />
        <Textarea
          label="Suggested questions"
          description={`One per line, at most ${SUGGESTIONS_MAX}`}
          autosize
          minRows={2}
          maxRows={6}
          disabled={disabled}
          value={config.suggestions.join('\n')}
          error={error('config.suggestions')}
          onChange={(event) =>
            setConfig({ suggestions: suggestionLines(event.currentTarget.value) })
          }
        />
      </FormSection>
      <FormSection title="Answers">
        <TargetFields
          forVisitors
          values={config}
          errors={{ collection_ids: error('config.collection_ids') }}
          disabled={disabled}
          onChange={setConfig}
        />
        <Textarea
          label="System prompt"
          description="The model's role and rules. Don't write secrets here: visitors may get the model to repeat it."
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          disabled={disabled}
          {...form.getInputProps('config.system_prompt')}
        />
      </FormSection>
    </Stack>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className={classes.label} aria-hidden>
        {label}
      </p>
      {children}
    </div>
  );
}
