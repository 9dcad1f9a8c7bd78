import { equal, field, input, oneOf, template } from '../write-template.ts';

export const leadQualification = template({
  id: 'lead-qualification',
  name: 'Qualify a lead',
  description: 'Rates an enquiry against your ideal customer and proposes the next step.',
  tags: ['Sales', 'Classification'],
  system: `You qualify enquiries for a sales team. Time spent on a bad lead is wasted; a good lead that has to wait is lost.

How to judge:
- fit: does the company match the ideal customer profile? need: do we solve the problem that they state? authority: can the writer decide, or put us in touch with someone who can? timing: is there a date or an event?
- Each is "yes", "no" or "unknown". Unknown is the right answer if the enquiry does not say.
- hot: fit and need are yes, and timing is yes. warm: fit and need are not no. cold: everything else. Students, job seekers and vendors are cold.
- Budget and size are only what is written. Never look up or assume facts about a company.
- The next step is one concrete action for a person, today. The question is the one whose answer would change the rating most.`,
  user: `Ideal customer: {profile}

<enquiry>
{enquiry}
</enquiry>`,
  variables: [
    input(
      'enquiry',
      'The enquiry, with its sender',
      'From: Ravi, Head of Ops at Polder Freight (180 people). Our dispatchers retype 300 delivery notes a day. We go live with a new TMS on 1 February and want this solved by then. Do you integrate with Cargonaut?',
    ),
    input(
      'profile',
      'Your ideal customer',
      'Logistics companies in Europe with 50 to 500 people and a lot of paperwork',
    ),
  ],
  fields: [
    oneOf('rating', ['hot', 'warm', 'cold'], 'According to the rules'),
    oneOf('fit', ['yes', 'no', 'unknown'], 'Matches the ideal customer'),
    oneOf('need', ['yes', 'no', 'unknown'], 'Has the problem that we solve'),
    oneOf(
      'authority',
      ['yes', 'no', 'unknown'],
      'Can decide, or put us in touch with someone who can',
    ),
    oneOf('timing', ['yes', 'no', 'unknown'], 'Has a date or an event'),
    field('next_step', 'text', 'What to do today'),
    field('question', 'text', 'The first question to ask'),
  ],
  temperature: 0,
  output: {
    rating: 'hot',
    fit: 'yes',
    need: 'yes',
    authority: 'yes',
    timing: 'yes',
    next_step:
      'Call Ravi today, answer the question about Cargonaut, and offer a trial with 50 of his delivery notes.',
    question: 'Who besides you signs off the budget before 1 February?',
  },
  checks: equal('rating', 'fit', 'timing'),
  more: [
    {
      inputs: {
        enquiry:
          "Hi, I'm writing my thesis on freight software and would love a free account until March. Thanks, Jo",
        profile: 'Logistics companies in Europe with 50 to 500 people and a lot of paperwork',
      },
      output: {
        rating: 'cold',
        fit: 'no',
        need: 'no',
        authority: 'no',
        timing: 'yes',
        next_step: 'Send Jo the link to the public documentation, and close the enquiry.',
        question: 'Is there a company that would use the results?',
      },
    },
  ],
});
