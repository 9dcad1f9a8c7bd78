import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { Chat, Collection, Datasource, Member, Task } from '#generated/model/index.ts';
import { ApiError } from '../api/api-error.ts';
import { configureApi } from '../api/config.ts';
import { json, problem, stubFetch } from '../api/testing.ts';
import { useAssistant } from '../features/assist/use-assistant.ts';
import { ConfigDialog } from '../features/chat/config/config-dialog.tsx';
import { NewChat } from '../features/chat/new/new-chat.tsx';
import { CollectionDialog } from '../features/collection/dialogs/collection-dialog.tsx';
import { useDocumentActions } from '../features/collection/document/use-document-actions.ts';
import { EditDocument } from '../features/collection/document/use-document-menu.tsx';
import { UrlsDialog } from '../features/collection/documents/urls-dialog.tsx';
import { failureOf } from '../features/compose/step/failure.ts';
import { useSourceActions } from '../features/datasource/use-source-actions.ts';
import { InviteForm } from '../features/member/invite/invite-form.tsx';
import { useMemberActions } from '../features/member/use-member-actions.ts';
import { OAuthClientForm } from '../features/oauth/oauth-client-form.tsx';
import { useDeleteApp } from '../features/oauth/use-delete-app.ts';
import { OrgCreatePage } from '../features/org/org-create-page.tsx';
import { ProjectCreatePage } from '../features/project/project-create-page.tsx';
import { TaskWebhook } from '../features/task/editor/actions/task-webhook.tsx';
import { useActivateRevision } from '../features/task/panels/revisions/use-activate-revision.tsx';
import { AvatarField } from '../features/user/profile-page.tsx';
import { JoinOffer } from '../modules/capture/join-offer.tsx';
import { ActiveProjectContext } from '../modules/selection/use-active-project.ts';
import { storeUser } from '../modules/user/user-store.ts';
import { renderConsole } from '../ui/testing.tsx';

const GENERIC = 'There was a problem, it has been reported to our team. Please try again later.';
const org = '/api/v1/org/o';
const project = `${org}/project/p`;
const page = (results: unknown[]) =>
  json({ results, pagination: { has_next: false, next_cursor: null } });

/** Runs an action of a hook. */
function Action<T>({ use, run }: { use: () => T; run: (actions: T) => unknown }) {
  const actions = use();
  return (
    <button type="button" onClick={() => void run(actions)}>
      Do it
    </button>
  );
}

const press = (name: string) => async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name }));
const fill = (label: string, text: string, button: string) => async (user: UserEvent) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
  await press(button)(user);
};
const confirm = (label: string) => async (user: UserEvent) => {
  await press('Do it')(user);
  await press(label)(user);
};

const at = { org_id: 'o', project_id: 'p', etag: 'e' };
const collection = {
  ...at,
  id: 'c',
  name: 'Handbook',
  description: '',
  tags: [],
  counts: { documents: 1, ready: 1, failed: 0, chunks: 1 },
} as unknown;
const document = {
  ...at,
  id: 'd',
  collection_id: 'c',
  name: 'A',
  tags: [],
  dated_at: '2026-11-20T00:00:00Z',
};
const chat = { ...at, id: 'h', config: { type: 'model' }, permissions: ['edit'] } as unknown;
const app = { ...at, id: 'a', name: 'Helpdesk', publisher: 'Acme', redirect_uris: ['https://a.b'] };
const client = { ...app, url: null, type: 'public', grants: ['authorization_code'] } as never;
const member = { user: { id: 'm', name: 'Mo' }, role: 'member' } as Member;
const ada = { id: 'u', email: 'a@b.c', name: 'Ada', avatar_url: '/a.webp', is_onboarding: false };
const joinable = { org_id: 'j', org_name: 'Acme', domain: 'b.c', joining: 'open', role: 'member' };
const inside = `${project}/collection/c`;

