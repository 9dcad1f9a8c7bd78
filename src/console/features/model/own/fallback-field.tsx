import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import classes from '../models.module.css';

interface FallbackFieldProps {
  orgId: string;
  /** The noun for the thing that may fail: `endpoint`. */
  what: string;
  value: string;
  /** The label of the choice of none. */
  none: string;
  onChange: (modelId: string) => void;
  error: unknown;
}

/** The model that takes over when another fails. */
export function FallbackField({ orgId, what, value, none, onChange, error }: FallbackFieldProps) {
  return (
    <div>
      <p className={classes.label}>Fallback model</p>
      <p className={classes.about}>
        Runs go on with it if this {what} fails before its first word.
      </p>
      <ModelPicker
        orgId={orgId}
        label="Fallback model"
        modelId={value}
        none={none}
        onChange={onChange}
        {...(error !== undefined && { error: String(error) })}
      />
    </div>
  );
}
