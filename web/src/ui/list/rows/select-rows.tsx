import { totalText } from '../filters/range-text.ts';
import classes from '../list.module.css';
import type { List } from '../use-list.ts';
import type { Selection } from './selection.ts';

interface SelectRowsProps<Row> {
  rows: readonly Row[];
  selection: Selection<Row>;
}

export function SelectPage<Row>({ rows, selection }: SelectRowsProps<Row>) {
  const count = rows.filter(selection.has).length;
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label="Select all on this page"
      checked={count > 0 && count === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length;
      }}
      onChange={selection.togglePage}
    />
  );
}

/** Selects one row of a list that has its own layout. */
export const SelectBox = ({
  label,
  isOn,
  onToggle,
}: {
  label: string;
  isOn: boolean;
  onToggle: () => void;
}) => (
  <input type="checkbox" className={classes.check} aria-label={label} checked={isOn} onChange={onToggle} />
);

/** Whether to offer all rows of the list: the whole page is selected, and there are more rows. */
export const offersAll = <Row,>({ rows, selection, list }: SelectRowsProps<Row> & { list: List<Row> }) =>
  !selection.isAll &&
  rows.length > 0 &&
  rows.every(selection.has) &&
  (list.hasNext || list.total > selection.rows.length);

/** "25 selected. Select all 46": extends the selection from the page to all rows of the search and filters. */
export function SelectAllRows<Row>({ selection, list }: { selection: Selection<Row>; list: List<Row> }) {
  return (
    <span className={classes.selectAll}>
      {selection.rows.length} selected.{' '}
      <button
        type="button"
        className={`plain-button medium ${classes.selectAllButton}`}
        onClick={selection.selectAll}
      >
        Select {allText(list)}
      </button>
    </span>
  );
}

/** "all 46", or "all (about 6,290)" for an estimated total. */
export const allText = (list: Parameters<typeof totalText>[0]): string =>
  list.totalIsEstimate || list.totalIsMinimum ? `all (${totalText(list)})` : `all ${totalText(list)}`;