interface Failing {
  /** Which call the server fails. */
  call: string;
  element: ReactElement;
  act: (user: UserEvent) => Promise<void>;
  message: string;
  /** What the server says; by default a proxy answers instead. */
  answer?: Response;
}

/** What people do, the call of it that fails, and what they are told then. */
const failing: Record<string, Failing> = {
  'creating an organisation': {
    call: 'POST /api/v1/org',
    element: <OrgCreatePage />,
    act: fill('Name', 'Acme', 'Create organisation'),
    message: GENERIC,
  },
  'joining an organisation': {
    call: 'POST /api/v1/user/joinable-org/j/join',
    element: <JoinOffer />,
    act: press('Join Acme'),
    message: GENERIC,
  },
  'removing a picture': {
    call: 'DELETE /api/v1/user/avatar',
    element: <AvatarField user={ada as never} />,
    act: press('Remove'),
    message: GENERIC,
  },
  'configuring a chat': {
    call: `PUT ${project}/chat/h/config`,
    element: <ConfigDialog chat={chat as Chat} onClosed={() => undefined} />,
    act: fill('Greeting', 'Hello', 'Save configuration'),
    message: GENERIC,
  },
  'creating an OAuth client': {
    call: `POST ${project}/oauth-client`,
    element: <OAuthClientForm client={undefined} onCreated={() => undefined} />,
    act: async (user) => {
      await user.type(await screen.findByLabelText('Publisher'), 'Acme');
      await user.type(screen.getByLabelText('Redirect URIs'), 'https://acme.test/callback');
      await fill('App name', 'Helpdesk', 'Create OAuth client')(user);
    },
    message: GENERIC,
  },
  'changing an OAuth client': {
    call: `PATCH ${project}/oauth-client/a`,
    element: <OAuthClientForm client={{ ...(client as object), scopes: ['task:run'] } as never} />,
    act: fill('App name', 'Desk', 'Save'),
    message: GENERIC,
  },
  'deleting an OAuth client': {
    call: `DELETE ${project}/oauth-client/a`,
    element: <Action use={useDeleteApp} run={(remove) => remove(client)} />,
    act: confirm('Delete client'),
    message: GENERIC,
  },
  'asking the assistant': {
    call: `POST ${project}/chat`,
    element: <Action use={useAssistant} run={({ send }) => send('Help')} />,
    act: press('Do it'),
    message: GENERIC,
  },
  'creating a project': {
    call: `POST ${org}/project`,
    element: <ProjectCreatePage />,
    act: fill('Name', 'Desk', 'Create project'),
    message: 'Unable to create project.',
  },
  inviting: {
    call: `POST ${org}/invitation`,
    element: <InviteForm orgId="o" project={undefined} addresses="" onDone={() => undefined} />,
    act: fill('Email addresses', 'mo@example.com', 'Send invitations'),
    message: 'Unable to invite',
  },
  'inviting too many': {
    call: `POST ${org}/invitation`,
    element: <InviteForm orgId="o" project={undefined} addresses="" onDone={() => undefined} />,
    act: fill('Email addresses', 'mo@example.com', 'Send invitations'),
    message: 'Unable to invite: At most 100 are open at once.',
    answer: problem(409, 'limit_reached', { detail: 'At most 100 are open at once.' }),
  },
  "changing a member's role": {
    call: `PATCH ${org}/member/m`,
    element: (
      <Action use={() => useMemberActions('o')} run={(on) => on.setRole(member, 'editor')} />
    ),
    act: confirm('Change role'),
    message: "Can't update member.",
  },
  'changing the roles of several': {
    call: `PATCH ${org}/member`,
    element: (
      <Action use={() => useMemberActions('o')} run={(on) => on.setRoles([member], 'editor')} />
    ),
    act: confirm('Change role'),
    message: 'Unable to update roles.',
  },
  'editing a collection': {
    call: `PATCH ${inside}`,
    element: <CollectionDialog collection={collection as Collection} onClosed={() => undefined} />,
    act: fill('Name', 'Rules', 'Save'),
    message: 'Cannot edit the collection.',
  },
  'adding pages': {
    call: `POST ${inside}/document/url`,
    element: <UrlsDialog collection={collection as Collection} onClosed={() => undefined} />,
    act: fill('URLs', 'https://acme.test', 'Add URL'),
    message: "We couldn't process these URLs, please check and try again.",
  },
  'editing a document': {
    call: `PATCH ${inside}/document/d`,
    element: <EditDocument document={document as never} onClosed={() => undefined} />,
    act: fill('Name', 'B', 'Save'),
    message: "Can't process the document updates.",
  },
  'indexing a document again': {
    call: `POST ${inside}/document/d/retry`,
    element: <Action use={useDocumentActions} run={(on) => on.retry(document as never)} />,
    act: press('Do it'),
    message: "Can't process the document updates.",
  },
  'removing a document': {
    call: `DELETE ${inside}/document/d`,
    element: <Action use={useDocumentActions} run={(on) => on.remove(document as never)} />,
    act: confirm('Delete document'),
    message: 'Cannot remove the document.',
  },
  'syncing a source': {
    call: `POST ${inside}/datasource/s/sync`,
    element: (
      <Action use={() => useSourceActions('c')} run={(on) => on.sync({ id: 's' } as Datasource)} />
    ),
    act: press('Do it'),
    message: "We couldn't sync this collection, please try again.",
  },
  'creating a chat': {
    call: `POST ${project}/chat`,
    element: <NewChat />,
    act: async (user) => {
      await user.click(await screen.findByRole('radio', { name: 'Model' }));
      await fill('First message', 'Hello', 'Start chat')(user);
    },
    message: 'Unable to create chat.',
  },
  'setting a revision active': {
    call: `POST ${project}/task/t/revision/3/activate`,
    element: (
      <Action
        use={() => useActivateRevision({ ...at, id: 't' } as Task)}
        run={({ rollBack }) => rollBack(3)}
      />
    ),
    act: press('Do it'),
    message: 'Unable to set the revision as active.',
  },
  'attaching a webhook': {
    call: `PUT ${project}/task/t/webhook`,
    element: <TaskWebhook task={{ ...at, id: 't' } as Task} onClose={() => undefined} />,
    act: async (user) => {
      await user.click(await screen.findByLabelText('Send events to', { selector: 'input' }));
      await user.click(await screen.findByRole('option', { name: 'Hook', hidden: true }));
      await press('Save')(user);
    },
    message: 'Unable to attach selected webhook',
  },
};

