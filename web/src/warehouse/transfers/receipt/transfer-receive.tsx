import { type Transfer, type TransferStatus, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { CatalogItemSearch } from '../../../links/catalog/catalog-item-search.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { useFittingColumns } from '../form/fitting-columns.ts';
import classes from '../transfers.module.css';
import { receiveColumns } from './receive-columns.tsx';
import { useTransferReceipt } from './use-transfer-receipt.ts';

export function TransferReceive() {
  const { id } = useParams({ from: '/shell/inventory/transfers/receive/$id' });
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

const statusProblem: Record<TransferStatus, string> = {
  draft: "It hasn't been sent yet. You can receive it once it's on its way.",
  inTransit: 'Only staff of the receiving location who can add stock can receive it.',
  received: 'It was already received.',
  cancelled: 'It was cancelled.',
};
function NothingToReceive({ transfer: { _id, number, status } }: { transfer: Transfer }) {
  const transfer = { to: '/inventory/transfers/$id', params: { id: _id } } as const;
  return (
    <div className={`page min-w-0 ${classes.page}`}>
      <PageTitle title={`Receive ${number}`} back={{ ...transfer, label: number }} />
      <EmptyState title="Nothing to receive here" text={statusProblem[status]}>
        <ButtonLink {...transfer} variant="default">
          View {number}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** The received items, compared with those sent. */
function ReceiptForm({ transfer }: { transfer: Transfer }) {
  const columns = useFittingColumns(receiveColumns);
  const receipt = useTransferReceipt(transfer);
  const { rows } = receipt;
  return (
    <div className={`page min-w-0 ${classes.page}`}>
      <PageTitle
        title={`Receive ${transfer.number}`}
        back={{ to: '/inventory/transfers/$id', params: { id: transfer._id }, label: transfer.number }}
      />
      <p className={`m-0 text-md secondary ${classes.lead}`}>
        From {transfer.from.name} to {transfer.to.name}. Quantities are filled in as sent. Correct any
        differences, or scan item by item.
      </p>
      <div className={classes.scan}>
        <CatalogItemSearch onItem={receipt.scan} />
      </div>
      {receipt.stray && (
        <Alert color="red" variant="light" role="alert">
          {receipt.stray} isn't part of this transfer. Receive it as new stock, or ask {transfer.from.name}.
        </Alert>
      )}
      {receipt.problem && (
        <Alert color="red" variant="light" role="alert">
          {receipt.problem}
        </Alert>
      )}
      <Grid
        label="Items received"
        rows={rows}
        rowId={(row) => row._id}
        columns={columns}
        onEdit={receipt.edit}
        isChanged={(row, { key }) => (key === 'received' || key === 'damaged') && receipt.isChanged(row)}
      />
      <StickyBar className={classes.foot}>
        <span role="status">
          <b>{rows.length}</b> {rows.length === 1 ? 'item' : 'items'}
          {receipt.countedLines > 0 && ` · ${receipt.countedLines} checked`} · <b>{receipt.differing}</b> with
          a difference
        </span>
        <TextInput
          aria-label="Note"
          placeholder="Note"
          maxLength={500}
          className={classes.note ?? ''}
          value={receipt.note}
          onChange={(event) => receipt.setNote(event.currentTarget.value)}
        />
        <Button
          ml="auto"
          disabled={receipt.isWrong}
          loading={receipt.isSending}
          onClick={() => void receipt.submit()}
        >
          Receive
        </Button>
      </StickyBar>
    </div>
  );
}
