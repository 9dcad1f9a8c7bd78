import type { UiNodeGroupEnum, UiNodeInputAttributes, UiText } from '@ory/client';
import type { Flow, InputNode, UiNode } from './flow-types.ts';

type Group = UiNodeGroupEnum;
type Options = Partial<Omit<UiNodeInputAttributes, 'node_type'>> & {
  messages?: UiText[];
  title?: UiText;
};

/** An input as the identity service returns it, for tests. */
export function input(
  group: Group,
  type: UiNodeInputAttributes['type'],
  name: string,
  { messages = [], title, ...attributes }: Options = {},
): InputNode {
  return {
    type: 'input',
    group,
    messages,
    meta: title ? { label: title } : {},
    attributes: { node_type: 'input', type, name, disabled: false, ...attributes },
  };
}

/** A script, which the console must ignore. */
export function script(): UiNode {
  return {
    type: 'script',
    group: 'webauthn',
    messages: [],
    meta: {},
    attributes: {
      node_type: 'script',
      id: 'webauthn_script',
      src: '/.well-known/ory/webauthn.js',
      async: true,
      crossorigin: 'anonymous',
      integrity: '',
      nonce: '',
      referrerpolicy: 'no-referrer',
      type: 'text/javascript',
    },
  };
}

/** A label or message. */
export function label(id: number, text: string, type: UiText['type'] = 'info'): UiText {
  return { id, text, type };
}

type FlowOptions = { id?: string; messages?: UiText[]; state?: string; return_to?: string };

/** A flow with these nodes. */
export function flowOf(nodes: UiNode[], options: FlowOptions = {}): Flow {
  const { id = 'flow-1', messages = [], state = 'choose_method', return_to } = options;
  return {
    id,
    state,
    type: 'browser',
    issued_at: '2026-11-20T09:00:00Z',
    expires_at: '2026-11-20T10:00:00Z',
    request_url: 'http://localhost:3000/identity/self-service/login/browser',
    ...(return_to ? { return_to } : {}),
    ui: { action: 'http://localhost:3000/identity/x', method: 'POST', nodes, messages },
  };
}
