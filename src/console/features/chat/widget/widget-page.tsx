import { Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconKey, IconMessages, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, FormSection, SubmitBar } from '#console/ui/form/form.tsx';
import { MoreButton } from '#console/ui/menu/menu-button.tsx';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { originProblem } from '#core/settings/origin.ts';
import { updateWidget, useGetWidget } from '#generated/api/chat/chat.ts';
import type { Widget } from '#generated/model/index.ts';
import { WidgetUpdate } from '#generated/model/widgetUpdate.zod.ts';
import { useWidgetActions } from './use-widget-actions.ts';
import classes from './widget.module.css';
import { WidgetStatus } from './widget-columns.tsx';
import { WidgetFields } from './widget-form.tsx';
import { scriptTag, WidgetPreview } from './widget-preview.tsx';
import { targetProblem, toUpdate, toWidgetValues } from './widget-values.ts';

/** `/projects/:projectId/widgets/:widgetId`: a widget's settings beside its preview. */
export function WidgetPage() {
  const { at, projectId } = useActiveProject();
  const { widgetId = '' } = useParams();
  const widget = useGetWidget(...at, widgetId);
  const { data } = widget;
  return (
    <Page
      title={data?.name ?? 'Widget'}
      area="Widgets"
      crumbs={[
        { label: 'Chats', to: paths.chats(projectId) },
        { label: 'Widgets', to: paths.widgets(projectId) },
      ]}
      chips={data && <WidgetStatus widget={data} />}
      actions={data && <Actions widget={data} />}
    >
      <Loaded query={widget} skeleton={<TextSkeleton lines={8} />}>
        {(loaded) => <Editor key={loaded.id} widget={loaded} />}
      </Loaded>
    </Page>
  );
}

function Actions({ widget }: { widget: Widget }) {
  const { projectId } = useActiveProject();
  const { allowed, reason } = useEditPermission();
  const navigate = useNavigate();
  const actions = useWidgetActions();
  const menu = [
    { label: 'Replace key', icon: <IconKey />, onClick: () => void actions.rotateKey(widget) },
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      onClick: async () => {
        if (await actions.remove(widget)) navigate(paths.widgets(projectId));
      },
    },
  ].map((action) => ({ ...action, disabled: reason }));
  const chats = `${paths.chats(projectId)}?filter=widget&widget=${widget.id}`;
  const conversations = {
    label: 'Conversations',
    icon: <IconMessages />,
    onClick: () => navigate(chats),
  };
  return (
    <>
      <Switch
        aria-label="Widget is on"
        checked={widget.enabled}
        disabled={!allowed || actions.isPending}
        onChange={(event) => void actions.setEnabled(widget, event.currentTarget.checked)}
      />
      <LinkButton variant="default" visibleFrom="sm" leftSection={<IconMessages />} to={chats}>
        Conversations
      </LinkButton>
      <RowMenuButton label="Widget" actions={[conversations, ...menu]}>
        <MoreButton />
      </RowMenuButton>
    </>
  );
}

function Editor({ widget }: { widget: Widget }) {
  const { at } = useActiveProject();
  const { allowed, reason } = useEditPermission();
  const form = useForm(
    contractForm(WidgetUpdate, {
      initialValues: toWidgetValues(widget),
      body: toUpdate,
      verbatim: ['system_prompt'],
      validate: (values) => ({
        ...targetProblem(values),
        // Each line shows its own error.
        origins: values.origins.some((one) => originProblem(one) !== null) && '',
      }),
    }),
  );

  const submit = (data: WidgetUpdate) => {
    const headers = { 'If-Match': widget.etag };
    return mutate(updateWidget, ...at, widget.id, data, headers);
  };

  return (
    <div className={classes.editor}>
      <div>
        <Form form={form} label="Widget" onSubmit={submit}>
          <WidgetFields form={form} disabled={!allowed} />
          <SubmitBar label="Save" disabledReason={allowed ? null : reason} />
        </Form>
        <Stack mt={32}>
          <FormSection
            title="Snippet"
            description="Paste it before </body> on each page that shows the widget. Its key is public: the allowed origins protect it."
          >
            <CodeBlock code={scriptTag(widget.key)} what="script tag" wrap />
          </FormSection>
        </Stack>
      </div>
      <WidgetPreview widgetKey={widget.key} values={form.values} enabled={widget.enabled} />
    </div>
  );
}
