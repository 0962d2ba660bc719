import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { type Recall, type RecallRow, recallRoutes } from '@aisle/contract/sales/recalls';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { useRun } from '../../links/bulk/bulk-run.tsx';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { LotLink } from '../../links/warehouse/lot-link.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { ActDialog } from './act-dialog.tsx';
import { ReachLocations, ReachMetrics } from './recall-reach.tsx';
import { OutcomeState, outcomeChoices, RecallState } from './recall-status.tsx';

const back = { to: '/recalls', label: 'Recalls' } as const;
const changed = ['recalls', 'inventory', 'orders'];
const endOfRecall = ({ status, jobStatus }: Recall) => (isUnfinished(jobStatus) ? undefined : status);

export function RecallView() {
  const { id } = useParams({ from: '/shell/recalls/view/$id' });
  const query = useRun(read(recallRoutes.view, { params: { id } }), endOfRecall, changed);
  return (
    <Loaded query={query} back={back}>
      {(recall) => <Page recall={recall} />}
    </Loaded>
  );
}

const columns: Column<RecallRow>[] = [
  { key: 'label', header: 'Record', cell: (row) => <RowName row={row} /> },
  { key: 'about', header: 'Details', cell: (row) => row.about, card: 'detail' },
  { key: 'location', header: 'Location', cell: (row) => row.locationName },
  {
    key: 'units',
    header: 'Quantity',
    cell: (row) => (row.units === null ? null : formatQuantity(row.units)),
    align: 'right',
    card: 'figure',
  },
  { key: 'amount', header: 'Amount', cell: (row) => <MoneyText value={row.amount} />, align: 'right' },
  { key: 'outcome', header: 'Result', cell: (row) => <OutcomeState outcome={row.outcome} />, card: 'state' },
  { key: 'reason', header: 'Note', cell: (row) => row.reason ?? '', card: 'detail' },
];
function RowName({ row }: { row: RecallRow }) {
  if (row.kind === 'lot') return <LotLink id={row.recordId} number={row.label} />;
  if (row.kind === 'order') return <OrderLink id={row.recordId} number={row.label} />;
  return <CustomerLink id={row.recordId} name={row.label} />;
}

type OpenDialog = { kind: 'act' } | { kind: 'lift' } | { kind: 'settle'; row: RecallRow };

const filters = [choice('outcome', 'Result', outcomeChoices)];

function Page({ recall }: { recall: Recall }) {
  const list = useList(recallRoutes.rows, { recallId: recall._id });
  const canEdit = useCan('inventory_edit');
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <ListPage
        tabFilter="kind"
        title={`${recall.number}: ${recall.title}`}
        noun="rows"
        searchLabel="Lot, item, order or customer"
        list={list}
        columns={columns}
        back={back}
        actions={
          <>
            {canEdit && recall.lotsElsewhere === 0 && <RecallActions recall={recall} ask={setOpenDialog} />}
            <HistoryButton resource="recalls" id={recall._id} name={recall.number} />
          </>
        }
        tabs={
          <>
            <About recall={recall} />
            <RowTabs recall={recall} list={list} />
          </>
        }
        filters={filters}
        rowActions={(row) =>
          row.outcome === 'open'
            ? [
                {
                  label: 'Mark as done…',
                  permission: 'inventory_edit',
                  onClick: () => setOpenDialog({ kind: 'settle', row }),
                },
              ]
            : []
        }
        empty="Nothing to show here."
      />
      {openDialog?.kind === 'act' && <ActDialog recall={recall} onClose={close} />}
      {openDialog?.kind === 'lift' && <Lift recall={recall} onClose={close} />}
      {openDialog?.kind === 'settle' && <Settle row={openDialog.row} onClose={close} />}
    </>
  );
}

const left = ({ counts }: Recall, of: 'open' | 'waiting') =>
  counts.lot[of] + counts.order[of] + (of === 'waiting' ? counts.customer[of] : 0);

