import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type BulkActionRow,
  type BulkActionRun,
  bulkActionRoutes,
} from '@aisle/contract/system/bulk-actions';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { type Back, useCanOpen } from '../../core/pages/screens.ts';
import { type BulkLabels, endOfRun, outcomeColumn, RunPage, useRun } from '../../links/bulk/bulk-run.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';

/** The list of the records, and the screen of one. */
interface Places {
  back: Back;
  record?:
    | '/customers/view/$id'
    | '/supports/$id'
    | '/orders/returns/$id'
    | '/driver/view/$id'
    | '/vendors/view/$id'
    | '/inventory/view/$id';
}
const places: Partial<Record<string, Places>> = {
  brands: { back: { to: '/brand', label: 'Brands' } },
  taxes: { back: { to: '/tax', label: 'Taxes' } },
  vendors: { back: { to: '/vendors', label: 'Vendors' }, record: '/vendors/view/$id' },
  customers: { back: { to: '/customers', label: 'Customers' }, record: '/customers/view/$id' },
  tickets: { back: { to: '/supports', label: 'Support' }, record: '/supports/$id' },
  returns: { back: { to: '/orders/returns', label: 'Returns' }, record: '/orders/returns/$id' },
  refunds: { back: { to: '/payments', label: 'Payments' } },
  drivers: { back: { to: '/driver', label: 'Drivers' }, record: '/driver/view/$id' },
  users: { back: { to: '/users', label: 'Users' } },
  lots: { back: { to: '/expiry', label: 'Expiry' }, record: '/inventory/view/$id' },
};
const home: Places = { back: { to: '/jobs', label: 'Jobs' } };

const labels: BulkLabels = {
  headers: {
    title: 'Action',
    changed: 'Changed',
    refused: 'Not changed',
    createdAt: 'When',
    state: 'Status',
  },
  changing: 'Changing',
  outcomes: {
    waiting: 'Waiting',
    changed: 'Changed',
    same: 'No change needed',
    refused: 'Not changed',
    undone: 'Undone',
    kept: 'Kept',
  },
};

const columns: Column<BulkActionRow>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name ?? '–' },
  outcomeColumn(labels),
  { key: 'reason', header: 'Why', cell: ({ reason }) => reason ?? '', card: 'detail' },
];

/** The progress of a bulk action, and the result for each record. */
export function BulkActionView() {
  const { id } = useParams({ from: '/shell/bulk-actions/$id' });
  const query = useRun(
    read(bulkActionRoutes.get, { params: { id } }),
    endOfRun,
    bulkActionRoutes.undo.changes,
  );
  const { back } = places[query.data?.of ?? ''] ?? home;
  return (
    <Loaded query={query} back={back}>
      {(run) => <Result run={run} />}
    </Loaded>
  );
}

function Result({ run }: { run: BulkActionRun }) {
  const list = useList(bulkActionRoutes.rows, { bulkActionId: run._id });
  const undo = useWrite(bulkActionRoutes.undo);
  const resume = useWrite(bulkActionRoutes.resume);
  const canOpen = useCanOpen();
  const { back, record } = places[run.of] ?? home;
  const params = { id: run._id };
  async function takeBack(): Promise<void> {
    const isSure = await confirm({
      title: `Undo “${run.title}”?`,
      text: `Restores ${pluralize(run.counts.changed, 'record')}. Records changed since are kept and listed.`,
      confirm: 'Undo',
    });
    if (isSure) await undo.mutateAsync({ params }).catch(() => undefined);
  }
  return (
    <RunPage
      run={run}
      total={run.total}
      words={labels}
      resume={resume}
      title={run.title}
      noun={run.of}
      list={list}
      columns={columns}
      tabFilter="outcome"
      back={back}
      link={
        record && canOpen(record) ? ({ recordId }) => ({ to: record, params: { id: recordId } }) : undefined
      }
      actions={
        run.canUndo && (
          <Button
            variant="default"
            loading={undo.isPending}
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => void takeBack()}
          >
            Undo
          </Button>
        )
      }
      empty={`Counting ${run.of}.`}
    />
  );
}
