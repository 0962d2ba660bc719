import { supportRoutes, type TicketEdit, type TicketView } from '@aisle/contract/service/support';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { withoutToast } from '../../../core/notice.tsx';
import { useShowTicket } from './use-ticket-write.ts';

type Change = Omit<TicketEdit, 'version'>;

/** Saves a field of a ticket at once; errors appear at the field. */
export function useTicketEdit({ _id: id, version: read }: Pick<TicketView, '_id' | 'version'>) {
  const editing = useWrite(supportRoutes.edit);
  const showTicket = useShowTicket();
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});

  async function attempt(change: Change, version: number, isAgain = false): Promise<void> {
    try {
      const body = { ...change, version };
      showTicket(await withoutToast(() => editing.mutateAsync({ params: { id }, body })));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'version-stale' && error.data && !isAgain) {
        const fresh = error.data as TicketView;
        showTicket(fresh);
        // Only one field changes, so changes by other users don't prevent saving it.
        return attempt(change, fresh.version, true);
      }
      setErrors(
        Object.fromEntries(error.fields.map(({ path, message }) => [path.split('.')[0] ?? '', message])),
      );
    }
  }
  return {
    save: (change: Change) => {
      setErrors({});
      void attempt(change, read);
    },
    /** The values being saved, shown in advance. */
    saving: editing.isPending ? editing.variables.body : undefined,
    errors,
  };
}
