import { pluralize } from '@aisle/contract/core/pluralize';
import { type ReceiptField, receiptFields } from '@aisle/contract/warehouse/receipts';
import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { CatalogItemSearch, type ScannedItem } from '../../../links/catalog/catalog-item-search.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import classes from '../inventory.module.css';
import { daysExpired, type ReceiptDraftRow } from './receipt-rows.ts';

const columnNames: Record<ReceiptField, string> = {
  code: 'Barcode or SKU',
  quantity: 'Quantity',
  cost: 'Unit cost',
  expires: 'Expires',
  lotNumber: 'Lot number',
  vendor: 'Vendor',
};
const vendorList = 'receipt-vendors';

interface ReceiptGridProps {
  gridRef: Ref<HTMLTableElement>;
  rows: readonly ReceiptDraftRow[];
  /** The number of rows on earlier pages. */
  before: number;
  errorsOf: (row: ReceiptDraftRow) => Partial<Record<ReceiptField, string>>;
  /** The name of the receipt's vendor, for rows without one. */
  vendorName: string;
  vendors: readonly string[];
  /** The current day at the location, for expired lots. */
  today: string;
  /** The item that the user selected for an unknown code. */
  onFound: (row: ReceiptDraftRow, item: ScannedItem) => void;
  onChange: (row: ReceiptDraftRow, field: ReceiptField, text: string) => void;
  onKey: (event: KeyboardEvent, row: ReceiptDraftRow, field: ReceiptField) => void;
  onPaste: (event: ClipboardEvent, row: ReceiptDraftRow) => void;
  onLeaveCode: (row: ReceiptDraftRow) => void;
  onRemove: (row: ReceiptDraftRow) => void;
}

/** The rows of a receipt: a table for scanner and keyboard, or one small form per row on a phone. */
export function ReceiptGrid({ gridRef, rows, before, onRemove, vendors, ...rest }: ReceiptGridProps) {
  return (
    <div className={`card ${classes.box}`}>
      <datalist id={vendorList}>
        {vendors.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <table ref={gridRef} className={classes.grid} aria-label="Items received">
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
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td className={classes.number}>{before + index + 1}</td>
              {receiptFields.map((field) => (
                <Cell key={field} row={row} field={field} number={before + index + 1} {...rest} />
              ))}
              <td className={classes.remove}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  mt={6}
                  aria-label={`Remove row ${before + index + 1}`}
                  onClick={() => onRemove(row)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = Omit<ReceiptGridProps, 'gridRef' | 'rows' | 'before' | 'onRemove' | 'vendors'> & {
  row: ReceiptDraftRow;
  field: ReceiptField;
  number: number;
};
function Cell({
  row,
  field,
  number,
  errorsOf,
  vendorName,
  today,
  onFound,
  onChange,
  onKey,
  onPaste,
  onLeaveCode,
}: CellProps) {
  const error = errorsOf(row)[field];
  const expired = field === 'expires' ? daysExpired(row, today) : null;
  const placeholder = field === 'expires' ? 'MM/DD/YYYY' : field === 'vendor' ? vendorName : undefined;
  const isFigure = field === 'quantity' || field === 'cost';
  return (
    <td data-of={field}>
      <span className={classes.columnName} aria-hidden>
        {columnNames[field]}
      </span>
      <input
        className={classes.cell}
        data-row={row.id}
        data-field={field}
        data-right={isFigure || undefined}
        aria-label={`${columnNames[field]}, row ${number}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || expired ? `${row.id}-${field}` : undefined}
        inputMode={isFigure ? 'decimal' : undefined}
        placeholder={placeholder}
        list={field === 'vendor' ? vendorList : undefined}
        autoComplete="off"
        value={row[field]}
        onChange={(event) => onChange(row, field, event.currentTarget.value)}
        onKeyDown={(event) => onKey(event, row, field)}
        // Focus selects the number, so that typing replaces it instead of adding digits.
        onFocus={(event) => isFigure && event.currentTarget.select()}
        onBlur={() => field === 'code' && onLeaveCode(row)}
        onPaste={(event) => field === 'code' && onPaste(event, row)}
      />
      {field === 'code' && row.item && (
        <span className={`block text-xs secondary ${classes.name}`}>{row.item.name}</span>
      )}
      {field === 'quantity' && row.item?.soldByWeight && (
        <span className={`block text-xs secondary ${classes.name}`}>{row.item.unit}</span>
      )}
      {error && (
        <span id={`${row.id}-${field}`} className={`block text-xs bad ${classes.reason}`}>
          {error}
        </span>
      )}
      {!error && expired !== null && (
        <span id={`${row.id}-${field}`} className={`block text-xs waiting ${classes.caution}`}>
          Expired {pluralize(expired, 'day')} ago
        </span>
      )}
      {field === 'code' && row.isUnknown && (
        <UnknownCode code={row.code.trim()} onFound={(item) => onFound(row, item)} />
      )}
    </td>
  );
}

/** For an unknown code, finds the item or adds a product. The receipt is saved in the meantime. */
function UnknownCode({ code, onFound }: { code: string; onFound: (item: ScannedItem) => void }) {
  const [isFinding, setFinding] = useState(false);
  const canOpen = useCanOpen();
  return (
    <span className={`row gap-2 ${classes.unknownActions}`}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Find ${code}`}
        onClick={() => setFinding(true)}
      >
        Find
      </Button>
      {canOpen('/products/add') && (
        <ButtonLink
          to="/products/add"
          variant="default"
          size="compact-xs"
          aria-label={`New product for ${code}`}
        >
          New product
        </ButtonLink>
      )}
      <Modal
        opened={isFinding}
        onClose={() => setFinding(false)}
        title={`Find the item with the code ${code}`}
      >
        <CatalogItemSearch
          label="Name, SKU or another barcode"
          autoFocus
          // A typed name is searched for at once. A code that matched nothing isn't repeated.
          firstText={/\p{L}{3}/u.test(code) ? code : ''}
          onItem={(item) => {
            setFinding(false);
            onFound(item);
          }}
        />
      </Modal>
    </span>
  );
}
