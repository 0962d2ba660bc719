import { transferRoutes } from '@aisle/contract/transfers';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useWrite } from '../core/api.ts';
import { useSignedIn } from '../core/session.ts';
import { useDraft } from '../ui/form/use-draft.ts';
import { TransferForm } from './transfer-form.tsx';
import { linesToSend, type TransferDraft } from './transfer-lines.ts';

export function TransferAdd() {
  const router = useRouter();
  const { user, locationId } = useSignedIn();
  const creating = useWrite(transferRoutes.create);
  const only = user.locations.length === 1 ? user.locations[0] : undefined;
  const [draft, setDraft, again] = useDraft<TransferDraft>('transfer', () => ({
    fromLocationId: locationId ?? only?._id ?? null,
    fromName: only?.name ?? '',
    toLocationId: null,
    toName: '',
    note: '',
    lines: [],
  }));
  async function save(send: boolean): Promise<void> {
    const made = await creating.mutateAsync({
      body: {
        fromLocationId: draft.fromLocationId ?? '',
        toLocationId: draft.toLocationId ?? '',
        ...(draft.note.trim() && { note: draft.note.trim() }),
        lines: linesToSend(draft.lines),
        status: send ? 'inTransit' : 'draft',
      },
    });
    again();
    await router.navigate({ to: `/inventory/transfers/${made._id}` });
  }
  return (
    <TransferForm
      title="New transfer"
      draft={draft}
      onChange={setDraft}
      save={save}
      isSaving={creating.isPending}
      extra={
        draft.lines.length > 0 && (
          <Button variant="subtle" color="gray" onClick={again}>
            Begin anew
          </Button>
        )
      }
    />
  );
}
