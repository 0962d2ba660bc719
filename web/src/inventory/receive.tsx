import { formatMoney } from '@aisle/contract/core/money';
import { type ReceiptField, receiptFields } from '@aisle/contract/receipts';
import { subProductRoutes } from '@aisle/contract/sub-products';
import { vendorRoutes } from '@aisle/contract/vendors';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { read } from '../core/api.ts';
import { exactMatch } from '../core/exact-match.ts';
import { LocationSelect, NoLocations } from '../locations/location-select.tsx';
import { ScanSelect } from '../sub-products/scan-select.tsx';
import { beep } from '../ui/beep.ts';
import { DateInput } from '../ui/form/date-input.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { VendorSelect } from '../vendors/vendor-select.tsx';
import classes from './inventory.module.css';
import { ReceiptFile } from './receipt-file.tsx';
import { ReceiptGrid } from './receipt-grid.tsx';
import { isBlank, newRow, type ReceiptDraftRow, receiptTotals, withScanned } from './receipt-rows.ts';
import { headings, pastedRows } from './receipt-text.ts';
import { useReceipt } from './use-receipt.ts';

const rowsAtOnce = 100;
const emptyFile = `data:text/csv;charset=utf-8,${encodeURIComponent(headings)}`;

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
  const client = useQueryClient();
  const receipt = useReceipt();
  const { draft, setDraft, errors, setRows, setRow } = receipt;
  const { rows } = draft;
  const [page, setPage] = useState(0);
  const grid = useRef<HTMLTableElement>(null);
  const vendors = useQuery({ ...read(vendorRoutes.dropdown, { query: {} }), meta: { quiet: true } });
  const totals = receiptTotals(rows);
  const pages = Math.ceil(rows.length / rowsAtOnce);

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
      .catch(() => undefined);
    if (!found) return; // told by a toast; the server has its say when it is received
    const item = exactMatch(found, code);
    if (!item) {
      beep('no');
      receipt.setReason(row.id, `Nothing has the code ${code}`);
      return;
    }
    const cost = item.costPrice === null ? '' : (item.costPrice / 100).toFixed(2);
    // The scanner types on meanwhile: what the row says now is what counts.
    setRows((before) =>
      before.map((one) =>
        one.id === row.id && one.code.trim() === code ? { ...one, item, cost: one.cost || cost } : one,
      ),
    );
  }
  function onKey(event: KeyboardEvent, row: ReceiptDraftRow, field: ReceiptField): void {
    const at = rows.findIndex(({ id }) => id === row.id);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // The vendors that are offered there are gone through with these keys.
      if (field === 'vendor') return;
      const other = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (other) focus(other.id, field);
    } else if (event.key === 'Enter') {
      const next = receiptFields[receiptFields.indexOf(field) + 1];
      // Lot number and vendor are rare: Enter goes from the date to the next row, Tab to them.
      if (next && receiptFields.indexOf(field) < receiptFields.indexOf('expires')) focus(row.id, next);
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
      return [...kept, ...pasted, ...rest];
    });
  }
  // What was refused is known with the next drawing: then the keyboard goes to the first of it.
  const [refusals, setRefusals] = useState(0);
  const showFirst = useRef(showNext);
  showFirst.current = showNext;
  useEffect(() => {
    if (refusals > 0) showFirst.current();
  }, [refusals]);
  function showNext(): void {
    const shownUntil = (page + 1) * rowsAtOnce;
    const isWrong = ({ id }: ReceiptDraftRow) => errors.has(id);
    const focused = rows.findIndex(({ id }) => id === document.activeElement?.getAttribute('data-row'));
    const from = focused >= 0 ? focused + 1 : page === 0 ? 0 : shownUntil;
    const behind = rows.findIndex((row, at) => at >= from && isWrong(row));
    const at = behind >= 0 ? behind : rows.findIndex(isWrong);
    const row = rows[at];
    if (!row) return;
    setPage(Math.floor(at / rowsAtOnce));
    focus(row.id, receiptFields.find((field) => errors.get(row.id)?.[field]) ?? 'code');
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
          error={receipt.lacksLocation ? 'Choose a location' : undefined}
        />
        <VendorSelect
          clearable
          placeholder="None"
          value={draft.vendorId}
          current={draft.vendorId ? { _id: draft.vendorId, name: draft.vendorName } : null}
          onChange={(id, option) => setDraft({ ...draft, vendorId: id, vendorName: option?.label ?? '' })}
        />
        <DateInput
          label="Promised for"
          placeholder="No day promised"
          value={draft.expectedOn}
          onChange={(day) => setDraft({ ...draft, expectedOn: day })}
        />
      </div>
      <NoLocations />
      <NoProducts />
      <div className={classes.scanBar}>
        <div className={classes.scanField}>
          <ScanSelect onItem={(item) => setRows((before) => withScanned(before, item))} />
        </div>
        {/* Its rows join those that are here; nothing is received before somebody has seen them. */}
        <ReceiptFile
          onRows={(loaded, instead) =>
            setRows((before) => [...before.filter((row) => !isBlank(row) && !instead.has(row.id)), ...loaded])
          }
        />
      </div>
      <Text c="dimmed" size="sm">
        Scanned above, the same item adds up. In the rows, scan or type, Enter goes on, and rows can be pasted
        from a spreadsheet: code, quantity, cost, expiry, lot number, vendor.{' '}
        <Anchor href={emptyFile} download="receipt.csv" inherit underline="always">
          Get an empty file
        </Anchor>
      </Text>
      {errors.size > 0 && (
        <Alert color="red" variant="light" role="alert">
          {errors.size === 1
            ? 'One row needs another look. '
            : `${errors.size.toLocaleString('en-US')} rows need another look. `}
          <Button
            variant="default"
            size="compact-sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={showNext}
          >
            {errors.size === 1 ? 'Show it' : 'Show the next'}
          </Button>
        </Alert>
      )}
      <ReceiptGrid
        gridRef={grid}
        rows={rows.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce)}
        before={page * rowsAtOnce}
        errorsOf={(row) => errors.get(row.id) ?? {}}
        vendorName={draft.vendorId ? draft.vendorName : ''}
        vendors={(vendors.data ?? []).map(({ name }) => name)}
        onChange={(row, field, text) =>
          setRow(row.id, { [field]: text, ...(field === 'code' && { item: null }) })
        }
        onKey={onKey}
        onPaste={onPaste}
        onLeaveCode={(row) => void lookUp(row)}
        onRemove={({ id }) =>
          setRows((before) => {
            const left = before.filter((row) => row.id !== id);
            return left.length > 0 ? left : [newRow()];
          })
        }
      />
      <div className={classes.foot}>
        <span role="status">
          <b>{totals.rows.toLocaleString('en-US')}</b> {totals.rows === 1 ? 'row' : 'rows'} ·{' '}
          <b>{totals.units.toLocaleString('en-US')}</b> {totals.units === 1 ? 'unit' : 'units'} ·{' '}
          <b>{formatMoney(totals.cost)}</b>
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
          loading={receipt.isSending}
          disabled={receipt.filled.length === 0}
          onClick={() =>
            void receipt
              .submit()
              .then((wasPosted) => {
                if (wasPosted) setPage(0);
                setRefusals((before) => before + 1);
              })
              .catch(() => undefined)
          }
        >
          Receive
        </Button>
      </div>
    </div>
  );
}
