import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/inventory';
import { mostTransferLines } from '@aisle/contract/transfers';
import { ActionIcon, Alert, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { read } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { LocationSelect, NoLocations } from '../locations/location-select.tsx';
import { type ScannedItem, ScanSelect } from '../sub-products/scan-select.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { GridColumn } from '../ui/grid/column.ts';
import { Grid } from '../ui/grid/grid.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useFittingColumns } from './fitting-columns.ts';
import { type DraftLine, quantityError, type TransferDraft, withEdits, withItem } from './transfer-lines.ts';
import classes from './transfers.module.css';

interface TransferFormProps {
  title: string;
  draft: TransferDraft;
  onChange: (change: (before: TransferDraft) => TransferDraft) => void;
  /** Where the goods come from stays what it was. */
  fixedFrom?: boolean;
  save: (send: boolean) => Promise<unknown>;
  isSaving: boolean;
  extra?: ReactNode;
}

const allColumns: GridColumn<DraftLine>[] = [
  { key: 'name', header: 'Item', kind: 'text', width: 280, read: (line) => line.name, readOnly: () => true },
  { key: 'sku', header: 'SKU', kind: 'text', width: 140, read: (line) => line.sku, readOnly: () => true },
  {
    key: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    width: 110,
    read: (line) => line.quantity,
    check: (value, line) => {
      if (typeof value === 'number' && line.available !== null && value > line.available) {
        return `Only ${formatQuantity(line.available)} can go`;
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

/** What goes where: scan the items, say how many. */
export function TransferForm(props: TransferFormProps) {
  const { title, draft, onChange, fixedFrom = false, save, isSaving, extra } = props;
  const columns = useFittingColumns(allColumns);
  const client = useQueryClient();
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const { lines } = draft;
  const isWrong = lines.some((line) => quantityError(line.quantity) !== undefined);
  const units = addQuantities(...lines.map(({ quantity }) => (typeof quantity === 'number' ? quantity : 0)));
  const sameSide = draft.fromLocationId !== null && draft.fromLocationId === draft.toLocationId;

  async function add(item: ScannedItem): Promise<void> {
    const locationId = draft.fromLocationId;
    const found = locationId
      ? await client
          .fetchQuery(
            read(inventoryRoutes.levels, { body: { filters: { locationId, subProductId: item._id } } }),
          )
          .catch(() => undefined)
      : undefined;
    const available = found ? (found.records[0]?.available ?? 0) : null;
    setRefused(new Map());
    onChange((before) => ({
      ...before,
      lines: withItem(before.lines, item, available).slice(0, mostTransferLines),
    }));
  }
  const remove = useCallback(
    (line: DraftLine) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${line.name}`}
        onClick={() =>
          onChange((before) => ({
            ...before,
            lines: before.lines.filter((one) => one.subProductId !== line.subProductId),
          }))
        }
      >
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
    ),
    [onChange],
  );
  const errorAt = useMemo(
    () => (_: DraftLine, column: GridColumn<DraftLine>, index: number) =>
      column.key === 'quantity' ? refused.get(index) : undefined,
    [refused],
  );

  async function submit(send: boolean): Promise<void> {
    setTried(true);
    setProblem(undefined);
    if (!draft.fromLocationId || !draft.toLocationId || sameSide || isWrong || lines.length === 0) return;
    try {
      await save(send);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.message);
      setRefused(
        new Map(
          error.fields.flatMap(({ path, message }) => {
            const index = /^lines\.(\d+)\./.exec(path)?.[1];
            return index === undefined ? [] : [[Number(index), message] as const];
          }),
        ),
      );
    }
  }

  return (
    <div className={classes.page}>
      <PageTitle title={title} back={{ to: '/inventory/transfers', label: 'Transfers' }} />
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
          error={wasTried && !draft.fromLocationId ? 'Choose where the goods are' : undefined}
        />
        <LocationSelect
          label="To"
          withAsterisk
          value={draft.toLocationId}
          current={draft.toLocationId ? { _id: draft.toLocationId, name: draft.toName } : null}
          onChange={(id, option) =>
            onChange((before) => ({ ...before, toLocationId: id, toName: option?.label ?? '' }))
          }
          error={
            sameSide
              ? 'Choose another location than the one it comes from'
              : wasTried && !draft.toLocationId
                ? 'Choose where the goods go'
                : undefined
          }
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
      <NoLocations />
      <div className={classes.scan}>
        <ScanSelect onItem={(item) => void add(item)} />
      </div>
      {problem && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {lines.length === 0 ? (
        <EmptyState
          title="Nothing in it yet"
          text="Scan what goes into the van. Scanning something again adds one more of it."
        />
      ) : (
        <Grid
          label="Items to send"
          rows={lines}
          rowId={(line) => line.subProductId}
          columns={columns}
          onEdit={(edits) => {
            setRefused(new Map());
            onChange((before) => ({ ...before, lines: withEdits(before.lines, edits) }));
          }}
          errorAt={errorAt}
          rowEnd={remove}
        />
      )}
      <div className={classes.foot}>
        <span role="status">
          <b>{lines.length}</b> {lines.length === 1 ? 'item' : 'items'} · <b>{formatQuantity(units)}</b>{' '}
          {units === 1 ? 'unit' : 'units'}
        </span>
        {extra}
        <Button
          variant="default"
          ml="auto"
          disabled={lines.length === 0 || isSaving}
          onClick={() => void submit(false)}
        >
          Save as draft
        </Button>
        <Button disabled={lines.length === 0} loading={isSaving} onClick={() => void submit(true)}>
          Send
        </Button>
      </div>
    </div>
  );
}
