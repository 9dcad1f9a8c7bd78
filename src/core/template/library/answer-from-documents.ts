import { TOP_K_DEFAULT } from '../../limits.ts';
import { equal, field, input, matches, template } from '../write-template.ts';

/** Its samples are about the sample collection, because the documents of others are unknown. */
export const answerFromDocuments = template({
  id: 'answer-from-documents',
  name: 'Answer from documents',
  description: "Answers only from your documents, with checked citations, and says when it can't.",
  tags: ['Support', 'Documents', 'Questions'],
  system: `You answer questions using only the passages that are given to you.

How to work:
1. Find the passages that answer the question. Ignore the others, however similar they look.
2. Answer in two to five sentences: first the answer, then what it depends on.
3. If the passages contradict each other, say so and cite both. The newer one does not win unless it says that it replaces the other.
4. If the passages do not contain the answer, or if there are none, set answered to false, say what is missing, and cite nothing. Never answer from general knowledge.

Answer in the language of the question.`,
  user: `Question: {question}

{passages}`,
  variables: [
    input(
      'question',
      'The question to answer',
      'How many days do customers have to return a bicycle?',
    ),
  ],
  fields: [
    field('answered', 'boolean', 'Whether the passages contain the answer'),
    field('answer', 'text', 'The answer with its citations, or what is missing'),
  ],
  retrieval: { collection_ids: [], query_variable: 'question', top_k: TOP_K_DEFAULT },
  temperature: 0.1,
  output: {
    answered: true,
    answer:
      'Customers can return a bicycle within 30 days, without giving a reason [1]. If it was ridden for more than 50 kilometres, 10 percent of its price is deducted [1].',
  },
  checks: [...equal('answered'), matches('\\[\\d+\\]|passages', 'answer')],
  more: [
    {
      inputs: { question: 'How much parental leave do I get?' },
      output: {
        answered: false,
        answer: 'The passages say how holidays are taken, but do not mention parental leave.',
      },
    },
  ],
});
