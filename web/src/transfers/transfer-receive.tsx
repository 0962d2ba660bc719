import { addQuantities, countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import {
  type Transfer,
  type TransferLine,
  type TransferStatus,
  transferRoutes,
} from '@aisle/contract/transfers';
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { type ScannedItem, ScanSelect } from '../sub-products/scan-select.tsx';
import { beep } from '../ui/beep.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDraft } from '../ui/form/use-draft.ts';
import type { CellValue } from '../ui/grid/cells.ts';
import type { GridColumn } from '../ui/grid/column.ts';
import { Grid } from '../ui/grid/grid.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useFittingColumns } from './fitting-columns.ts';
import classes from './transfers.module.css';

export function TransferReceive() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery({ ...read(transferRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={{ to: '/inventory/transfers', label: 'Transfers' }}>
      {(transfer) =>
        transfer.allowed.includes('received') ? (
          <ReceiptForm key={transfer._id} transfer={transfer} />
        ) : (
          <NothingToReceive transfer={transfer} />
        )
      }
    </Loaded>
  );
}

const whyNot: Record<TransferStatus, string> = {
  draft: 'It has not been sent yet. What came in is written down once it is on its way.',
  inTransit: 'Whoever works at the location it goes to, and may add stock there, writes down what came in.',
  received: 'It has been received already.',
  cancelled: 'It was cancelled.',
};
function NothingToReceive({ transfer: { _id, number, status } }: { transfer: Transfer }) {
  const back = { to: `/inventory/transfers/${_id}`, label: number };
  return (
    <div className={classes.page}>
      <PageTitle title={`Receive ${number}`} back={back} />
      <EmptyState title="Nothing to receive here" text={whyNot[status]}>
        <Button component={Link} to={back.to} variant="default">
          See {number}
        </Button>
      </EmptyState>
    </div>
  );
}

interface Came {
  received: CellValue;
  damaged: CellValue;
}
type Row = Omit<TransferLine, keyof Came> & Came;

const allColumns: GridColumn<Row>[] = [
  {
    key: 'name',
    header: 'Item',
    kind: 'text',
    width: 260,
    read: (row) => row.subProductData.name,
    readOnly: () => true,
  },
  {
    key: 'sku',
    header: 'SKU',
    kind: 'text',
    width: 130,
    read: (row) => row.subProductData.sku,
    readOnly: () => true,
  },
  {
    key: 'sent',
    header: 'Sent',
    kind: 'quantity',
    width: 80,
    read: (row) => row.quantity,
    readOnly: () => true,
  },
  {
    key: 'received',
    header: 'Came in',
    kind: 'quantity',
    width: 96,
    read: (row) => row.received,
    check: (value) => (typeof value === 'number' && value >= 0 ? undefined : 'Enter what came in, or 0'),
  },
  {
    key: 'damaged',
    header: 'Damaged',
    kind: 'quantity',
    width: 96,
    read: (row) => row.damaged,
    check: (value, row) =>
      typeof value === 'number' && typeof row.received === 'number' && value > row.received
        ? 'No more can be damaged than came in'
        : undefined,
  },
  {
    key: 'difference',
    header: 'Difference',
    kind: 'text',
    width: 130,
    read: (row) => differenceText(row),
    readOnly: () => true,
  },
];
function differenceText({ quantity, received, damaged, subProductData }: Row): string {
  if (typeof received !== 'number') return '';
  const unit = countedIn(subProductData);
  const missing = addQuantities(quantity, -received);
  return [
    missing > 0 && `${formatQuantity(missing, unit)} short`,
    missing < 0 && `${formatQuantity(-missing, unit)} over`,
    typeof damaged === 'number' && damaged > 0 && `${formatQuantity(damaged, unit)} damaged`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What came out of the van, against what was sent. */
function ReceiptForm({ transfer }: { transfer: Transfer }) {
  const router = useRouter();
  const columns = useFittingColumns(allColumns);
  const receiving = useWrite(transferRoutes.receive);
  const [draft, setDraft, again] = useDraft<{ came: Record<string, Came>; note: string }>(
    `receive-${transfer._id}`,
    () => ({ came: {}, note: '' }),
  );
  const [problem, setProblem] = useState<string>();
  const [stray, setStray] = useState<string>();
  const rows = useMemo(
    () =>
      transfer.lines.map(
        (line): Row => ({ ...line, received: line.quantity, damaged: null, ...draft.came[line._id] }),
      ),
    [transfer.lines, draft.came],
  );
  const differing = rows.filter((row) => differenceText(row) !== '').length;
  const isWrong = rows.some((row) =>
    columns.some((column) => column.check?.(column.read(row), row) !== undefined),
  );
  const counted = Object.keys(draft.came).length;

  function set(lineId: string, patch: (before: Came) => Partial<Came>): void {
    setDraft((before) => {
      const line = transfer.lines.find((one) => one._id === lineId);
      const came = before.came[lineId] ?? { received: line?.quantity ?? 0, damaged: null };
      return { ...before, came: { ...before.came, [lineId]: { ...came, ...patch(came) } } };
    });
  }
  /** Scanned piece by piece: the first scan begins at 1, each further one adds up. */
  function scan(item: ScannedItem): void {
    const line = transfer.lines.find((one) => one.subProductData._id === item._id);
    if (!line) {
      beep('no');
      setStray(item.name);
      return;
    }
    setStray(undefined);
    const isFirst = draft.came[line._id] === undefined;
    set(line._id, ({ received }) => ({
      received: isFirst ? 1 : addQuantities(typeof received === 'number' ? received : 0, 1),
    }));
  }
  async function submit(): Promise<void> {
    setProblem(undefined);
    try {
      await receiving.mutateAsync({
        params: { id: transfer._id },
        body: {
          version: transfer.version,
          ...(draft.note.trim() && { note: draft.note.trim() }),
          lines: rows.map((row) => ({
            lineId: row._id,
            received: Number(row.received),
            damaged: typeof row.damaged === 'number' ? row.damaged : 0,
          })),
        },
      });
      again();
      await router.navigate({ to: `/inventory/transfers/${transfer._id}` });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <div className={classes.page}>
      <PageTitle
        title={`Receive ${transfer.number}`}
        back={{ to: `/inventory/transfers/${transfer._id}`, label: transfer.number }}
      />
      <p className={classes.lead}>
        From {transfer.from.name} to {transfer.to.name}. Everything counts as come in whole until you say
        otherwise: correct what differs, or scan piece by piece.
      </p>
      <div className={classes.scan}>
        <ScanSelect onItem={scan} />
      </div>
      {stray && (
        <Alert color="red" variant="light" role="alert">
          {stray} is not part of this transfer. Receive it as stock of its own, or ask {transfer.from.name}.
        </Alert>
      )}
      {problem && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      <Grid
        label="What came in"
        rows={rows}
        rowId={(row) => row._id}
        columns={columns}
        onEdit={(edits) => {
          for (const { row, column, value } of edits) set(row, () => ({ [column]: value }));
        }}
        isChanged={(row, { key }) =>
          (key === 'received' || key === 'damaged') && draft.came[row._id] !== undefined
        }
      />
      <div className={classes.foot}>
        <span role="status">
          <b>{rows.length}</b> {rows.length === 1 ? 'item' : 'items'}
          {counted > 0 && ` · ${counted} looked at`} · <b>{differing}</b> with a difference
        </span>
        <TextInput
          aria-label="Note"
          placeholder="Note"
          maxLength={500}
          className={classes.note ?? ''}
          value={draft.note}
          onChange={(event) => {
            const note = event.currentTarget.value;
            setDraft((before) => ({ ...before, note }));
          }}
        />
        <Button ml="auto" disabled={isWrong} loading={receiving.isPending} onClick={() => void submit()}>
          Receive
        </Button>
      </div>
    </div>
  );
}
