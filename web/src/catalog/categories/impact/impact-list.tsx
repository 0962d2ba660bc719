import type { CategoryImpact } from '@aisle/contract/catalog/categories';
import classes from '../categories.module.css';
import { impactLines } from './impact-text.ts';

/** The effects of a change, one per line. */
export function ImpactList({ impact }: { impact: CategoryImpact }) {
  const lines = impactLines(impact);
  if (lines.length === 1) return <p className="m-0">{lines[0]}</p>;
  return (
    <ul className={classes.impact}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
