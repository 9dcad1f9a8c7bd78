import { Button, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { isMutationError } from '#console/api/query/query-client.ts';
import type { MessageArea } from '#core/messages.ts';
import { Tooltip } from '../display/tooltip.tsx';
import { toast } from '../feedback/toast.ts';
import { DialogFooter } from '../modal/dialog-footer.tsx';
import { DirtyGuard } from '../modal/dirty-guard.tsx';
import { useModal } from '../modal/modal-context.ts';
import classes from './form.module.css';

type FormState = { submitting: boolean; dirty: boolean; reset: () => void };

const FormContext = createContext<FormState | null>(null);

export type FormProps<V, Body, Result = unknown> = {
  form: UseFormReturnType<V, Body>;
  /** Rejecting, or resolving with false, keeps the form as it is; field errors of a problem are shown at their fields. */
  onSubmit: (values: Body) => Promise<Result>;
  /** The toast after a success. */
  success?: string | ((result: Result, values: Body) => string) | undefined;
  /** Called after a success, once the form is clean again. Navigate here. */
  onSaved?: ((result: Result) => void) | undefined;
  /** Refetches what the form edits when someone else has changed it (412), so that the next attempt can succeed. */
  onStale?: () => Promise<unknown>;
  /** Asks before leaving the page or closing the dialog with unsaved changes; `always`: even when unchanged. */
  guard?: boolean | 'always';
  /** The form's name for screen readers. */
  label?: string;
  /** What the person is doing: selects the specified message for errors about no field. Mutation hooks show their own. */
  area?: MessageArea | undefined;
  children: ReactNode;
};

type Failure = {
  /** The error that named the fields. */
  error?: unknown;
};

/**
 * A form based on `useForm`. Input survives any failure; the server's field errors are shown at their fields and
 * the first gets focus. Other errors are shown in a toast (pass a mutation hook `meta: { fields: true }`, so
 * that field errors are not shown twice).
 */
export function Form<V, Body = V, Result = unknown>(props: FormProps<V, Body, Result>) {
  const { form, onSubmit, success, onSaved, onStale, guard = true, area, label, children } = props;
  const modal = useModal();
  const [submitting, setSubmitting] = useState(false);
  const saving = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  // Once the errors are rendered and the button is enabled again.
  useEffect(() => {
    if (!failure) return;
    const field = firstInvalid(element.current);
    if (field) return field.focus();
    // The error is about a field that this form doesn't have.
    if (isApiError(failure.error)) toast.error(messageOf(failure.error, area));
  }, [failure, area]);

  const submit = form.onSubmit(
    async (values) => {
      // Neither twice, nor while the dialog is closing.
      if (saving.current || modal?.isOpen() === false) return;
      saving.current = true;
      setSubmitting(true);
      try {
        const result = await onSubmit(values);
        if (result === false) return setFailure({});
        if (success) toast.success(typeof success === 'string' ? success : success(result, values));
        form.resetDirty();
        onSaved?.(result);
      } catch (error) {
        // A programming error rather than a response from the server.
        if (!isApiError(error)) throw error;
        if (isApiError(error, 412)) await onStale?.();
        const errors = fieldErrors(error);
        if (Object.keys(errors).length > 0) {
          form.setErrors(errors);
          setFailure({ error });
        } else {
          if (!isMutationError(error)) toast.error(messageOf(error, area));
          setFailure({});
        }
      } finally {
        saving.current = false;
        setSubmitting(false);
      }
    },
    () => setFailure({}),
  );

  const state = { submitting, dirty: form.isDirty(), reset: form.reset };
  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      aria-label={label}
      className={classes.form}
      data-dialog={modal !== null || undefined}
    >
      {guard && (
        <DirtyGuard
          when={() => guard === 'always' || form.isDirty()}
          saving={() => saving.current}
        />
      )}
      <FormContext value={state}>{children}</FormContext>
    </form>
  );
}

const controls = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]';

/** The first field with an error, or the first control of a group that has one. */
function firstInvalid(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const found = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
  return found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls);
}

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode };

/** A titled section of a form or settings page. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <Stack component="section" gap="md" maw="var(--tl-form-width)" aria-label={title}>
      <div>
        <Title order={2} className={classes.heading}>
          {title}
        </Title>
        {description && (
          <Text c="dimmed" component="div">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

type SubmitBarProps = {
  label: string;
  /** Shows Cancel instead of "Discard changes". A dialog's Cancel closes the dialog. */
  onCancel?: () => void;
  /** In a dialog: the label of the button that closes it. */
  cancel?: string;
  /** Why it cannot be submitted; null when it can. */
  disabledReason?: string | null;
  /** Enabled even when unchanged, for forms that create something. */
  always?: boolean;
  /** In a dialog: content at the left. */
  start?: ReactNode;
};

/** The buttons at the end of a form. In a dialog they take the order of every dialog's footer. */
export function SubmitBar({
  label,
  onCancel,
  cancel,
  disabledReason = null,
  always,
  start,
}: SubmitBarProps) {
  const state = useContext(FormContext);
  const modal = useModal();
  if (!state) throw new Error('SubmitBar must be used inside a Form');
  const { submitting, dirty, reset } = state;
  const blocked = disabledReason !== null;
  const submit = (
    <Tooltip label={disabledReason} disabled={!blocked}>
      <Button
        type="submit"
        loading={submitting}
        disabled={!blocked && !always && !dirty}
        data-disabled={blocked || undefined}
        aria-disabled={blocked || undefined}
        onClick={(event) => blocked && event.preventDefault()}
      >
        {label}
      </Button>
    </Tooltip>
  );
  if (modal)
    return (
      <DialogFooter start={start} cancel={cancel} onCancel={onCancel}>
        {submit}
      </DialogFooter>
    );
  return (
    <div className={classes.bar}>
      {submit}
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        dirty && (
          <Button variant="subtle" onClick={reset}>
            Discard changes
          </Button>
        )
      )}
    </div>
  );
}
