import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { CatalogItemSearch } from '../../../links/catalog/catalog-item-search.tsx';
import { VendorSelect } from '../../../links/catalog/vendor-select.tsx';
import { LocationSelect, NoLocations } from '../../../links/locations/location-select.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import classes from '../inventory.module.css';
import { ReceiptFile } from './receipt-file.tsx';
import { ReceiptGrid } from './receipt-grid.tsx';
import {
  asItem,
  isBlank,
  newRow,
  type ReceiptDraftRow,
  receiptTotals,
  withScanned,
  withUnknown,
} from './receipt-rows.ts';
import { headings } from './receipt-text.ts';
import { useItemsOfLink } from './use-items-of-link.ts';
import { useReceipt } from './use-receipt.ts';
import { useReceiptRows } from './use-receipt-rows.ts';

const emptyFile = `data:text/csv;charset=utf-8,${encodeURIComponent(headings)}`;

/** Shown before the first product exists. */
function NoProducts() {
  const found = useQuery({ ...read(subProductRoutes.dropdown, { query: {} }), meta: { quiet: true } });
  if (found.data?.length !== 0) return null;
  return (
    <Alert color="gray" variant="default" title="Nothing to receive yet">
      Stock is tracked by sub-product. <ScreenLink to="/products/add">Add a product</ScreenLink> and its
      sub-products first.
    </Alert>
  );
}

/** Receives items: scan, quantity, cost, expiration, Enter, next item. */
export function Receive() {
  const receipt = useReceipt();
  const { draft, errors, setRows, setRow } = receipt;
  const view = useReceiptRows(receipt);
  useItemsOfLink(receipt, view.focusQuantity);
  const vendors = useQuery({ ...read(vendorRoutes.dropdown, { query: {} }), meta: { quiet: true } });

  async function receive(): Promise<void> {
    const wasPosted = await receipt.submit();
    if (wasPosted) view.setPage(0);
    view.showErrorsOnceDrawn();
  }
  return (
    <div className="page">
      <PageTitle title="Receive stock" back={{ to: '/inventory', label: 'Inventory' }} />
      <ReceiptHead {...receipt} />
      <NoLocations />
      <NoProducts />
      <div className={`flex wrap align-start gap-2 gap-x-3 ${classes.scanBar}`}>
        <div className={classes.scanField}>
          <CatalogItemSearch
            onItem={(item) => setRows((before) => withScanned(before, item))}
            onUnknown={(code) => setRows((before) => withUnknown(before, code))}
          />
        </div>
        {/* Appends the loaded rows to the existing ones; the user reviews them before receiving. */}
        <ReceiptFile
          onRows={(loaded, instead) => {
            setRows((before) => [
              ...before.filter((row) => !isBlank(row) && !instead.has(row.id)),
              ...loaded,
            ]);
            void view.lookUpAll(loaded);
          }}
        />
      </div>
      <Text c="dimmed" size="sm">
        Scan above to add items. Scanning the same item again adds one. In the rows, press Enter for the next
        field, or paste rows from a spreadsheet with code, quantity, cost, expiry, lot number and vendor.{' '}
        <Anchor href={emptyFile} download="receipt.csv" inherit underline="always">
          Download template
        </Anchor>
      </Text>
      {errors.size > 0 && <RowsInError count={errors.size} onShow={view.showNextError} />}
      <ReceiptGrid
        gridRef={view.table}
        rows={view.shown}
        before={view.before}
        errorsOf={(row) => errors.get(row.id) ?? {}}
        vendorName={draft.vendorId ? draft.vendorName : ''}
        vendors={(vendors.data ?? []).map(({ name }) => name)}
        onChange={(row, field, text) =>
          setRow(row.id, { [field]: text, ...(field === 'code' && { item: null, isUnknown: false }) })
        }
        today={receipt.today}
        onFound={(row, item) => setRow(row.id, asItem({ ...row, code: item.sku }, item))}
        onKey={view.onKey}
        onPaste={view.onPaste}
        onLeaveCode={(row) => void view.lookUp(row)}
        onRemove={({ id }) =>
          setRows((before) => {
            const left = before.filter((row) => row.id !== id);
            return left.length > 0 ? left : [newRow()];
          })
        }
      />
      <ReceiptFoot
        rows={draft.rows}
        page={view.page}
        pages={view.pages}
        onPage={view.setPage}
        onAddRow={view.addRow}
        isSending={receipt.isSending}
        canReceive={receipt.filled.length > 0}
        onReceive={() => void receive().catch(() => undefined)}
      />
    </div>
  );
}

function RowsInError({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert">
      {count === 1 ? 'One row has an error. ' : `${formatCount(count)} rows have errors. `}
      <Button
        variant="default"
        size="compact-sm"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onShow}
      >
        {count === 1 ? 'Show row' : 'Show next'}
      </Button>
    </Alert>
  );
}

/** The location, the vendor and the promised day. */
function ReceiptHead({ draft, setDraft, lacksLocation }: ReturnType<typeof useReceipt>) {
  return (
    <div className={classes.head}>
      <LocationSelect
        withAsterisk
        value={draft.locationId}
        current={draft.locationId ? { _id: draft.locationId, name: draft.locationName } : null}
        onChange={(id, option) => setDraft({ ...draft, locationId: id, locationName: option?.label ?? '' })}
        error={lacksLocation ? 'Choose a location' : undefined}
      />
      <VendorSelect
        clearable
        isCreatable
        placeholder="None"
        value={draft.vendorId}
        current={draft.vendorId ? { _id: draft.vendorId, name: draft.vendorName } : null}
        onChange={(id, option) => setDraft({ ...draft, vendorId: id, vendorName: option?.label ?? '' })}
      />
      <DateInput
        label="Expected date"
        placeholder="None"
        value={draft.expectedOn}
        onChange={(day) => setDraft({ ...draft, expectedOn: day })}
      />
    </div>
  );
}

interface ReceiptFootProps {
  rows: readonly ReceiptDraftRow[];
  page: number;
  pages: number;
  onPage: (page: number) => void;
  onAddRow: () => void;
  isSending: boolean;
  canReceive: boolean;
  onReceive: () => void;
}

/** The totals of the receipt, its pages, and the button that receives it. */
function ReceiptFoot(props: ReceiptFootProps) {
  const { page, pages, onPage } = props;
  const totals = receiptTotals(props.rows);
  const unknown = props.rows.filter(({ isUnknown }) => isUnknown).length;
  return (
    <StickyBar className={classes.foot} isInFlowOnPhones>
      <span role="status">
        <b>{formatCount(totals.rows)}</b> {totals.rows === 1 ? 'row' : 'rows'} ·{' '}
        <b>{formatCount(totals.units)}</b> {totals.units === 1 ? 'unit' : 'units'} ·{' '}
        <b>{formatMoney(totals.cost)}</b>
        {unknown > 0 && (
          <>
            {' · '}
            <b className="bad">{pluralize(unknown, 'unknown code')}</b>
          </>
        )}
      </span>
      {pages > 1 && (
        <span>
          <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Earlier rows
          </Button>{' '}
          <Button variant="default" size="xs" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
            Later rows
          </Button>
        </span>
      )}
      <Button variant="default" ml="auto" onClick={props.onAddRow}>
        Add row
      </Button>
      <Button loading={props.isSending} disabled={!props.canReceive} onClick={props.onReceive}>
        Receive
      </Button>
    </StickyBar>
  );
}
