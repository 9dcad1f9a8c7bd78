import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconKey, IconMail } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { submits } from '#console/ui/form/submits.ts';
import type { FlowKind, InputNode, UiNode } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import {
  arrange,
  fieldValue,
  isAnswer,
  isBack,
  isChoice,
  isField,
  isResend,
  type Method,
  nameOf,
  splitMethods,
  type Typed,
} from '../flow/nodes.ts';
import type { FlowControl } from '../flow/use-flow.ts';
import { FlowAlert, FlowAlerts } from './flow-alerts.tsx';
import { FlowContent } from './flow-content.tsx';
import { FlowField } from './flow-field.tsx';
import classes from './flow-form.module.css';
import { buttonKey, useFlowForm } from './use-flow-form.ts';

type FlowFormProps = {
  kind: FlowKind;
  /** Controls the flow; nothing is rendered before it has one. */
  control: FlowControl;
  label: string;
  /** The groups to include; `default` must be listed too. */
  groups?: readonly string[];
  /** Replaces the label of the main button. */
  submitLabel?: string;
  /** Shown beside the label of a field. */
  aside?: (name: string) => ReactNode;
  /** Shown below the label of a field. */
  hint?: (name: string) => string | undefined;
  /** Replaces the label of a field. */
  fieldLabel?: (name: string) => string | undefined;
  hideMessages?: readonly number[];
  /** Names or ids of nodes that are shown elsewhere. */
  hideNodes?: readonly string[];
  /** The alerts are shown elsewhere. */
  quiet?: boolean;
  size?: 'sm' | 'md';
  /** Focuses the first empty field when the form appears. */
  autoFocus?: boolean;
  /** Initial field values, by name. */
  initial?: Typed;
};

const METHOD_ICONS: Readonly<Record<string, ReactNode>> = {
  passkey: <IconFingerprint />,
  webauthn: <IconKey />,
  code: <IconMail />,
};
const insteadLabels: Readonly<Record<string, string>> = {
  password: 'Use your password instead',
  code: 'Use a code sent by email instead',
  totp: 'Use your authenticator app instead',
  lookup_secret: 'Use a backup code instead',
  webauthn: 'Use a security key instead',
};

