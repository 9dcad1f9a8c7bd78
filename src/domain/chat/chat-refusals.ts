import { MESSAGES } from '#core/messages.ts';
import { ProblemError } from '../problem.ts';

/** A 404 for a chat that doesn't exist, or that the caller may not know of. */
export function chatNotFound(): ProblemError {
  return new ProblemError('not_found', MESSAGES.chat.notFound);
}

/** A 403 for a chat in one of the caller's projects that is not shared with them. */
export function chatDenied(): ProblemError {
  return new ProblemError('chat_denied', MESSAGES.chat.denied);
}

/** A 403 for the chats over a collection that is shared with the caller without its project. */
export function collectionChatsDenied(): ProblemError {
  return new ProblemError('chat_denied', MESSAGES.chat.collectionDenied);
}

/** A 409 while the answer that a message would follow is being written. */
export function answerInProgress(): ProblemError {
  return new ProblemError(
    'answer_in_progress',
    'Wait for the answer to finish, or stop it, before you send another message.',
  );
}

/** A 404 for a message to a task that no longer exists. */
export function taskDeleted(): ProblemError {
  return new ProblemError(
    'not_found',
    'The task of this chat was deleted. Choose another one in its configuration.',
  );
}
