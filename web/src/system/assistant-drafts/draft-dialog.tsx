import {
  type AssistantDraft,
  assistantDraftRoutes,
  DraftPreview,
  draftStatusLabels,
} from '@aisle/contract/system/assistant-drafts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { DateText } from '../../ui/values/values.tsx';
import classes from './draft-dialog.module.css';

interface DraftDialogProps {
  draft: AssistantDraft;
  onClose: () => void;
}
/** Shows the whole preview of a draft, with the buttons to approve or discard it. */
export function DraftDialog({ draft, onClose }: DraftDialogProps) {
  const { _id: id, title, status, location, createdBy, createdAt, expiresAt } = draft;
  const [{ preview, seen }, setPreview] = useState<DraftPreview>(draft);
  const [hasChanged, setHasChanged] = useState(false);
  const approving = useWrite(assistantDraftRoutes.approve);
  const discarding = useWrite(assistantDraftRoutes.discard);
  const isRunning = approving.isPending || discarding.isPending;

  async function approve(): Promise<void> {
    try {
      await approving.mutateAsync({ params: { id }, body: { seen } });
      onClose();
    } catch (error) {
      // A toast has reported the error.
      const changed = DraftPreview.safeParse(isApiError(error) ? error.data : undefined);
      if (!changed.success) return;
      setPreview(changed.data);
      setHasChanged(true);
    }
  }
  async function discard(): Promise<void> {
    await discarding.mutateAsync({ params: { id } });
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        {hasChanged && (
          <Alert color="yellow" title="Something changed since">
            Read the new preview before you approve it.
          </Alert>
        )}
        <div className={`pre-wrap break-anywhere ${classes.preview}`}>{preview}</div>
        <Text size="sm" c="dimmed">
          {location?.name ?? 'Marketplace'} · {createdBy} · <DateText value={createdAt} withTime />
        </Text>
        {status === 'open' ? (
          <>
            <Text size="sm">
              You make this change with your own permissions. The draft expires{' '}
              <DateText value={expiresAt} withTime />.
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button
                variant="default"
                loading={discarding.isPending}
                disabled={isRunning}
                onClick={() => void discard()}
              >
                Discard draft
              </Button>
              <Button loading={approving.isPending} disabled={isRunning} onClick={() => void approve()}>
                Approve draft
              </Button>
            </Group>
          </>
        ) : (
          <Text size="sm">
            {draftStatusLabels[status]}
            {draft.decidedBy && ` by ${draft.decidedBy}`}
            {draft.decidedAt && (
              <>
                {' '}
                · <DateText value={draft.decidedAt} withTime />
              </>
            )}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
