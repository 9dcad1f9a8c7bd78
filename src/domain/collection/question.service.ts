import { retrievalFigures } from '#core/collection/figures.ts';
import { newId } from '#core/ids.ts';
import { QUESTIONS_MAX } from '#core/limits.ts';
import type {
  ExpectedPassage,
  Question,
  QuestionCreate,
  QuestionEvaluation,
  QuestionList,
  QuestionReport,
  QuestionUpdate,
  SearchResult,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type Principal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { asView } from '../view.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { QuestionRow } from './collection.tables.ts';
import { createSearchService, type SearchContext } from './search.service.ts';

/** Saved questions with their expected passages, and the evaluation of an index with them. */
export function createQuestionService(domain: CollectionDomain) {
  const { stores } = domain;
  const { questions } = stores.collection;
  const searches = createSearchService(domain);

  /** @throws ProblemError 400 for a document that isn't in the collection, or a passage that ends before it begins */
  async function checkExpected(
    collectionId: string,
    expected: readonly ExpectedPassage[],
  ): Promise<void> {
    const ids = [...new Set(expected.map(({ document_id }) => document_id))];
    const found = await stores.collection.documents.list({
      where: { id: { in: ids }, collection_id: collectionId },
    });
    for (const [at, { document_id, start, end }] of expected.entries()) {
      if (end <= start) throw invalidField(`/expected/${at}/end`, DETAIL.passageEmpty);
      if (!found.some(({ id }) => id === document_id))
        throw invalidField(`/expected/${at}/document_id`, DETAIL.documentUnknown);
    }
  }

  return {
    list(collectionId: string, query: PageQuery): Promise<QuestionList> {
      return listPage(questions, { where: { collection_id: collectionId } }, query, toQuestion);
    },

    /** @throws ProblemError 400, 409 `limit_reached` */
    async create(collectionId: string, body: QuestionCreate, by: Principal): Promise<Question> {
      const { question, expected = [], filter = null } = body;
      await checkExpected(collectionId, expected);
      const row: QuestionRow = {
        id: newId('question'),
        collection_id: collectionId,
        question: question.trim(),
        expected,
        filter,
        ...createdNow(actorOf(by)),
      };
      await stores.transaction(async ({ collection }) => {
        await mustFind(collection.collections.lock({ id: collectionId }));
        if ((await collection.questions.count({ collection_id: collectionId })) >= QUESTIONS_MAX)
          throw new ProblemError('limit_reached', DETAIL.questionLimit(QUESTIONS_MAX));
        await collection.questions.insert(row);
      });
      return toQuestion(row);
    },

    async update({ id, collection_id }: QuestionRow, body: QuestionUpdate): Promise<Question> {
      const { question, expected } = body;
      if (expected) await checkExpected(collection_id, expected);
      return stores.transaction(async ({ collection }) => {
        const found = await mustFind(collection.questions.lock({ id }));
        const changed: QuestionRow = {
          ...found,
          question: question?.trim() ?? found.question,
          expected: expected ?? found.expected,
        };
        await collection.questions.put(changed);
        return toQuestion(changed);
      });
    },

    async delete({ id }: QuestionRow): Promise<void> {
      if ((await questions.delete({ id })) === 0) throw notFound();
    },

    /**
     * Searches with every question, and stores the metrics with the index.
     * @throws ProblemError 409 when the index isn't complete
     */
    async evaluate(
      collectionId: string,
      { index_id, k = 5 }: QuestionEvaluation,
      context: SearchContext,
    ): Promise<QuestionReport> {
      const index = await searches.indexOf(collectionId, index_id);
      const all = await questions.list({ where: { collection_id: collectionId }, order: ['id'] });
      const results: QuestionReport['results'] = [];
      const ranked = [];
      for (const { id, question, expected, filter } of all) {
        context.signal.throwIfAborted();
        const request = {
          query: question,
          top_k: k,
          index_id: index.id,
          ...(filter && { filter }),
        };
        const found = await searches.search(collectionId, request, context);
        const ranks = expected.map((passage) => rankOf(found.results, passage));
        ranked.push({ ranks });
        const seen = ranks.filter((rank) => rank !== null);
        const isJudged = expected.length > 0;
        results.push({
          question_id: id,
          question,
          passed: isJudged ? seen.length > 0 : null,
          rank: seen.length > 0 ? Math.min(...seen) : null,
          recall: isJudged ? seen.length / expected.length : null,
        });
      }
      const created_at = new Date().toISOString();
      const figures = { ...retrievalFigures(ranked, k), k, created_at };
      await stores.collection.indexes.change({ id: index.id }, { figures });
      return { index_id: index.id, figures, results };
    },
  };
}

/** The rank of the first result that overlaps a passage; null if none does. */
function rankOf(results: readonly SearchResult[], passage: ExpectedPassage): number | null {
  const at = results.findIndex(
    ({ document_id, start, end }) =>
      document_id === passage.document_id && start < passage.end && passage.start < end,
  );
  return at < 0 ? null : at + 1;
}

function toQuestion(row: QuestionRow): Question {
  return asView('Question', row);
}
