import type { CategoryRates } from '@aisle/contract/locations/location-rates';
import type { RateKind } from '@aisle/contract/locations/rate-rules';
import { useState } from 'react';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { rateText } from '../../../ui/values/rate-text.ts';
import { type Expectation, isRate } from './drafts.ts';
import classes from './location-rates.module.css';
import { sourceText } from './source-text.ts';

interface RateCellProps {
  row: CategoryRates;
  kind: RateKind;
  expectation: Expectation;
  /** The unsaved rate; undefined if there is none. */
  draft: number | null | undefined;
  isPassedDown: boolean;
  readOnly: boolean;
  onType: (rate: number | null) => void;
}
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3, useGrouping: false });

/** The category's custom rate; an empty field shows the inherited rate. A native input, because there may be hundreds. */
export function RateCell({ row, kind, expectation, draft, isPassedDown, readOnly, onType }: RateCellProps) {
  const [text, setText] = useState<string | null>(null);
  const expected = expectation.held(row, kind);
  const inherited = expectation.inherited(row, kind);
  const own = expectation.ownOf(row, kind);
  const isWrong = draft !== undefined && !isRate(draft);
  const isMoved = expected.rate !== row[kind].rate;
  const source = sourceText(row, kind, expected, draft !== undefined);
  if (readOnly) {
    return (
      <div className={classes.cell} data-own={own !== null || undefined}>
        <span className={`flex-none tabular text-right ${classes.rate}`}>{rateText(expected.rate)}</span>
        <span className={`min-w-0 text-xs secondary break-anywhere ${classes.source}`}>{source}</span>
      </div>
    );
  }
  const shown = text ?? (own === null ? '' : plain.format(own));
  const noteId = `rate-${kind}-${row._id}`;
  return (
    <div className={classes.cell} data-own={own !== null || undefined}>
      <span
        className={`inline-row gap-1 flex-none secondary ${classes.field}`}
        data-changed={draft !== undefined || undefined}
      >
        <input
          className={`min-w-0 w-full text-right ${classes.input}`}
          data-column={kind}
          inputMode="decimal"
          autoComplete="off"
          aria-label={`${kind === 'tax' ? 'Tax' : 'Commission'} of ${row.name}, in percent`}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          placeholder={plain.format(inherited.rate)}
          value={shown}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setText(next);
            const rate = parseDecimal(next);
            onType(rate === undefined ? Number.NaN : rate);
          }}
          onBlur={() => {
            if (!isWrong) setText(null);
          }}
        />
        <span aria-hidden>%</span>
      </span>
      <span
        id={noteId}
        className={`min-w-0 text-xs secondary break-anywhere ${classes.source}`}
        data-moved={isMoved || undefined}
      >
        {isWrong ? (
          <span className="bad">0 to 100, at most 3 decimals</span>
        ) : (
          <>
            {isMoved && `${rateText(row[kind].rate)} → ${rateText(expected.rate)}, `}
            {source}
            {draft !== undefined && isPassedDown && ', including subcategories'}
          </>
        )}
      </span>
    </div>
  );
}
