import { useState } from 'react';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';

import classes from './model-section.module.css';
import { readStop, STOP_MAX, STOP_TEXT_MAX, writeStop } from './stop-text.ts';
import { useParameter } from './use-parameter.ts';

interface StopInputProps {
  locked: boolean;
  /** Why the model doesn't support it; null when it does. */
  unsupported: string | null;
}

/** The texts at which the output ends. */
export function StopInput({ locked, unsupported }: StopInputProps) {
  const { value, problem, set } = useParameter('stop');
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && readStop(typed) === null;
  const type = (text: string) => {
    setTyped(text);
    const stop = readStop(text);
    if (stop !== null) set(stop.length > 0 ? stop : undefined);
  };
  return (
    <div className={classes.wide} data-pointer="/parameters/stop">
      <PlainField
        label="Stop texts"
        description={
          unsupported ??
          'The output ends before the first of them. One per line; \\n is a line break'
        }
        error={
          isWrong ? `At most ${STOP_MAX} texts of at most ${STOP_TEXT_MAX} characters` : problem
        }
      >
        {({ required: _required, ...control }) => (
          <PlainTextarea
            {...control}
            placeholder="None"
            value={typed ?? writeStop(value ?? [])}
            disabled={locked || (unsupported !== null && value === undefined)}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => !isWrong && setTyped(null)}
          />
        )}
      </PlainField>
    </div>
  );
}
