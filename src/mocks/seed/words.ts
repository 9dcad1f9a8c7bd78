import type { SimpleFaker } from '@faker-js/faker';

// Our own word lists: faker's come with a whole locale, which every page load of the mocks would fetch.
const VERBS = ['check', 'sort', 'rewrite', 'compare', 'translate', 'score', 'shorten', 'label'];
const DOING = ['Checking', 'Sorting', 'Rewriting', 'Comparing', 'Translating', 'Scoring'];
const ADJECTIVES = ['new', 'urgent', 'long', 'open', 'foreign', 'recent', 'unclear', 'incoming'];
const NOUNS = ['orders', 'complaints', 'invoices', 'reports', 'reviews', 'replies', 'contracts'];
const MATERIALS = ['wooden', 'steel', 'cotton', 'glass', 'linen', 'oak', 'brass'];
const PRODUCTS = ['lamp', 'chair', 'mug', 'shelf', 'desk', 'blanket', 'clock', 'kettle'];
const SENTENCES = [
  'It arrived two days early and works as described.',
  'The box was open and one screw is missing.',
  'I have written twice and nobody has replied.',
  'Could you send the invoice to my company?',
  'We will meet again on Thursday to decide about the launch.',
  'The colour is darker than in the picture, but I like it.',
  'Please change the address of my order.',
  'The page has been blank since the update.',
  'Thanks for your quick help.',
  'The second one broke after a week, just like the first.',
];

/** The subject of a generated task. */
export function taskWords(faker: SimpleFaker) {
  const { arrayElement } = faker.helpers;
  return {
    verb: arrayElement(VERBS),
    adjective: arrayElement(ADJECTIVES),
    noun: arrayElement(NOUNS),
    doing: arrayElement(DOING),
  };
}

/** A product of the shop. */
export function productName(faker: SimpleFaker): string {
  const { arrayElement } = faker.helpers;
  const name = `${arrayElement(MATERIALS)} ${arrayElement(PRODUCTS)}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A customer's message, one to three sentences long. */
export function sentences(faker: SimpleFaker): string {
  return faker.helpers.arrayElements(SENTENCES, { min: 1, max: 3 }).join(' ');
}
