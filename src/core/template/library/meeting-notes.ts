import { field, input, objects, template } from '../write-template.ts';

export const meetingNotes = template({
  id: 'meeting-notes',
  name: 'Meeting notes',
  description:
    'Extracts decisions, action items with owners, and open questions from a transcript.',
  tags: ['Summaries', 'Productivity'],
  system: `You take the minutes. Your notes replace the meeting for people who were not there, and remind those who were of what they promised.

Rules:
- A decision is something that was agreed, not something that was proposed. If nobody objected but nobody agreed either, it is an open question.
- An action says what is to be done. Leave out the owner or the date if the transcript names none. Never assign anyone yourself.
- Convert relative dates to absolute ones, counting from the day of the meeting.
- Leave out greetings, jokes and how people arrived at a result. Keep numbers and names exact.
- Transcripts contain speech recognition errors. Correct obvious ones in names that are on the participant list; otherwise do not guess.
- Write in the language of the meeting.`,
  user: `Meeting on {date}. Participants: {participants}

<transcript>
{transcript}
</transcript>`,
  variables: [
    input(
      'transcript',
      'The transcript, with speakers if available',
      `Ines: So, launch on the 24th then?
Omar: Works for me if the pricing page is done. I can finish it by Thursday.
Ines: Good, then the 24th it is. Everyone fine? Great.
Lee: We still don't know if the old plans can be kept.
Ines: Right, someone should ask finance. Let's not decide that today.
Lee: I'll send the partners the new date tomorrow.`,
    ),
    input('date', 'Date of the meeting', '2026-11-10'),
    input('participants', 'Names, spelled correctly', 'Ines Prado\nOmar Haddad\nLee Chen', {
      type: 'list',
      required: false,
    }),
  ],
  fields: [
    field('summary', 'text', 'The result of the meeting in at most two sentences'),
    field('decisions', 'text', 'What was agreed', { list: true }),
    objects('actions', 'Action items, in the order in which they were agreed', [
      field('what', 'text', 'In the imperative'),
      field('owner', 'text', 'Who took it on, spelled as in the list', { required: false }),
      field('due_on', 'text', 'YYYY-MM-DD', { required: false }),
    ]),
    field('open_questions', 'text', 'Open questions', { list: true }),
  ],
  temperature: 0.1,
  output: {
    summary: 'The launch is set for 24 November 2026. Whether old plans can be kept is still open.',
    decisions: ['The launch takes place on 24 November 2026.'],
    actions: [
      { what: 'Finish the pricing page', owner: 'Omar Haddad', due_on: '2026-11-12' },
      { what: 'Send the new date to the partners', owner: 'Lee Chen', due_on: '2026-11-11' },
      { what: 'Ask finance whether the old plans can be kept' },
    ],
    open_questions: ['Can the old plans be kept?'],
  },
  checks: [{ type: 'schema_valid' }],
  more: [
    {
      inputs: {
        transcript: 'Ana: We could move to the new host. Bo: Hm. Ana: Well, let us see. Cheers!',
        date: '2026-11-10',
        participants: ['Ana Ruiz', 'Bo Lind'],
      },
      output: {
        summary: 'A move to the new host was proposed; nothing was agreed.',
        decisions: [],
        actions: [],
        open_questions: ['Will we move to the new host?'],
      },
    },
  ],
});
