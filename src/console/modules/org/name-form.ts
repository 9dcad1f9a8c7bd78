import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';

/** Options of `useForm` for a name. */
export function nameForm(name = '') {
  return {
    initialValues: { name },
    validate: {
      name: (value: string) => {
        if (value.trim() === '') return VALIDATION.nameNeeded;
        return value.trim().length > NAME_MAX ? `At most ${NAME_MAX} characters` : null;
      },
    },
  };
}
