import type { ChatCaseCreate, DatasetCase } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { notFound } from '../problem.ts';
import type { Caller } from './chat.service.ts';

/** Adds an answer to a dataset: the question as inputs, the answer as expected output. */
export async function addChatCase(
  _domain: Pick<Domain, 'stores'>,
  _place: { orgId: string; projectId: string; chatId: string; messageId: string },
  _body: ChatCaseCreate,
  _caller: Caller,
): Promise<DatasetCase> {
  throw notFound();
}
