import { field, input, matches, template } from '../write-template.ts';

export const productDescription = template({
  id: 'product-description',
  name: 'Product description',
  description: 'Writes a title, text and bullet points for a shop from plain product data.',
  tags: ['Writing', 'E-commerce', 'Marketing'],
  system: `You write product texts for an online shop. Good texts answer the questions that keep people from buying.

Rules:
- Use only the given data. No invented features, tests, certificates, comparisons or superlatives.
- Brand voice: {voice}.
- The title names what it is first, then what sets it apart: at most 70 characters.
- The text opens with the situation in which the product is used, then says how its features help there: 60 to 100 words, no exclamation marks.
- Bullet points pair a fact with its use, for example "650 g, so it stays in the daypack". Three to five.
- The meta description has at most 155 characters and makes sense on its own.
- Units as in the data. Write in {language}.`,
  user: `Product data:
{facts}

Target group: {audience}`,
  variables: [
    input(
      'facts',
      'Known facts about the product, one per line',
      'Rain jacket "Fjell"\n2.5-layer recycled polyester\n310 g in size M\nwaterproof to 20,000 mm\npacks into its own pocket\nhood fits over a helmet',
      { type: 'list' },
    ),
    input('audience', 'Target group', 'People who cycle to work all year'),
    input('voice', 'Brand voice', 'calm, precise, a little dry', {
      required: false,
      default: 'clear and friendly',
    }),
    input('language', 'Language of the text', 'English', {
      required: false,
      default: 'English',
    }),
  ],
  fields: [
    field('title', 'text', 'At most 70 characters'),
    field('text', 'text', '60 to 100 words'),
    field('bullets', 'text', 'A fact with its use', { list: true }),
    field('meta_description', 'text', 'At most 155 characters'),
  ],
  temperature: 0.7,
  output: {
    title: 'Fjell rain jacket: 310 g, packs into its own pocket',
    text: 'The forecast said dry. Halfway to work it is not. Fjell waits in your bag, packed into its own pocket, until that moment. With a waterproof rating of 20,000 mm, it keeps the rain out for the whole ride, and the hood fits over your helmet, so nothing has to come off at the lights. At 310 g in size M you will not notice it on the days when the forecast was right. The 2.5-layer fabric is recycled polyester, because the jacket should not be the reason for the weather.',
    bullets: [
      'Waterproof to 20,000 mm, so you stay dry on a long commute',
      'Hood fits over a helmet, so you put it on in seconds',
      '310 g in size M, so it can live in your bag',
      'Packs into its own pocket, so there is no pouch to lose',
    ],
    meta_description:
      'Fjell: a 310 g rain jacket made of recycled polyester, waterproof to 20,000 mm, with a hood that fits over a helmet. Packs into its own pocket.',
  },
  checks: [
    matches('^.{1,70}$', 'title'),
    matches('^.{1,155}$', 'meta_description'),
    matches('^[^!]*$', 'text'),
  ],
  more: [
    {
      inputs: {
        facts: ['Mug "Harbour"', 'stoneware', '350 ml'],
        audience: 'People furnishing their first flat',
        voice: 'warm, plain',
        language: 'English',
      },
      output: {
        title: 'Harbour stoneware mug, 350 ml',
        text: 'The first evening in a new flat: boxes everywhere, one chair, and something warm to hold. Harbour is a stoneware mug that holds 350 ml, enough for a long cup of tea while you decide where the shelf will go. It is plain on purpose, so that it goes with whatever comes next: the other mugs, the table, the people who will sit around it. A beginning does not need more than this.',
        bullets: [
          '350 ml, so one cup is enough for a while',
          'Stoneware, so it feels solid in the hand',
          'Plain, so it goes with what you buy next',
        ],
        meta_description:
          'Harbour: a plain stoneware mug that holds 350 ml, for a first flat and everything that comes after.',
      },
    },
  ],
});
