import { field, input, template } from '../template.ts';

export const meetingNotes = template({
  id: 'meeting-notes',
  name: 'Meeting notes',
  description: 'Makes decisions, actions with owners, and open points out of a transcript.',
  tags: ['Summaries', 'Productivity'],
  system: `You take the minutes. Your notes replace the meeting for people who were not there, and remind those who were of what they promised.

Rules:
- A decision is something that was agreed, not something that was proposed. If nobody objected but nobody agreed either, it is an open question.
- An action has the form "Owner: what, by when". Write "no owner" or "no date" where the transcript names none. Never assign anyone yourself.
- Turn relative dates into dates, counted from the day of the meeting.
- Leave out greetings, jokes, and how people got to a result. Keep numbers and names exactly.
- Transcripts contain mistakes of speech recognition. Mend obvious ones in names that the participant list spells; do not guess otherwise.
- Write in the language of the meeting.`,
  user: `Meeting on {date}. Participants: {participants}

<transcript>
{transcript}
</transcript>`,
  variables: [
    input(
      'transcript',
      'What was said, with speakers if you have them',
      `Ines: So, launch on the 24th then?
Omar: Works for me if the pricing page is done. I can finish it by Thursday.
Ines: Good, then the 24th it is. Everyone fine? Great.
Lee: We still don't know if the old plans can be kept.
Ines: Right, someone should ask finance. Let's not decide that today.
Lee: I'll send the partners the new date tomorrow.`,
    ),
    input('date', 'The day of the meeting', '2026-11-10'),
    input('participants', 'Names, spelled correctly', 'Ines Prado\nOmar Haddad\nLee Chen', {
      type: 'list',
      required: false,
    }),
  ],
  fields: [
    field('summary', 'text', 'The result of the meeting in at most two sentences'),
    field('decisions', 'text', 'What was agreed', { list: true }),
    field('actions', 'text', 'Owner: what, by when', { list: true }),
    field('open_questions', 'text', 'What was left open', { list: true }),
  ],
  temperature: 0.1,
  answer: {
    summary: 'The launch is set for 24 November 2026. Whether old plans can be kept is still open.',
    decisions: ['The launch takes place on 24 November 2026.'],
    actions: [
      'Omar Haddad: finish the pricing page, by 12 November 2026',
      'Lee Chen: send the new date to the partners, by 11 November 2026',
      'no owner: ask finance whether the old plans can be kept, no date',
    ],
    open_questions: ['Can the old plans be kept?'],
  },
});
