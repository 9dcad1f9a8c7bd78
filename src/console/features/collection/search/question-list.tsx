import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCheck, IconMinus, IconTrash, IconX } from '@tabler/icons-react';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import type { CollectionIndex, Question, QuestionResult } from '#generated/model/index.ts';
import { Figures } from './figures.tsx';
import classes from './search.module.css';
import type { Questions } from './use-questions.ts';

interface QuestionListProps {
  saved: Questions;
  /** The active index first. */
  active: CollectionIndex;
  indexes: readonly CollectionIndex[];
  selectedId: string | null;
  topK: number;
  onSelect: (question: Question) => void;
  onRemoved: (question: Question) => void;
}

/** The saved questions and their metrics. */
export function QuestionList(props: QuestionListProps) {
  const { saved, active, indexes, selectedId, topK, onSelect, onRemoved } = props;
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const { query, questions, report } = saved;
  const isJudged = questions.some(({ expected }) => expected.length > 0);

  return (
    <section className={classes.questions} aria-label="Saved questions">
      <div className={classes.head}>
        <SectionTitle note={questions.length > 0 ? questions.length : undefined}>
          Saved questions
        </SectionTitle>
        {questions.length > 0 && (
          <EditButton
            size="compact-sm"
            variant="default"
            disabled={!isJudged}
            title={isJudged ? undefined : 'No question has an expected passage yet'}
            onClick={() => saved.askAll(topK)}
          >
            Ask all
          </EditButton>
        )}
      </div>
      {questions.length > 0 && <Figures figures={active.figures} indexes={indexes} />}
      {query.isPending ? (
        <TextSkeleton lines={4} />
      ) : query.error && questions.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : questions.length === 0 ? (
        <p className={classes.aside}>
          Ask something and save it with the passages that you expect. Then you see at once whether
          other settings find them better.
        </p>
      ) : (
        <ul className={classes.questionList}>
          {questions.map((question) => (
            <li key={question.id}>
              <UnstyledButton
                className={classes.question}
                aria-current={question.id === selectedId || undefined}
                onClick={() => onSelect(question)}
              >
                <Mark
                  question={question}
                  result={report?.results.find(({ question_id }) => question_id === question.id)}
                />
                <span>{question.question}</span>
              </UnstyledButton>
              <Permitted on={scope} name="edit">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete “${question.question}”`}
                  onClick={() =>
                    void saved.remove(question).then((removed) => removed && onRemoved(question))
                  }
                >
                  <IconTrash />
                </ActionIcon>
              </Permitted>
            </li>
          ))}
        </ul>
      )}
      <NextPage query={query} />
    </section>
  );
}

/** Whether an expected passage was found in the last evaluation. */
function Mark({ question, result }: { question: Question; result: QuestionResult | undefined }) {
  if (result?.passed)
    return (
      <span className={classes.passMark} data-tone="success">
        <IconCheck role="img" aria-label={`Found at rank ${result.rank}`} />
      </span>
    );
  if (result?.passed === false)
    return (
      <span className={classes.passMark} data-tone="danger">
        <IconX role="img" aria-label="Not found" />
      </span>
    );
  const why = question.expected.length === 0 ? 'No expected passage' : 'Not asked yet';
  return (
    <span className={classes.passMark}>
      <IconMinus role="img" aria-label={why} />
    </span>
  );
}
