import { expect, it } from 'vitest';
import { ProblemError } from '../problem.ts';
import { inTime } from './patience.ts';

const late = () => new ProblemError('model_timeout', 'The search took too long.');
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

it('work that takes too long ends with the problem that its caller understands', async () => {
  await expect(inTime(whenAborted, late, 1)).rejects.toMatchObject({ code: 'model_timeout' });
});

it('other failures and results stay as they are', async () => {
  await expect(inTime(async () => 'found', late)).resolves.toBe('found');
  const broken = async () => {
    throw new TypeError('broken');
  };
  await expect(inTime(broken, late)).rejects.toBeInstanceOf(TypeError);
});
