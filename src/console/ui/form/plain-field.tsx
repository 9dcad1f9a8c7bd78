import { type ReactNode, useId } from 'react';
import classes from './plain-field.module.css';

/** The props of a field's control. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-labelledby': string;
  required: boolean;
  invalid: boolean;
}

interface PlainFieldProps {
  label: ReactNode;
  description?: ReactNode;
  required?: boolean;
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/**
 * Label, description and error around one of the plain controls. Plain for the same reason as they are: a task may have
 * a hundred inputs, and fields out of view are neither laid out nor painted.
 */
export function PlainField({
  label,
  description,
  required = false,
  error,
  children,
}: PlainFieldProps) {
  const id = useId();
  const invalid = error !== undefined;
  const notes = [description && `${id}-about`, invalid && `${id}-error`].filter(Boolean);
  return (
    <div className={classes.field}>
      <label className={classes.label} id={`${id}-label`} htmlFor={id}>
        {label}
        {required && (
          <span className={classes.star} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {description && (
        <p className={classes.description} id={`${id}-about`}>
          {description}
        </p>
      )}
      {children({
        id,
        'aria-describedby': notes.join(' ') || undefined,
        'aria-labelledby': `${id}-label`,
        required,
        invalid,
      })}
      {invalid && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
