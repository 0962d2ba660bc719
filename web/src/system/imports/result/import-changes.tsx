import { formatMoney } from '@aisle/contract/core/money';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/imports/import-rows';
import type { Import } from '@aisle/contract/system/imports/imports';
import classes from '../imports.module.css';

interface ImportChangesProps {
  changes: readonly ImportChange[];
  fields: Import['fields'];
  isNew: boolean;
}
/** The cells that a row changes, before and after; for a new row, its values. */
export function ImportChanges({ changes, fields, isNew }: ImportChangesProps) {
  // The row already shows the name and SKU of a new record.
  const shown = isNew ? changes.filter(({ field }) => field !== 'name' && field !== 'sku') : changes;
  return (
    <ul className={`plain-list flex wrap gap-1 gap-x-4 ${classes.changes}`}>
      {shown.map((change) => (
        <li key={change.field}>
          <span className="secondary">{fields[change.field]?.label ?? change.field}</span>{' '}
          {!isNew && (
            <>
              <del data-empty={isEmpty(change.before) || undefined}>
                <span className="visually-hidden">from </span>
                {valueText(fields[change.field], change.before)}
              </del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          <ins>
            {!isNew && <span className="visually-hidden">to </span>}
            {valueText(fields[change.field], change.after)}
          </ins>
          {fields[change.field]?.shown === 'quantity' && <Difference {...change} />}
        </li>
      ))}
    </ul>
  );
}

/** The change of a quantity. */
function Difference({ before, after }: Readonly<ImportChange>) {
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const difference = addQuantities(after, -before);
  return (
    <span className="text-xs secondary">
      {' '}
      ({difference > 0 ? '+' : '−'}
      {formatQuantity(Math.abs(difference))})
    </span>
  );
}

const isEmpty = (value: Readonly<ImportCellValue>): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a cell, formatted as on other screens. */
export function valueText(
  field: Pick<Import['fields'][string], 'shown'> | undefined,
  value: Readonly<ImportCellValue>,
): string {
  if (isEmpty(value)) return 'nothing';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' && field?.shown === 'money' ? formatMoney(value) : String(value);
}
