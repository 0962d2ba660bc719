import { type Transfer, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useUnsavedGuard } from '../../../ui/form/drafts/unsaved-guard.tsx';
import { TransferForm } from './transfer-form.tsx';
import { draftOf, linesToSend, type TransferDraft } from './transfer-lines.ts';

export function TransferEdit() {
  const { id } = useParams({ from: '/shell/inventory/transfers/edit/$id' });
  const query = useQuery({ ...read(transferRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={{ to: '/inventory/transfers', label: 'Transfers' }}>
      {(transfer) => <DraftForm key={transfer._id} transfer={transfer} />}
    </Loaded>
  );
}

function DraftForm({ transfer }: { transfer: Transfer }) {
  const router = useRouter();
  const editing = useWrite(transferRoutes.edit);
  const sending = useWrite(transferRoutes.updateStatus);
  const [draft, setDraft] = useState<TransferDraft>(() => draftOf(transfer));
  const [version, setVersion] = useState(transfer.version);
  const [saved, setSaved] = useState(draft);
  useUnsavedGuard(draft !== saved);
  async function save(send: boolean): Promise<void> {
    const params = { id: transfer._id };
    const changed = await editing.mutateAsync({
      params,
      body: {
        toLocationId: draft.toLocationId ?? '',
        note: draft.note.trim(),
        lines: linesToSend(draft.lines),
        version,
      },
    });
    setVersion(changed.version);
    setSaved(draft);
    if (send) await sending.mutateAsync({ params, body: { status: 'inTransit', version: changed.version } });
    setTimeout(() => void router.navigate({ to: '/inventory/transfers/$id', params: { id: transfer._id } }));
  }
  return (
    <TransferForm
      title={`Edit ${transfer.number}`}
      draft={draft}
      onChange={setDraft}
      fixedFrom
      save={save}
      isSaving={editing.isPending || sending.isPending}
    />
  );
}
