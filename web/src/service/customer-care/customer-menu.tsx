import { fullName } from '@aisle/contract/core/full-name';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import type { RowAction } from '../../ui/list/rows/row.ts';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { dayText } from '../../ui/values/when.ts';
import { useCanCare } from './use-may-care.ts';

const MergeDialog = later(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog));
const EraseDialog = later(() => import('./erase-dialog.tsx').then((module) => module.EraseDialog));
const TakeOutDialog = later(() => import('./export-dialog.tsx').then((module) => module.TakeOutDialog));

interface CustomerMenuProps {
  customer: CustomerView;
  more: readonly RowAction[];
}
/** Rare or destructive actions for a customer. */
export function CustomerMenu({ customer, more }: CustomerMenuProps) {
  const { mayMerge, mayTakeOut, mayErase } = useCanCare();
  const [open, setOpen] = useState<'merge' | 'takeOut' | 'erase' | null>(null);
  const onClose = () => setOpen(null);
  const undo = useUndoMerge();
  const undoable = customer.merged.filter(({ undoUntil }) => undoUntil !== null);
  const actions: RowAction[] = [
    ...(mayMerge ? [{ label: 'Merge customers…', onClick: () => setOpen('merge') }] : []),
    ...(mayMerge
      ? undoable.map((other) => ({ label: `Undo merge of ${other.name}…`, onClick: () => void undo(other) }))
      : []),
    ...(mayTakeOut ? [{ label: 'Export all data…', onClick: () => setOpen('takeOut') }] : []),
    ...more,
    ...(mayErase
      ? [{ label: 'Erase customer…', danger: true as const, onClick: () => setOpen('erase') }]
      : []),
  ];
  return (
    <>
      <RowMenu label={fullName(customer)} actions={actions} />
      <Suspense>
        {open === 'merge' && (
          <MergeDialog customer={{ _id: customer._id, name: fullName(customer) }} onClose={onClose} />
        )}
        {open === 'takeOut' && <TakeOutDialog customer={customer} onClose={onClose} />}
        {open === 'erase' && <EraseDialog customer={customer} onClose={onClose} />}
      </Suspense>
    </>
  );
}

/** Separates two merged customers after confirmation. */
function useUndoMerge() {
  const undoing = useWrite(customerCareRoutes.unmerge);
  return async ({ _id, name, undoUntil }: CustomerView['merged'][number]): Promise<void> => {
    const isSure = await confirm({
      title: `Undo the merge of ${name}?`,
      text: `${name}'s orders, addresses and coins are theirs again. What came since the merge stays here. You can do this until ${dayText(undoUntil ?? '')}.`,
      confirm: 'Undo merge',
    });
    if (isSure) undoing.mutate({ body: { otherId: _id } });
  };
}
