import { checkInputs } from '#core/task/input/inputs.ts';
import type { ChatCaseCreate, DatasetCase, TaskVariable } from '#generated/model/index.ts';
import { requireChat } from '../authorise.ts';
import type { Domain } from '../domain.ts';
import { createDatasetCaseService } from '../evaluation/dataset-case.service.ts';
import type { DatasetRow } from '../evaluation/evaluation.tables.ts';
import { invalidField, mustFind } from '../problem.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import { type Caller, findChat } from './chat.service.ts';
import type { ChatMessageRow } from './chat.tables.ts';
import { answerInProgress } from './chat-refusals.ts';

/**
 * Adds an answer to a dataset: the question as inputs, the answer as expected output.
 * @throws ProblemError 400 when the task's variables don't fit, 403 when the caller may not view the chat, 404, 409
 */
export async function addChatCase(
  domain: Pick<
    Domain,
    'stores' | 'evaluation' | 'runnables' | 'run' | 'standing' | 'model' | 'secrets'
  >,
  place: RunnablePlace,
  dataset: DatasetRow,
  { chat_id: chatId, message_id: messageId }: ChatCaseCreate,
  { principal, access }: Caller,
): Promise<DatasetCase> {
  const { stores, standing, runnables } = domain;
  const { projectId, taskId } = place;
  const chat = await standing.chatOf(chatId);
  requireChat(chat, { projectId, principal, access });
  await findChat(stores, chatId);
  const { question, answer } = await exchangeOf(domain, chatId, messageId);
  const { variables } = (await runnables.resolve(place, 'draft')).definition;
  const inputs = inputsFor(variables, question);
  const { errors } = checkInputs(variables, inputs);
  const [error] = errors;
  if (error)
    throw invalidField(
      '/message_id',
      `The message doesn't fit the task's variables. ${error.message}`,
    );
  const run =
    answer.run_id === null ? undefined : await stores.run.runs.find({ id: answer.run_id });
  const isOwn = run?.task_id === taskId;
  return createDatasetCaseService(domain).create(place, dataset, {
    inputs,
    expected: answer.output ?? answer.text,
    ...(isOwn && { run_id: run.id }),
  });
}

/** @throws ProblemError 400 when it isn't an answer that succeeded, 404, 409 until it has ended */
async function exchangeOf(
  { stores }: Pick<Domain, 'stores' | 'model' | 'secrets'>,
  chatId: string,
  id: string,
): Promise<{ question: ChatMessageRow; answer: ChatMessageRow }> {
  const { messages } = stores.chat;
  const answer = await mustFind(messages.find({ id, chat_id: chatId }));
  if (answer.role !== 'assistant')
    throw invalidField('/message_id', 'Only answers can be added to a dataset');
  if (answer.ended_at === null) throw answerInProgress();
  if (answer.status !== 'succeeded')
    throw invalidField('/message_id', 'Only complete answers can be added to a dataset');
  const where = { id: answer.parent_id ?? '', chat_id: chatId };
  return { question: await mustFind(messages.find(where)), answer };
}

/** @throws ProblemError 400 when a text could be meant for none of the variables, or for several */
function inputsFor(
  variables: readonly TaskVariable[],
  { inputs, text }: ChatMessageRow,
): Record<string, unknown> {
  if (inputs !== null) return inputs;
  const [variable, ...others] = variables.filter(
    (one) => one.type === 'text' && (one.default ?? '') === '',
  );
  if (!variable || others.length > 0)
    throw invalidField(
      '/message_id',
      'The task must have exactly one text variable without a default',
    );
  return { [variable.name]: text };
}
