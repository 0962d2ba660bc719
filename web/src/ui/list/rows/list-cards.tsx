import classes from '../list.module.css';
import { withTotals } from './column.ts';
import type { RowsProps } from './list-table.tsx';
import { rowName } from './row.ts';
import { RowMenu } from './row-menu.tsx';
import { RowOpener } from './row-opener.tsx';
import { offersAll, SelectAllRows, SelectPage } from './select-rows.tsx';

/** The rows below 768 px: title and state, then details and one number. */
export function ListCards<Row extends { _id: string }>(props: RowsProps<Row>) {
  const { label, list, rows, columns, opening, selection, canSelectAll, rowActions } = props;
  const title = columns[0];
  const figure = withTotals(columns, list.totals).find(({ card }) => card === 'figure');
  const on = (card: 'state' | 'detail' | 'figure') => columns.filter((column) => column.card === card);
  return (
    <>
      {selection && selection.rows.length > 0 && (
        <div className={`row gap-3 text-sm ${classes.selectLine}`}>
          <SelectPage rows={rows} selection={selection} />
          {canSelectAll && offersAll({ rows, selection, list }) ? (
            <SelectAllRows selection={selection} list={list} />
          ) : (
            'Select all on this page'
          )}
        </div>
      )}
      <ul
        className={`column ${classes.cards} ${list.isChanging ? classes.changing : ''}`}
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
        aria-label={label}
      >
        {figure?.total !== undefined && (
          <li className={`row between medium tabular ${classes.card}`}>
            <span>Total</span> <span>{figure.total}</span>
          </li>
        )}
        {rows.map((row) => (
          <li
            key={row._id}
            className={`row gap-3 ${classes.card}`}
            data-selected={selection?.has(row) || undefined}
          >
            {selection && (
              <input
                type="checkbox"
                className={`${classes.check} ${classes.cardAbove}`}
                aria-label={`Select ${rowName(row)}`}
                checked={selection.has(row)}
                onChange={() => selection.toggle(row)}
              />
            )}
            <div className={`grid align-center grow min-w-0 ${classes.cardText}`}>
              <div className={classes.cardTitle}>
                <RowOpener row={row} opening={opening}>
                  {title?.cell(row)}
                </RowOpener>
              </div>
              <div className={`${classes.cardAbove} ${classes.cardState}`}>
                {on('state').map((column) => (
                  <span key={column.key}>{column.cell(row)}</span>
                ))}
              </div>
              <div className={classes.cardDetail}>
                {on('detail')
                  .map(({ key, cell }) => ({ key, text: cell(row) }))
                  .filter(({ text }) => text !== null && text !== undefined && text !== false && text !== '')
                  .map(({ key, text }, index) => (
                    <span key={key}>
                      {index > 0 && ' · '}
                      {text}
                    </span>
                  ))}
              </div>
              <div className={`text-sm tabular text-right ${classes.cardFigure}`}>
                {on('figure').map((column) => (
                  <span key={column.key}>{column.cell(row)}</span>
                ))}
              </div>
            </div>
            {rowActions && (
              <div className={`${classes.cardAbove} ${classes.cardTools}`}>
                <RowMenu label={rowName(row)} actions={rowActions(row)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