beforeEach(() => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  storeUser(ada as never);
});

it.each(Object.entries(failing))(
  '%s: what is said when the server fails it',
  async (_, { call, element, act, message, answer }) => {
    // The generic message is shown only for what the specification lists.
    const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 });
    const { calls } = stubFetch({
      'GET /api/v1/user/joinable-org': page([joinable]),
      [`GET ${org}`]: json({ id: 'o', name: 'Acme' }),
      [`GET ${org}/model`]: page([]),
      [`GET ${project}/chat`]: page([]),
      [`GET ${project}/collection`]: page([collection]),
      [`GET ${inside}/document/d`]: json(document),
      [`GET ${project}/webhook`]: page([{ id: 'w', name: 'Hook', status: 'active' }]),
      [`GET ${project}/task/t/compare`]: json({
        base_revision: 2,
        verdict: 'compatible',
        callers: [],
      }),
      [`GET ${project}/task/t/webhook`]: json({ webhook_id: null }),
      [call]: answer ?? proxy,
    });
    const active = { id: 'p', org_id: 'o', name: 'Desk' };
    renderConsole(<ActiveProjectContext value={active as never}>{element}</ActiveProjectContext>, {
      at: '/',
      path: '*',
    });
    await act(userEvent.setup());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(call);
  },
);

it('writing an article: what is said when the server fails it', () => {
  const { message } = failureOf(new ApiError({ status: 502 }));
  expect(message).toBe(GENERIC);
});
