import type { RecordKind } from '@aisle/contract/catalog/bulk-edits';
import { type RecordBulkInput, recordChangeNeeds } from '@aisle/contract/catalog/record-bulk';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { usePermissions } from '../../core/session/session.ts';
import type { RecordAction, RecordBulk } from './record-bulk.tsx';
import { BulkMenu, history } from './use-bulk-edit.tsx';

const RecordBulkDialog = later(() => import('./record-bulk.tsx').then((module) => module.RecordBulkDialog));

const labels = {
  activate: 'Activate all…',
  deactivate: 'Deactivate all…',
  delete: 'Delete unused…',
} as const;
interface ListShown {
  search?: string | undefined;
  filters: { status?: boolean | undefined };
}

/** Bulk actions for all records of a list, each with a preview. */
export function useRecordBulk(of: RecordKind, { search, filters }: ListShown, isEmpty: boolean) {
  const held = usePermissions();
  const [open, setOpen] = useState<Omit<RecordBulk, 'of'>>();
  const shown: RecordBulkInput['target'] = { filters, ...(search && { search }) };
  const actions: RecordAction[] = of === 'categories' ? ['delete'] : ['activate', 'deactivate', 'delete'];
  const allowed = actions.filter((action) =>
    held.has(recordChangeNeeds(of, action === 'delete' ? 'deleted' : 'status')),
  );
  const menu: ReactNode = allowed.length > 0 && !isEmpty && (
    <BulkMenu
      entries={[
        ...allowed.map((action) => ({
          label: labels[action],
          danger: action === 'delete',
          onClick: () => setOpen({ action, target: shown }),
        })),
        history,
      ]}
    />
  );
  const dialog: ReactNode = (
    <Suspense>{open && <RecordBulkDialog of={of} {...open} onClose={() => setOpen(undefined)} />}</Suspense>
  );
  /** For all rows of the list, which stay selected. */
  const openAll = async (action: RecordAction): Promise<false> => {
    setOpen({ action, target: shown });
    return false;
  };
  return { menu, dialog, openAll };
}
