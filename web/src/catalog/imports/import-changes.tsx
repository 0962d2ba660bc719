import { productImportFields } from '@aisle/contract/catalog/import-fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/catalog/imports';
import { formatMoney } from '@aisle/contract/core/money';
import classes from './imports.module.css';

/** The cells that a row changes, before and after; of a new row, its values. */
export function ImportChanges({ changes, isNew }: { changes: readonly ImportChange[]; isNew: boolean }) {
  // The row shows the name and SKU of a new record already.
  const shown = isNew ? changes.filter(({ field }) => field !== 'name' && field !== 'sku') : changes;
  return (
    <ul className={classes.changes}>
      {shown.map((change) => (
        <li key={change.field}>
          <span className={classes.field}>{productImportFields[change.field].label}</span>{' '}
          {!isNew && (
            <>
              <del data-empty={isEmpty(change.before) || undefined}>
                <span className="visually-hidden">from </span>
                {valueText(change.field, change.before)}
              </del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          <ins>
            {!isNew && <span className="visually-hidden">to </span>}
            {valueText(change.field, change.after)}
          </ins>
        </li>
      ))}
    </ul>
  );
}

const isEmpty = (value: Readonly<ImportCellValue>): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a cell, formatted as on other screens. */
export function valueText(field: ImportChange['field'], value: Readonly<ImportCellValue>): string {
  if (isEmpty(value)) return 'nothing';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const known = productImportFields[field];
  const isMoney = 'shown' in known && known.shown === 'money';
  return typeof value === 'number' && isMoney ? formatMoney(value) : String(value);
}
