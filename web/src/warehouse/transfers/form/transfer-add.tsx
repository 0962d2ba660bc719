import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useWrite } from '../../../core/api.ts';
import { notifySuccess, withoutToast } from '../../../core/notice.tsx';
import { useSignedIn } from '../../../core/session/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useDraft } from '../../../ui/form/drafts/use-draft.ts';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import classes from '../transfers.module.css';
import { TransferForm } from './transfer-form.tsx';
import { linesToSend, type TransferDraft } from './transfer-lines.ts';

export function TransferAdd() {
  const router = useRouter();
  const { user, locationId } = useSignedIn();
  const creating = useWrite(transferRoutes.create);
  const [draft, setDraft, again] = useDraft<TransferDraft>('transfer', () => ({
    fromLocationId: locationId ?? null,
    fromName: user.locations.find(({ _id }) => _id === locationId)?.name ?? '',
    toLocationId: null,
    toName: '',
    note: '',
    lines: [],
  }));
  if (user.locations.length === 1) {
    return (
      <div className={`page min-w-0 ${classes.page}`}>
        <PageTitle title="New transfer" back={{ to: '/inventory/transfers', label: 'Transfers' }} />
        <EmptyState
          title="Transfers need two locations"
          text="You have access to one. Someone with access to both, or the marketplace, can send transfers. You can receive transfers here."
        />
      </div>
    );
  }
  async function save(send: boolean): Promise<void> {
    const body = {
      fromLocationId: draft.fromLocationId ?? '',
      toLocationId: draft.toLocationId ?? '',
      ...(draft.note.trim() && { note: draft.note.trim() }),
      lines: linesToSend(draft.lines),
      status: send ? ('inTransit' as const) : ('draft' as const),
    };
    const made = await withoutToast(() => creating.mutateAsync({ body }));
    notifySuccess(send ? `${made.number} sent` : `${made.number} saved as a draft`);
    again();
    await router.navigate({ to: '/inventory/transfers/$id', params: { id: made._id } });
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
            Start over
          </Button>
        )
      }
    />
  );
}
