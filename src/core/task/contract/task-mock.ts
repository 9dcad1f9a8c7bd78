import { exampleOf, hashText } from '#core/json/example-value.ts';
import { sorted } from '#core/json/sorted.ts';
import { INPUT_PREVIEW_MAX } from '#core/limits.ts';
import type { Run, RunCaller } from '#generated/model/index.ts';
import type { InputValues } from '../input/input-values.ts';
import { renderValue } from '../input/render.ts';
import { outputOf, type TaskContract } from './task-contract.ts';

const SHOWN_CHARACTERS = 200;
/** A stream should look real, but finish quickly. */
const PIECES_MAX = 60;

/**
 * The output of a *task mock*, the endpoint that callers can use in place of a task's runs: it matches the output
 * format and is the same for the same inputs. (The product's own mocks, which replace the whole API in a browser, are
 * in `src/mocks`.)
 */
export function taskMockOutput(contract: TaskContract, inputs: InputValues): Run['output'] {
  const seed = JSON.stringify(sorted(inputs));
  if (contract.definition.output_format.type === 'text') return mockText(contract, inputs);
  return exampleOf(outputOf(contract), { seed }) as Run['output'];
}

/** A run that looks like one of the task's; its `id` and `model_id` show that it is a mock. */
export function taskMockRun(contract: TaskContract, inputs: InputValues, caller: RunCaller): Run {
  const output = taskMockOutput(contract, inputs);
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  const now = new Date().toISOString();
  return {
    id: mockId(contract, inputs),
    project_id: contract.projectId,
    task_id: contract.taskId,
    task_name: contract.taskName,
    revision: contract.revision,
    source: caller.type === 'user' ? 'console' : 'api',
    status: 'succeeded',
    model_id: 'mock',
    input_preview: previewOf(inputs),
    output_valid: true,
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    latency_ms: 0,
    first_token_ms: 0,
    error: null,
    caller,
    created_at: now,
    ended_at: now,
    inputs,
    output,
    output_text: text,
    citations: [],
  };
}

/** Splits a text at word boundaries, into few enough parts to be streamed quickly. */
export function piecesOf(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  const size = Math.max(1, Math.ceil(words.length / PIECES_MAX));
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  );
}

function mockText({ taskName, revision }: TaskContract, inputs: InputValues): string {
  const which = revision === null ? 'the draft' : `revision ${revision}`;
  const given = Object.entries(inputs).map(([name, value]) => {
    const text = renderValue(value).replace(/\s+/g, ' ');
    const shown = text.slice(0, SHOWN_CHARACTERS).toWellFormed();
    return `- ${name}: ${shown}${text.length > SHOWN_CHARACTERS ? '…' : ''}`;
  });
  return [
    `This is the mock of “${taskName}”, ${which}: no model was called.`,
    ...(given.length > 0 ? ['Inputs:', ...given] : ['No inputs.']),
  ].join('\n');
}

function mockId({ taskId, revision }: TaskContract, inputs: InputValues): string {
  const text = JSON.stringify([taskId, revision, sorted(inputs)]);
  const parts = ['', 'a', 'b'].map((salt) =>
    hashText(salt + text)
      .toString(36)
      .padStart(7, '0'),
  );
  return `mock_${parts.join('')}`;
}

function previewOf(inputs: InputValues): string {
  const line = Object.values(inputs).map(renderValue).join(' · ').replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, INPUT_PREVIEW_MAX * 2)].slice(0, INPUT_PREVIEW_MAX);
  return characters.join('').toWellFormed();
}
