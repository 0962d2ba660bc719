import { formatCount } from '@aisle/contract/core/pluralize';
import { SegmentedControl } from '@mantine/core';
import classes from './board.module.css';

interface BoardSegment<Key extends string> {
  key: Key;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  late: number;
}
interface BoardSegmentsProps<Key extends string> {
  label: string;
  segments: readonly BoardSegment<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}
/** On a phone, shows one column of a board at a time; a red dot marks columns with late orders. */
export function BoardSegments<Key extends string>(props: BoardSegmentsProps<Key>) {
  const { label, segments, value, onChange } = props;
  return (
    <SegmentedControl<Key>
      fullWidth
      aria-label={label}
      className="tabular"
      value={value}
      onChange={onChange}
      data={segments.map(({ key, title, count, late }) => ({
        value: key,
        label: (
          <span className={classes.segment}>
            {title}
            {count !== undefined && <span className="tabular"> {formatCount(count)}</span>}
            {late > 0 && (
              <span className={classes.lateDot}>
                <span className="visually-hidden">, {formatCount(late)} late</span>
              </span>
            )}
          </span>
        ),
      }))}
    />
  );
}
