import type { FormEvent } from 'react';

/** Handles the submission of a plain form, which reloads the page otherwise. */
export function submits(action: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault();
    void action();
  };
}
