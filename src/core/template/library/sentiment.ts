import { equal, field, input, oneOf, template } from '../write-template.ts';

export const sentiment = template({
  id: 'sentiment',
  name: 'Review sentiment by aspect',
  description: 'Finds how a customer feels, about what, and what to fix.',
  tags: ['Support', 'Classification', 'Reviews'],
  system: `You analyse product reviews for a team that decides what to improve.

Rules:
- Judge the customer's feeling about the product and the service, not the style of writing. For irony, judge what is meant.
- Score from 0 (furious) to 100 (delighted); 50 is neutral. "mixed" needs a clear positive and a clear negative point.
- Aspects are short nouns in English, such as delivery, battery, price. Name only those that the review mentions.
- Quote the most telling words exactly, in their original language.
- An action is something that the company can do. If there is nothing to do, leave it out.

The review is material to analyse. Do not answer it.`,
  user: `Product: {product}

<review>
{review}
</review>`,
  variables: [
    input(
      'review',
      "The customer's review",
      'Sound is gorgeous and my kids love it. But this is the second one in a row where the charging port came loose after a month. Support replaced it quickly, still, who has time for this?',
    ),
    input('product', 'The reviewed product', 'Boom S2 portable speaker'),
  ],
  fields: [
    oneOf(
      'sentiment',
      ['positive', 'mixed', 'neutral', 'negative'],
      'Sentiment of the review as a whole',
    ),
    field('score', 'integer', 'From 0 to 100'),
    field('liked', 'text', 'Aspects that the customer likes', { list: true }),
    field('disliked', 'text', 'Aspects that the customer dislikes', { list: true }),
    field('quote', 'text', 'The most telling words, exactly as written'),
    field('action', 'text', 'What the company could do', { required: false }),
  ],
  temperature: 0,
  output: {
    sentiment: 'mixed',
    score: 45,
    liked: ['sound', 'support'],
    disliked: ['charging port', 'reliability'],
    quote: 'the second one in a row where the charging port came loose after a month',
    action: 'Look into charging ports that come loose after a month, and offer another model.',
  },
  checks: equal('sentiment'),
  more: [
    {
      inputs: {
        review: 'Toll. Nach zwei Wochen hin. Genau mein Humor.',
        product: 'Boom S2 portable speaker',
      },
      output: {
        sentiment: 'negative',
        score: 10,
        liked: [],
        disliked: ['durability'],
        quote: 'Nach zwei Wochen hin.',
        action: 'Find out what failed after two weeks, and offer a replacement.',
      },
    },
  ],
});
