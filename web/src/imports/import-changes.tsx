import { formatMoney } from '@aisle/contract/core/money';
import { productImportFields } from '@aisle/contract/import-fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/imports';
import classes from './imports.module.css';

/** The cells that a row changes, each as it was and as it will be; of a new row, what it says. */
export function ImportChanges({ changes, isNew }: { changes: readonly ImportChange[]; isNew: boolean }) {
  // Name and SKU of a new row stand beside it already.
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

const isEmpty = (value: ImportCellValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A cell in words, as the rest of the screens write it. */
export function valueText(field: ImportChange['field'], value: ImportCellValue): string {
  if (isEmpty(value)) return 'nothing';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const known = productImportFields[field];
  const isMoney = 'shown' in known && known.shown === 'money';
  return typeof value === 'number' && isMoney ? formatMoney(value) : String(value);
}
