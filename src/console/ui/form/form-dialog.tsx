import type { ReactNode } from 'react';
import { Modal } from '../modal/modal.tsx';
import { Form, type FormProps, SubmitBar } from './form.tsx';

type FormDialogProps<V, Body, Result> = FormProps<V, Body, Result> &
  Pick<Parameters<typeof SubmitBar>[0], 'always' | 'disabledReason' | 'start'> & {
    title: string;
    size?: 'lg' | 'xl';
    /** The label of the button that submits. */
    submit: string;
    /** Called once the dialog has closed: unmount it here. */
    onClosed: () => void;
    /** Replaces the form, e.g. by its results. */
    instead?: ReactNode;
  };

/** A dialog with one form. It is open from its first render, and closes once the form is saved. */
export function FormDialog<V, Body = V, Result = unknown>(props: FormDialogProps<V, Body, Result>) {
  const { title, size, submit, onClosed, instead, always, disabledReason, start, ...rest } = props;
  const { label = title, onSaved, children, ...form } = rest;
  return (
    <Modal title={title} size={size} onClosed={onClosed}>
      {(done) =>
        instead ?? (
          <Form
            {...form}
            label={label}
            onSaved={(result) => {
              done();
              onSaved?.(result);
            }}
          >
            {children}
            <SubmitBar
              label={submit}
              always={always}
              disabledReason={disabledReason}
              start={start}
            />
          </Form>
        )
      }
    </Modal>
  );
}
