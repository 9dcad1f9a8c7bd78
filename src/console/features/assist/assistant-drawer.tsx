import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { closeAssistant, useAssistantStore } from '#console/modules/assistant/assistant-store.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import classes from './assistant.module.css';
import { AssistantPanel } from './assistant-panel.tsx';

/** The assistant, beside the page. */
export function AssistantDrawer() {
  const { projectId } = useActiveProject();
  const opened = useAssistantStore((state) => state.opened);
  return (
    <Drawer.Root opened={opened} onClose={closeAssistant} position="right" size={440}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content styles={{ content: { display: 'flex', flexDirection: 'column' } }}>
        {/* Not Drawer.Header, which would be a second banner of the page. */}
        <div className={classes.head}>
          <Drawer.Title>Assistant</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body flex={1} mih={0}>
          <AssistantPanel key={projectId} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