/** The form of any self-service flow. By hand: its fields are those that the identity service sends. */
export function FlowForm(props: FlowFormProps) {
  const { kind, control, label, groups, submitLabel, aside, hint, size = 'md' } = props;
  const { flow, submitting } = control;
  const nodes = flow?.ui.nodes ?? [];
  const { form, typed, change, empty, problem, press } = useFlowForm(control, nodes, props);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!flow) return null;

  const here = nodes.filter((node) => !props.hideNodes?.includes(nameOf(node)));
  const { shared, methods } = arrange(here, groups);
  const split = splitMethods(methods);
  const lead = split.typed.find(({ group }) => group === chosen) ?? split.typed[0];
  const leading = lead ?? split.pressed[0];
  const choices = leading?.buttons.filter(isChoice) ?? [];
  const primary = leading && primaryOf(leading);
  const lesser = leading?.buttons.filter((node) => node !== primary && !isChoice(node)) ?? [];
  const others = methods.filter((method) => method !== leading);

  const field = (node: InputNode) => (
    <FlowField
      key={node.attributes.name}
      node={node}
      kind={kind}
      size={size}
      value={fieldValue(node, typed)}
      onChange={(value) => change(node.attributes.name, value)}
      onComplete={(value) => {
        // Only a code that is the sole field; others might still be empty.
        if (primary) press(primary, { ...typed, [node.attributes.name]: value });
      }}
      error={empty.includes(node.attributes.name) ? 'This is required.' : undefined}
      aside={aside?.(node.attributes.name)}
      hint={hint?.(node.attributes.name)}
      label={props.fieldLabel?.(node.attributes.name)}
    />
  );
  const show = (node: UiNode) =>
    isField(node) ? field(node) : <FlowContent key={nameOf(node)} node={node} />;
  const button = (node: InputNode, variant: string, caption?: string) => (
    <Button
      key={buttonKey(node)}
      type={node === primary ? 'submit' : 'button'}
      variant={variant}
      size={size}
      fullWidth={size === 'md'}
      loading={submitting === buttonKey(node)}
      disabled={node.attributes.disabled || (submitting !== null && submitting !== buttonKey(node))}
      leftSection={node === primary || isAnswer(node) ? undefined : METHOD_ICONS[node.group]}
      onClick={node === primary ? undefined : () => press(node)}
    >
      {caption ?? captionOf(node)}
    </Button>
  );

  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={submits(() => primary && submitting === null && press(primary))}
    >
      {!props.quiet && (
        <FlowAlerts
          flow={flow}
          notice={control.notice}
          error={control.error}
          hide={props.hideMessages}
          groups={groups}
        />
      )}
      {problem !== null && <FlowAlert type="error">{problem}</FlowAlert>}
      {shared.map(show)}
      {leading?.nodes.map(show)}
      {choices.length > 0 && (
        <Stack gap="sm">{choices.map((node) => button(node, 'default'))}</Stack>
      )}
      {primary && <div>{button(primary, 'filled', submitLabel)}</div>}
      {lesser.length > 0 && (
        <div className={classes.row}>{lesser.map((node) => secondary(node))}</div>
      )}
      {others.length > 0 && (
        <>
          {others.some((method) => !isQuiet(method)) && leading && <Divider label="or" />}
          <Stack gap="sm">{others.flatMap((method) => alternative(method))}</Stack>
        </>
      )}
    </form>
  );

  function secondary(node: InputNode) {
    if (!isResend(node)) return button(node, 'subtle');
    return (
      <ResendButton
        key={buttonKey(node)}
        label={captionOf(node)}
        disabled={submitting !== null}
        onClick={() => press(node)}
      />
    );
  }

  /** An alternative method: a single press, or a switch to the fields it needs. */
  function alternative(method: Method) {
    if (method.fields.length === 0) {
      return [
        ...method.nodes.map(show),
        ...method.buttons.map((node) => button(node, isBack(node) ? 'subtle' : 'default')),
      ];
    }
    if (method.buttons.length === 0) return method.nodes.map(show);
    return [
      <Button
        key={method.group}
        type="button"
        variant="default"
        size={size}
        fullWidth={size === 'md'}
        onClick={() => setChosen(method.group)}
      >
        {insteadLabels[method.group] ?? 'Use another way instead'}
      </Button>,
    ];
  }
}

function primaryOf(method: Method): InputNode | undefined {
  const forward = method.buttons.filter(
    (node) => !isResend(node) && !isBack(node) && !isChoice(node),
  );
  return forward.find((node) => node.attributes.name === 'method') ?? forward[0];
}

/** Ory labels both steps of a registration "Sign up". The first leads to the choice of a method. */
function captionOf({ group, meta }: InputNode): string {
  if (!meta.label || (group === 'profile' && meta.label.id === 1040001)) return 'Continue';
  return messageText(meta.label);
}

/** A method that only leads back needs no "or" before it. */
function isQuiet(method: Method): boolean {
  return method.buttons.every(isBack);
}

/** Seconds until another code may be requested. */
const COOLDOWN_S = 30;

type ResendButtonProps = {
  label: string;
  onClick: () => void;
  disabled?: boolean;
};

/** Requests another code. Disabled at first, since the previous one is still on its way. */
function ResendButton({ label, onClick, disabled }: ResendButtonProps) {
  const [until, setUntil] = useState(() => Date.now() + COOLDOWN_S * 1000);
  const [left, setLeft] = useState(COOLDOWN_S);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);

  if (left > 0) {
    return (
      <Text component="span" c="dimmed" className="tl-tabular">
        {label} in {left} s
      </Text>
    );
  }
  return (
    <Anchor
      component="button"
      type="button"
      disabled={disabled}
      onClick={() => {
        setUntil(Date.now() + COOLDOWN_S * 1000);
        onClick();
      }}
    >
      {label}
    </Anchor>
  );
}
