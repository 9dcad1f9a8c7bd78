import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';

/** `useForm` options for a form with a name. */
export function nameForm(name = '') {
  return {
    initialValues: { name },
    validate: {
      name: (value: string) => {
        if (value.trim() === '') return VALIDATION.nameNeeded;
        return value.trim().length > NAME_MAX ? `Must be at most ${NAME_MAX} characters` : null;
      },
    },
  };
}
