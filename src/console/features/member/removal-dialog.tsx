import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EndingList, StayingList } from '#console/modules/people/removal/left-behind-list.tsx';
import classes from '#console/modules/people/removal/removal.module.css';
import { useKept } from '#console/modules/people/removal/use-kept.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  getPreviewOrgRemovalQueryOptions,
  getPreviewProjectRemovalQueryOptions,
} from '#generated/api/member/member.ts';
import type { RemovalChoices, RemovalPreview } from '#generated/model/index.ts';
export interface Removal {
  title: string;
  /** What they lose. */
  text: string;
  confirmLabel: string;
  orgId: string;
  /** Undefined for the whole organisation. */
  projectId?: string;
  people: readonly { id: string; name: string }[];
  /** Whether the signed-in person leaves. They choose nothing: those who stay decide. */
  isOwn?: boolean;
  /** @returns whether it succeeded */
  onConfirm: (keep: RemovalChoices | undefined) => Promise<boolean>;
}

/** Asks before people are removed or leave: lists what ends, of which some can be kept, and what stays. */
export function RemovalDialog({ removal, onClosed }: { removal: Removal; onClosed: () => void }) {
  const { title, text, confirmLabel, orgId, projectId, people, isOwn, onConfirm } = removal;
  const kept = useKept();
  const user_ids = people.map(({ id }) => id);
  const preview = useQuery({
    ...(projectId === undefined
      ? getPreviewOrgRemovalQueryOptions(orgId, { user_ids })
      : getPreviewProjectRemovalQueryOptions(orgId, projectId, { user_ids })),
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));

  return (
    <Modal onClosed={onClosed} title={title} size="lg">
      {(done) => (
        <Stack gap="md">
          <Text>{text}</Text>
          <Loaded query={preview} skeleton={<TextSkeleton lines={4} />}>
            {(data) => <Lists preview={data} kept={isOwn ? undefined : kept} names={names} />}
          </Loaded>
          <DialogFooter focusCancel>
            <ActionButton
              color="red"
              disabled={!preview.data}
              onClick={async () => (await onConfirm(kept.choices)) && done()}
            >
              {confirmLabel}
            </ActionButton>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}

interface ListsProps {
  preview: RemovalPreview;
  kept: ReturnType<typeof useKept> | undefined;
  names: ReadonlyMap<string, string>;
}

function Lists({ preview: { ends, stays }, kept, names }: ListsProps) {
  const isOwn = kept === undefined;
  return (
    <>
      {ends.length > 0 ? (
        <section aria-labelledby="removal-ends">
          <h3 id="removal-ends" className={classes.title}>
            Also ends
          </h3>
          <Text size="sm" c="dimmed">
            {isOwn
              ? 'To keep some of it, ask someone who manages people to remove you instead.'
              : 'Uncheck what others still need. Anyone who knows a key or link can keep using it.'}
          </Text>
          <EndingList groups={ends} names={names} {...(kept && { kept })} />
        </section>
      ) : (
        <Text size="sm" c="dimmed">
          No keys, apps, invitations or links end with it.
        </Text>
      )}
      {stays.length > 0 && (
        <section aria-labelledby="removal-stays">
          <h3 id="removal-stays" className={classes.title}>
            Stays
          </h3>
          <StayingList groups={stays} names={names} />
        </section>
      )}
    </>
  );
}
