import { useRef, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  createQuestion,
  deleteQuestion,
  evaluateQuestions,
  updateQuestion,
  useListQuestionsInfinite,
} from '#generated/api/collection/collection.ts';
import type {
  Question,
  QuestionReport,
  SearchRequest,
  SearchResult,
} from '#generated/model/index.ts';
import { toggled } from './search-rules.ts';

/** The saved questions of a collection. */
export function useQuestions(collectionId: string) {
  const { at } = useActiveProject();
  const confirm = useConfirm();
  const [report, setReport] = useState<QuestionReport | null>(null);
  const saving = useRef<Promise<Question | null>>(null);
  const query = useListQuestionsInfinite(
    ...at,
    collectionId,
    { page_limit: 100 },
    { query: { ...paged } },
  );

  async function create({ query: question, filter }: SearchRequest): Promise<Question | null> {
    let made: Question | null = null;
    await attempt(async () => {
      const body = { question, expected: [], ...(filter && { filter }) };
      made = await mutate(createQuestion, ...at, collectionId, body);
    });
    return made;
  }

  return {
    query,
    questions: flatten(query.data),
    report,

    /** Returns the saved question; null if it failed. Two clicks save it once. */
    save(request: SearchRequest): Promise<Question | null> {
      saving.current ??= create(request).finally(() => {
        saving.current = null;
      });
      return saving.current;
    },

    toggle: (question: Question, result: SearchResult) =>
      attempt(async () => {
        const expected = toggled(question.expected, result);
        await mutate(updateQuestion, ...at, collectionId, question.id, { expected });
      }),

    async remove({ id, question }: Question): Promise<boolean> {
      return confirm({
        title: 'Delete saved question?',
        body: `“${question}” and its expected passages will be deleted.`,
        confirmLabel: 'Delete question',
        danger: true,
        action: () => mutate(deleteQuestion, ...at, collectionId, id),
        success: 'Question deleted',
      });
    },

    /** Searches with all questions. The metrics are stored with the index. */
    askAll: (k: number) =>
      attempt(async () => setReport(await mutate(evaluateQuestions, ...at, collectionId, { k }))),
  };
}

export type Questions = ReturnType<typeof useQuestions>;
