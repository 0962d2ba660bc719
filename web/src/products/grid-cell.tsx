import { type InputHTMLAttributes, useState } from 'react';
import classes from './products.module.css';

interface GridCellProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: number | null;
  onValue: (value: number | null) => void;
  toText: (value: number) => string;
  /** Nothing for the empty text; undefined for what cannot be read yet. */
  parse: (text: string) => number | null | undefined;
}

/** A number in a sheet: the text is the person's until they leave, the value is always current. */
export function GridCell({ value, onValue, toText, parse, ...rest }: GridCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...rest}
      className={`${classes.cell} ${classes.number}`}
      style={{ minWidth: 54 }}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null || Number.isNaN(value) ? '' : toText(value))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const parsed = parse(event.currentTarget.value);
        onValue(parsed === undefined ? Number.NaN : parsed);
      }}
      onBlur={() => {
        if (typed !== null && parse(typed) !== undefined) setTyped(null);
      }}
    />
  );
}
