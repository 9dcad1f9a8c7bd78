import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.css';
import type { Project, ProjectMovePreview } from '#generated/model/index.ts';
import { moveWords } from './move-words.ts';

interface MovePreviewProps {
  project: Project;
  preview: ProjectMovePreview;
}

/** What moving a project would change, in words, or why it can't be moved. */
export function MovePreview({ project, preview }: MovePreviewProps) {
  if (preview.problem !== null)
    return (
      <Alert color="red" title="It can't be moved">
        {preview.problem}
      </Alert>
    );
  return (
    <Alert color="yellow" title={`What changes when it moves to ${preview.org_name}`}>
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {moveWords(project.name, preview).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}