function RecallActions({ recall, ask }: { recall: Recall; ask: (openDialog: OpenDialog) => void }) {
  const resume = useWrite(recallRoutes.resume);
  if (recall.status === 'blocked') {
    return (
      <>
        <Button variant="default" onClick={() => ask({ kind: 'lift' })}>
          Lift recall
        </Button>
        <Button onClick={() => ask({ kind: 'act' })}>Process recall</Button>
      </>
    );
  }
  const isBrokenOff = recall.status === 'working' && !isUnfinished(recall.jobStatus);
  const canTryAgain = recall.status === 'done' && left(recall, 'open') > 0;
  if (!isBrokenOff && !canTryAgain) return null;
  return (
    <Button
      variant="default"
      loading={resume.isPending}
      onClick={() => resume.mutate({ params: { id: recall._id } })}
    >
      {isBrokenOff ? 'Resume' : 'Retry open items'}
    </Button>
  );
}

function About({ recall }: { recall: Recall }) {
  return (
    <div className="grid gap-4">
      {recall.lotsElsewhere > 0 && (
        <Alert color="gray" variant="default" title="Part of a larger recall">
          {formatCount(recall.lotsElsewhere)} more of its lots are at stores you don't have access to. The
          marketplace handles the whole recall.
        </Alert>
      )}
      {recall.jobId && (recall.status === 'working' || isUnfinished(recall.jobStatus)) && (
        <JobWatch id={recall.jobId} />
      )}
      <Panel tools={<RecallState status={recall.status} />} title="Stock, orders and customers">
        <Text mb="md">
          {recall.reason}{' '}
          <Text span c="dimmed">
            {recall.createdBy}, <DateText value={recall.createdAt} withTime withZone />
          </Text>
        </Text>
        <ReachMetrics reach={recall.reach} />
        <ReachLocations reach={recall.reach} />
      </Panel>
    </div>
  );
}

type Rows = Pick<ReturnType<typeof useList<typeof recallRoutes.rows>>, 'search' | 'change'>;
function RowTabs({ recall, list }: { recall: Recall; list: Rows }) {
  const maySeeOrders = useCan('order_view');
  const tab = (kind: RecallRow['kind'] | undefined, label: string) => ({
    key: kind ?? 'all',
    label,
    count: kind && formatCount(Object.values(recall.counts[kind]).reduce((sum, one) => sum + one, 0)),
    isOn: list.search.kind === kind,
    onClick: () => list.change({ kind }),
  });
  if (!maySeeOrders) return null;
  return (
    <ListTabs
      label="Affected records"
      tabs={[tab(undefined, 'All'), tab('lot', 'Lots'), tab('customer', 'Customers'), tab('order', 'Orders')]}
    />
  );
}

function Lift({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const lift = useWrite(recallRoutes.lift);
  return (
    <NoteDialog
      title={`Lift ${recall.number}?`}
      text="The lots can be sold again right away."
      label="Reason"
      confirm="Lift recall"
      isBusy={lift.isPending}
      onClose={onClose}
      save={(note) => lift.mutateAsync({ params: { id: recall._id }, body: { note } })}
    />
  );
}

function Settle({ row, onClose }: { row: RecallRow; onClose: () => void }) {
  const settle = useWrite(recallRoutes.settleRow);
  return (
    <NoteDialog
      title={`Mark ${row.label} as done`}
      text={row.reason}
      label="What was done"
      confirm="Mark as done"
      isBusy={settle.isPending}
      onClose={onClose}
      save={(note) => settle.mutateAsync({ params: { id: row._id }, body: { note } })}
    />
  );
}

interface NoteDialogProps {
  title: string;
  text: string | null;
  label: string;
  confirm: string;
  isBusy: boolean;
  save: (note: string) => Promise<unknown>;
  onClose: () => void;
}
/** Asks for a short note before an action. */
function NoteDialog({ title, text, label, confirm, isBusy, save, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <ShortDialog
      title={title}
      submit={confirm}
      isRunning={isBusy}
      onSubmit={() => {
        setTried(true);
        if (note.trim() !== '') void save(note).then(onClose, () => undefined);
      }}
      onClose={onClose}
    >
      {text && <Text size="md">{text}</Text>}
      <TextInput
        label={label}
        withAsterisk
        data-autofocus
        maxLength={300}
        value={note}
        error={tried && note.trim() === '' && `${label} is required`}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ShortDialog>
  );
}
