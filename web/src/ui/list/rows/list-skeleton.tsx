import { Skeleton } from '@mantine/core';
import classes from '../list.module.css';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Placeholder rows; blank for the first 400 ms. */
export function ListSkeleton({ columns }: { columns: number }) {
  return (
    <div className={`card ${classes.box}`} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <div className="after-a-while">
        <div style={{ height: 36, borderBottom: '1px solid var(--aisle-border)' }} />
        {rows.map((row, index) => (
          <div
            key={row}
            style={{ display: 'flex', alignItems: 'center', gap: 24, height: 40, padding: '0 12px' }}
          >
            {rows.slice(0, columns).map((column, at) => (
              <Skeleton
                key={column}
                height={10}
                width={`${at === 0 ? 20 + ((index * 7) % 14) : 8 + ((index + at * 3) % 5)}%`}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
