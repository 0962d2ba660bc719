import type { OrderRow, OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { totalText } from '../../../ui/list/filters/range-text.ts';
import type { BulkAction } from '../../../ui/list/rows/row.ts';
import type { List } from '../../../ui/list/use-list.ts';
import { MenuButton, type MenuEntry } from '../../../ui/menu-button.tsx';

const PrintOrdersDialog = later(() =>
  import('../../documents/print-orders-dialog.tsx').then((module) => module.PrintOrdersDialog),
);
const BulkStepDialog = later(() =>
  import('../../order-bulk/bulk-step-dialog.tsx').then((module) => module.BulkStepDialog),
);
const AssignDialog = later(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog));

interface BulkDialog {
  what: 'step' | 'print' | 'assign';
  target: OrderTarget;
  words: string;
  sample: readonly OrderRow[];
}
const wordsFor = (total: number, { totalIsEstimate = false, totalIsMinimum = false } = {}) =>
  `${totalText({ total, totalIsEstimate, totalIsMinimum })} ${total === 1 ? 'order' : 'orders'}`;

/** The bulk actions of the list, for selected orders or for all orders of the filter. */
export function useManyOrders(list: List<OrderRow>) {
  const canEdit = useCan('order_edit');
  const mayCancel = useCan('cancel_order');
  const mayView = useCan('order_view');
  const [asking, setAsking] = useState<BulkDialog | null>(null);
  const mayStep = mayView && (canEdit || mayCancel);

  const selected = (what: BulkDialog['what']) => async (rows: OrderRow[]) => {
    const target = { ids: rows.map(({ _id }) => _id), filters: {} };
    setAsking({ what, target, words: wordsFor(rows.length), sample: rows });
    return false;
  };
  const { search, filters } = list.body;
  const everything = (what: BulkDialog['what']) => async () => {
    const target = { filters, ...(search && { search }) } as OrderTarget;
    setAsking({ what, target, words: wordsFor(list.total, list), sample: list.rows ?? [] });
    return false;
  };
  const action = (label: string, what: BulkDialog['what']): BulkAction<OrderRow> => ({
    label,
    run: selected(what),
    // All orders of a filter are changed by a job, whose page shows orders.
    ...(mayView && { runAll: everything(what) }),
  });
  const bulk = [
    ...(mayStep ? [action('Next step…', 'step')] : []),
    ...(mayView ? [action('Print…', 'print')] : []),
    ...(canEdit ? [action('Assign…', 'assign')] : []),
  ];
  const entries: MenuEntry[] = [
    { label: 'Checkouts', to: { to: '/orders/checkouts' } },
    ...(mayView ? [{ label: 'Bulk steps', to: { to: '/orders/steps' as const } }] : []),
  ];
  const close = () => setAsking(null);
  return {
    bulk: bulk.length > 0 ? bulk : undefined,
    menu: (
      <MenuButton
        tooltip="More"
        button={
          <ActionIcon variant="default" size={36} aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        }
        entries={entries}
      />
    ),
    dialog: asking && (
      <Suspense>
        {asking.what === 'step' && <BulkStepDialog {...asking} onClose={close} />}
        {asking.what === 'print' && <PrintOrdersDialog {...asking} onClose={close} />}
        {asking.what === 'assign' && <AssignDialog {...asking} onClose={close} />}
      </Suspense>
    ),
  };
}
