import type { Project, ProjectMovePreview } from '#generated/model/index.ts';
import classes from './move-preview.module.css';
import { moveWords } from './move-words.ts';

interface MovePreviewProps {
  project: Project;
  preview: ProjectMovePreview;
}

/** What moving a project would change, in words, or why it can't be moved. */
export function MovePreview({ project, preview }: MovePreviewProps) {
  const { org_name, problem } = preview;
  return (
    <div className={classes.preview} role="status">
      <p className={classes.title}>
        {problem === null ? `What changes when it moves to ${org_name}` : "It can't be moved"}
      </p>
      {problem === null ? (
        <ul>
          {moveWords(project.name, preview).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className={classes.problem}>{problem}</p>
      )}
    </div>
  );
}
