import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { ActionIcon, Alert, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { CatalogItemSearch } from '../../../links/catalog/catalog-item-search.tsx';
import { LocationSelect, NoLocations } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { GridColumn } from '../../../ui/grid/column.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { MiddleText } from '../../../ui/values/middle-text.tsx';
import classes from '../transfers.module.css';
import { useFittingColumns } from './fitting-columns.ts';
import { type DraftLine, quantityError, type TransferDraft } from './transfer-lines.ts';
import { type TransferFormOptions, useTransferForm } from './use-transfer-form.ts';

interface TransferFormProps extends TransferFormOptions {
  title: string;
  /** The source location can't change. */
  fixedFrom?: boolean;
  isSaving: boolean;
  extra?: ReactNode;
}

/** A transfer's locations and items: scan an item, enter its quantity. */
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
    <div className={`page min-w-0 ${classes.page}`}>
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
        <CatalogItemSearch onItem={(item) => void form.add(item)} />
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
/** The transfer's totals, with buttons to save or send it. */
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

/** The items to send, with quantity and available stock. */
const transferColumns: GridColumn<DraftLine>[] = [
  {
    key: 'name',
    header: 'Item',
    kind: 'text',
    width: 280,
    read: (line) => line.name,
    show: (line) => <MiddleText text={line.name} />,
    readOnly: () => true,
  },
  { key: 'sku', header: 'SKU', kind: 'text', width: 140, read: (line) => line.sku, readOnly: () => true },
  {
    key: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    width: 110,
    read: (line) => line.quantity,
    check: (value, line) => {
      if (typeof value === 'number' && line.available !== null && value > line.available) {
        return `Only ${formatQuantity(line.available)} available`;
      }
      return quantityError(value);
    },
  },
  {
    key: 'available',
    header: 'Available',
    kind: 'quantity',
    width: 110,
    read: (line) => line.available,
    readOnly: () => true,
  },
];

interface TransferHeadProps {
  draft: TransferDraft;
  onChange: (change: (before: TransferDraft) => TransferDraft) => void;
  /** The source location can't change. */
  fixedFrom: boolean;
  fromError: string | undefined;
  toError: string | undefined;
}

/** The source, the destination and a note. */
function TransferHead({ draft, onChange, fixedFrom, fromError, toError }: TransferHeadProps) {
  return (
    <div className={classes.head}>
      <LocationSelect
        label="From"
        withAsterisk
        disabled={fixedFrom}
        value={draft.fromLocationId}
        current={draft.fromLocationId ? { _id: draft.fromLocationId, name: draft.fromName } : null}
        onChange={(id, option) =>
          onChange((before) => ({
            ...before,
            fromLocationId: id,
            fromName: option?.label ?? '',
            lines: before.lines.map((line) => ({ ...line, available: null })),
          }))
        }
        error={fromError}
      />
      <LocationSelect
        label="To"
        withAsterisk
        value={draft.toLocationId}
        current={draft.toLocationId ? { _id: draft.toLocationId, name: draft.toName } : null}
        onChange={(id, option) =>
          onChange((before) => ({ ...before, toLocationId: id, toName: option?.label ?? '' }))
        }
        error={toError}
      />
      <TextInput
        label="Note"
        maxLength={500}
        value={draft.note}
        onChange={(event) => {
          const note = event.currentTarget.value;
          onChange((before) => ({ ...before, note }));
        }}
      />
    </div>
  );
}
