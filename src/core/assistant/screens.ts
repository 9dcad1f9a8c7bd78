/** A screen of the console that the assistant can offer to open. */
export interface Screen {
  id: string;
  title: string;
  /** Within the project if it starts with `./`, within the organisation with `~/`. */
  path: string;
  /** What people do there. */
  about: string;
}

/** All screens that the assistant knows. Nothing else can be opened by what a model writes. */
export const SCREENS: readonly Screen[] = [
  {
    id: 'tasks',
    title: 'Tasks',
    path: './tasks',
    about:
      'Tasks lists the tasks of the project. Open a task to edit its prompts, variables and output format, to run it, to compare its revisions and to set a revision active. Its API tab shows how to call it.',
  },
  {
    id: 'templates',
    title: 'Templates',
    path: '/templates',
    about: 'Templates are finished tasks to start from. Choose one to create a task from it.',
  },
  {
    id: 'collections',
    title: 'Collections',
    path: './collections',
    about:
      'Collections hold documents that tasks and chats search. Create a collection, upload documents, connect a data source such as a website, and test the search.',
  },
  {
    id: 'chats',
    title: 'Chats',
    path: './chats',
    about:
      'Chats talk to a model, to collections of documents or to a task. You can share a chat with the project or by a public link, search all messages and export a chat.',
  },
  {
    id: 'widgets',
    title: 'Widgets',
    path: './widgets',
    about:
      'Widgets put a chat on your own website. Choose what it answers from, its theme and the allowed websites, then copy the script tag.',
  },
  {
    id: 'runs',
    title: 'Runs',
    path: './runs',
    about:
      'Runs lists every execution of a task and every answer of a chat, with status, cost, latency and trace. Filter for failed runs to see what went wrong, and export them.',
  },
  {
    id: 'rejected-calls',
    title: 'Rejected calls',
    path: './runs/rejected',
    about: 'Rejected calls counts calls of tasks that failed before there was a run, by reason.',
  },
  {
    id: 'api-keys',
    title: 'API keys',
    path: './settings/api-keys',
    about:
      'API keys call tasks and chats of the project from your own programs. Create a key, copy it once, and revoke it when it is no longer needed.',
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    path: './settings/webhooks',
    about:
      'Webhooks send events, such as finished runs, to your server. Each delivery is signed, retried and logged.',
  },
  {
    id: 'project-settings',
    title: 'Project settings',
    path: './settings/general',
    about: 'Project settings rename a project, keep its runs for a number of days, or delete it.',
  },
  {
    id: 'organisation-settings',
    title: 'Organisation settings',
    path: '~/settings/general',
    about: 'Organisation settings rename an organisation and show its plan.',
  },
  {
    id: 'profile',
    title: 'Profile',
    path: '/settings/profile',
    about: 'Your profile has your name, picture, job role and newsletter choice.',
  },
  {
    id: 'security',
    title: 'Security',
    path: '/settings/security',
    about:
      'Security changes your password, email address and second factor, and lists where you are signed in.',
  },
];
