import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { ScanSelect } from '../../../links/catalog/scan-select.tsx';
import { NoLocations } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { transferColumns } from '../transfer-columns.ts';
import { TransferHead } from '../transfer-head.tsx';
import classes from '../transfers.module.css';
import { useFittingColumns } from './fitting-columns.ts';
import type { DraftLine } from './transfer-lines.ts';
import { type TransferFormOptions, useTransferForm } from './use-transfer-form.ts';

interface TransferFormProps extends TransferFormOptions {
  title: string;
  /** Where the goods come from stays what it was. */
  fixedFrom?: boolean;
  isSaving: boolean;
  extra?: ReactNode;
}

/** What goes where: scan the items, say how many. */
export function TransferForm(props: TransferFormProps) {
  const { title, draft, onChange, fixedFrom = false, isSaving, extra } = props;
  const columns = useFittingColumns(transferColumns);
  const form = useTransferForm(props);
  const { remove } = form;
  const removeButton = useCallback(
    (line: DraftLine) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${line.name}`}
        onClick={() => remove(line)}
      >
        <IconX size={16} />
      </ActionIcon>
    ),
    [remove],
  );
  return (
    <div className={classes.page}>
      <PageTitle title={title} back={{ to: '/inventory/transfers', label: 'Transfers' }} />
      <TransferHead
        draft={draft}
        onChange={onChange}
        fixedFrom={fixedFrom}
        fromError={form.fromError}
        toError={form.toError}
      />
      <NoLocations />
      <div className={classes.scan}>
        <ScanSelect onItem={(item) => void form.add(item)} />
      </div>
      {form.problem && (
        <Alert color="red" variant="light" role="alert">
          {form.problem}
        </Alert>
      )}
      {draft.lines.length === 0 ? (
        <EmptyState
          title="No items yet"
          text="Scan items to add them. Scanning an item again adds one more."
        />
      ) : (
        <Grid
          label="Items to send"
          rows={draft.lines}
          rowId={(line) => line.subProductId}
          columns={columns}
          onEdit={form.edit}
          errorAt={form.errorAt}
          rowEnd={removeButton}
        />
      )}
      <TransferFoot lines={draft.lines} extra={extra} isSaving={isSaving} onSubmit={form.submit} />
    </div>
  );
}

interface TransferFootProps extends Pick<TransferFormProps, 'extra' | 'isSaving'> {
  lines: readonly DraftLine[];
  onSubmit: (send: boolean) => Promise<void>;
}
/** How much it is, and saving or sending it. */
function TransferFoot({ lines, extra, isSaving, onSubmit }: TransferFootProps) {
  const isEmpty = lines.length === 0;
  const units = addQuantities(...lines.map(({ quantity }) => (typeof quantity === 'number' ? quantity : 0)));
  return (
    <StickyBar className={classes.foot}>
      <span role="status">
        <b>{lines.length}</b> {lines.length === 1 ? 'item' : 'items'} · <b>{formatQuantity(units)}</b>{' '}
        {units === 1 ? 'unit' : 'units'}
      </span>
      {extra}
      <Button variant="default" ml="auto" disabled={isEmpty || isSaving} onClick={() => void onSubmit(false)}>
        Save as draft
      </Button>
      <Button disabled={isEmpty} loading={isSaving} onClick={() => void onSubmit(true)}>
        Send
      </Button>
    </StickyBar>
  );
}
