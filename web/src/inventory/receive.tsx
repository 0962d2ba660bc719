import { formatMoney } from '@aisle/contract/core/money';
import { type BulkReceiptResult, inventoryRoutes, mostReceiptRows } from '@aisle/contract/inventory';
import { subProductRoutes } from '@aisle/contract/sub-products';
import { ActionIcon, Alert, Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { exactMatch } from '../core/exact-match.ts';
import { tellSuccess } from '../core/notice.tsx';
import { useSignedIn } from '../core/session.ts';
import { LocationSelect, NoLocations } from '../locations/location-select.tsx';
import { confirm } from '../ui/confirm.tsx';
import { useDraft } from '../ui/form/use-draft.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { VendorSelect } from '../vendors/vendor-select.tsx';
import classes from './inventory.module.css';
import {
  isBlank,
  newRow,
  pastedRows,
  type ReceiptDraftRow,
  type ReceiptField,
  receiptFields,
  receiptTotals,
  rowBody,
  rowErrors,
} from './receipt-rows.ts';

interface Draft {
  locationId: string | null;
  vendorId: string | null;
  /** What they are called, for after a reload. */
  locationName: string;
  vendorName: string;
  rows: ReceiptDraftRow[];
}
const rowsAtOnce = 100;
const columnNames: Record<ReceiptField, string> = {
  code: 'Barcode or SKU',
  quantity: 'Quantity',
  cost: 'Cost of one',
  expires: 'Expires',
  lotNumber: 'Lot number',
};

/** Before the first product there is nothing that could come in. */
function NoProducts() {
  const found = useQuery({ ...read(subProductRoutes.dropdown, { query: {} }), meta: { quiet: true } });
  if (found.data?.length !== 0) return null;
  return (
    <Alert color="gray" variant="default" title="There is nothing to receive yet">
      Stock is counted by variant. <ScreenLink to="/products/add">Add a product</ScreenLink> first, with what
      it is sold as.
    </Alert>
  );
}

/** Goods come in: scan, quantity, cost, expiry, Enter, and on to the next. */
export function Receive() {
  const { user, locationId } = useSignedIn();
  const client = useQueryClient();
  const receiving = useWrite(inventoryRoutes.bulkCreate);
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [draft, setDraft] = useDraft<Draft>('receipt', () => ({
    locationId: locationId ?? only,
    vendorId: null,
    locationName: '',
    vendorName: '',
    rows: [newRow()],
  }));
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const [wasTried, setTried] = useState(false);
  const [page, setPage] = useState(0);
  const grid = useRef<HTMLTableElement>(null);

  const { rows } = draft;
  const filled = rows.filter((row) => !isBlank(row));
  const totals = receiptTotals(rows);
  const pages = Math.ceil(rows.length / rowsAtOnce);
  const shown = rows.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce);
  const isWrong = filled.some((row) => Object.keys(rowErrors(row)).length > 0);

  const setRows = (change: (rows: ReceiptDraftRow[]) => ReceiptDraftRow[]) =>
    setDraft((before) => ({ ...before, rows: change(before.rows) }));
  const setRow = (id: string, patch: Partial<ReceiptDraftRow>) => {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...patch } : row)));
    if (reasons.has(id)) setReasons(new Map([...reasons].filter(([key]) => key !== id)));
  };

  function focus(id: string, field: ReceiptField): void {
    const go = () => {
      const cell = grid.current?.querySelector<HTMLInputElement>(`[data-row="${id}"][data-field="${field}"]`);
      cell?.focus();
      cell?.select();
      return cell;
    };
    // At once, for scanners type on without a pause; a row that is new is there with the next frame.
    if (!go()) requestAnimationFrame(go);
  }
  /** Finds out what a code is, as soon as the scanner is through. */
  async function lookUp(row: ReceiptDraftRow): Promise<void> {
    const code = row.code.trim();
    if (code === '' || row.item) return;
    const found = await client
      .fetchQuery(read(subProductRoutes.dropdown, { query: { search: code } }))
      .catch(() => []);
    const item = exactMatch(found, code);
    if (!item) return setReasons((before) => new Map(before).set(row.id, `Nothing has the code ${code}`));
    const cost = row.cost || (item.costPrice === null ? '' : (item.costPrice / 100).toFixed(2));
    setRow(row.id, { item, cost });
  }
  function onKey(event: KeyboardEvent, row: ReceiptDraftRow, field: ReceiptField): void {
    const at = rows.findIndex(({ id }) => id === row.id);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const other = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (other) focus(other.id, field);
    } else if (event.key === 'Enter') {
      const next = receiptFields[receiptFields.indexOf(field) + 1];
      // The lot number is rare: Enter goes from the date to the next row, Tab to the lot number.
      if (next && field !== 'expires') focus(row.id, next);
      else goOn(at);
    } else return;
    event.preventDefault();
  }
  function goOn(at: number): void {
    const next = rows[at + 1] ?? newRow();
    if (!rows[at + 1]) setRows((before) => [...before, next]);
    setPage(Math.floor((at + 1) / rowsAtOnce));
    focus(next.id, 'code');
  }
  function onPaste(event: ClipboardEvent, row: ReceiptDraftRow): void {
    const pasted = pastedRows(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    setRows((before) => {
      const at = before.findIndex(({ id }) => id === row.id);
      const rest = before.slice(at + 1).filter((one) => !isBlank(one));
      const kept = isBlank(row) ? before.slice(0, at) : before.slice(0, at + 1);
      return [...kept, ...pasted, ...rest, newRow()].slice(0, mostReceiptRows);
    });
  }

  async function submit(): Promise<void> {
    setTried(true);
    if (!draft.locationId || isWrong || filled.length === 0) return;
    const checked = await send(filled, true);
    const bad = new Set(checked.rejected.map(({ row }) => row - 1));
    showReasons(filled, checked);
    if (checked.accepted === 0) return;
    const good = filled.filter((_, index) => !bad.has(index));
    const units = receiptTotals(good);
    const isSure = await confirm({
      title: `Receive ${good.length.toLocaleString('en-US')} ${good.length === 1 ? 'lot' : 'lots'}?`,
      text: `${units.units.toLocaleString('en-US')} units for ${formatMoney(units.cost)} go into stock.${
        bad.size > 0 ? ` ${bad.size} of the rows cannot be received: they stay here, with the reason.` : ''
      }`,
      confirm: 'Receive',
      danger: false,
    });
    if (!isSure) return;
    const done = await send(good, false);
    const refused = new Set(done.rejected.map(({ row }) => good[row - 1]?.id));
    showReasons(good, done);
    tellSuccess(`${done.accepted.toLocaleString('en-US')} ${done.accepted === 1 ? 'lot' : 'lots'} received`);
    setRows((before) => {
      const left = before.filter(
        (row) => !isBlank(row) && (refused.has(row.id) || !good.some(({ id }) => id === row.id)),
      );
      return left.length > 0 ? left : [newRow()];
    });
    setPage(0);
    setTried(false);
  }
  const send = (some: ReceiptDraftRow[], dryRun: boolean): Promise<BulkReceiptResult> =>
    receiving.mutateAsync({
      body: {
        locationId: draft.locationId ?? '',
        ...(draft.vendorId && { vendorId: draft.vendorId }),
        rows: some.map(rowBody),
        dryRun,
      },
    });
  function showReasons(sent: ReceiptDraftRow[], { rejected }: BulkReceiptResult): void {
    setReasons((before) => {
      const kept = [...before].filter(([id]) => !sent.some((row) => row.id === id));
      const fresh = rejected.flatMap(({ row, reason }) => {
        const id = sent[row - 1]?.id;
        return id ? [[id, reason] as const] : [];
      });
      return new Map([...kept, ...fresh]);
    });
  }

  return (
    <div className={classes.page}>
      <PageTitle title="Receive stock" back={{ to: '/inventory', label: 'Inventory' }} />
      <div className={classes.head}>
        <LocationSelect
          withAsterisk
          value={draft.locationId}
          current={draft.locationId ? { _id: draft.locationId, name: draft.locationName } : null}
          onChange={(id, option) => setDraft({ ...draft, locationId: id, locationName: option?.label ?? '' })}
          error={wasTried && !draft.locationId ? 'Choose a location' : undefined}
        />
        <VendorSelect
          clearable
          placeholder="None"
          value={draft.vendorId}
          current={draft.vendorId ? { _id: draft.vendorId, name: draft.vendorName } : null}
          onChange={(id, option) => setDraft({ ...draft, vendorId: id, vendorName: option?.label ?? '' })}
        />
      </div>
      <NoLocations />
      <NoProducts />
      <Text c="dimmed" size="sm">
        Scan, or paste rows from a spreadsheet: code, quantity, cost, expiry, lot number. Enter goes on.
      </Text>
      {reasons.size > 0 && (
        <Alert color="red" variant="light" role="alert">
          {reasons.size === 1 ? 'One row needs' : `${reasons.size} rows need`} another look.
        </Alert>
      )}
      <div className={classes.box}>
        <table ref={grid} className={classes.grid} aria-label="Goods received">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Row</span>
              </th>
              {receiptFields.map((field) => (
                <th key={field} scope="col">
                  {columnNames[field]}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => {
              const number = page * rowsAtOnce + index + 1;
              const errors = wasTried ? rowErrors(row) : {};
              const reason = reasons.get(row.id);
              return (
                <tr key={row.id}>
                  <td className={classes.number}>{number}</td>
                  {receiptFields.map((field) => {
                    const error = errors[field] ?? (field === 'code' ? reason : undefined);
                    return (
                      <td key={field} data-of={field}>
                        <span className={classes.columnName} aria-hidden>
                          {columnNames[field]}
                        </span>
                        <input
                          className={classes.cell}
                          data-row={row.id}
                          data-field={field}
                          data-right={field === 'quantity' || field === 'cost' || undefined}
                          aria-label={`${columnNames[field]}, row ${number}`}
                          aria-invalid={error ? true : undefined}
                          aria-describedby={error ? `${row.id}-${field}` : undefined}
                          inputMode={field === 'quantity' || field === 'cost' ? 'decimal' : undefined}
                          placeholder={field === 'expires' ? 'MM/DD/YYYY' : undefined}
                          autoComplete="off"
                          value={row[field]}
                          onChange={(event) =>
                            setRow(row.id, {
                              [field]: event.currentTarget.value,
                              ...(field === 'code' && { item: null }),
                            })
                          }
                          onKeyDown={(event) => onKey(event, row, field)}
                          onBlur={() => {
                            if (field === 'code') void lookUp(row);
                          }}
                          onPaste={(event) => {
                            if (field === 'code') onPaste(event, row);
                          }}
                        />
                        {field === 'code' && row.item && (
                          <span className={classes.name}>{row.item.name}</span>
                        )}
                        {field === 'quantity' && row.item?.soldByWeight && (
                          <span className={classes.name}>{row.item.unit}</span>
                        )}
                        {error && (
                          <span id={`${row.id}-${field}`} className={classes.reason}>
                            {error}
                          </span>
                        )}
                      </td>
                    );
                  })}
                  <td className={classes.remove}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      mt={6}
                      aria-label={`Remove row ${number}`}
                      onClick={() =>
                        setRows((before) => {
                          const left = before.filter(({ id }) => id !== row.id);
                          return left.length > 0 ? left : [newRow()];
                        })
                      }
                    >
                      <IconX size={16} stroke={1.5} />
                    </ActionIcon>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={classes.foot}>
        <span role="status">
          <b>{totals.rows.toLocaleString('en-US')}</b> {totals.rows === 1 ? 'row' : 'rows'} ·{' '}
          <b>{totals.units.toLocaleString('en-US')}</b> units · <b>{formatMoney(totals.cost)}</b>
        </span>
        {pages > 1 && (
          <span>
            <Button variant="default" size="xs" disabled={page === 0} onClick={() => setPage(page - 1)}>
              Earlier rows
            </Button>{' '}
            <Button
              variant="default"
              size="xs"
              disabled={page >= pages - 1}
              onClick={() => setPage(page + 1)}
            >
              Later rows
            </Button>
          </span>
        )}
        <Button variant="default" ml="auto" onClick={() => goOn(rows.length - 1)}>
          Add row
        </Button>
        <Button
          loading={receiving.isPending}
          disabled={filled.length === 0}
          onClick={() => void submit().catch(() => undefined)}
        >
          Receive
        </Button>
      </div>
    </div>
  );
}
