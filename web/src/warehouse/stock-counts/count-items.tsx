import { itemName } from '@aisle/contract/core/item-name';
import { formatCount } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type CountItem, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { ItemState } from '../../links/warehouse/count-status.tsx';
import classes from './stock-counts.module.css';

const shown = 50;

interface CountItemsProps {
  countId: string;
  isOpen: boolean;
  isReviewed: boolean;
  onChoose: (item: CountItem['subProductData']) => void;
}

/** The items to count, in walking sequence. */
export function CountItems({ countId, isOpen, isReviewed, onChoose }: CountItemsProps) {
  const [state, setState] = useState(isReviewed ? 'recount' : 'open');
  const body = {
    limit: shown,
    sort: { field: 'shelf' as const, order: 'asc' as const },
    filters: { countId, ...(state !== 'all' && { state: state as CountItem['state'] }) },
  };
  const { data, isPending } = useQuery({
    ...read(stockCountRoutes.items, { body }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  return (
    <>
      <SegmentedControl
        aria-label="Which items"
        value={state}
        onChange={setState}
        data={[
          { value: 'open', label: 'To count' },
          { value: 'recount', label: 'Recount' },
          { value: 'counted', label: 'Counted' },
          { value: 'all', label: 'All' },
        ]}
      />
      <ul className={`card plain-list grid ${classes.items}`} aria-busy={isPending}>
        {data?.records.map((item) => (
          <li key={item._id}>
            <ItemButton item={item} isOpen={isOpen} showsState={state !== item.state} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {data?.records.length === 0 && (
        <p className={classes.small}>{state === 'open' ? 'Everything has been counted.' : 'No items.'}</p>
      )}
      {data && data.totalRecords > data.records.length && (
        <p className={classes.small}>
          And {formatCount(data.totalRecords - data.records.length)} more. Scan or search for them above.
        </p>
      )}
    </>
  );
}

interface ItemButtonProps extends Pick<CountItemsProps, 'isOpen' | 'onChoose'> {
  item: CountItem;
  showsState: boolean;
}
function ItemButton({ item, isOpen, showsState, onChoose }: ItemButtonProps) {
  const { userId } = useSignedIn();
  const mine = item.entries.find((entry) => entry.userId === userId);
  return (
    <button
      type="button"
      className={`row between gap-3 w-full plain-button ${classes.item}`}
      disabled={!isOpen}
      onClick={() => onChoose({ ...item.subProductData, name: itemName(item.subProductData) })}
    >
      <span>
        <span className="block break-anywhere">{itemName(item.subProductData)}</span>
        <span className={classes.small}>
          {[item.shelf, item.subProductData.sku, item.categoryName].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={`grid flex-none tabular ${classes.right}`}>
        {mine && <b>{formatQuantity(mine.quantity, countedIn(item.subProductData))}</b>}
        {showsState && <ItemState state={item.state} />}
      </span>
    </button>
  );
}
