import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable, StockSearch } from '@aisle/contract/sales/orders/sellables';
import { read } from '../../../core/api.ts';
import { ItemSearch } from '../../../links/catalog/item-search.tsx';

interface SellableSearchProps {
  /** The search scope: the location of an order (for substitutes of a line), or a location. */
  where: Pick<StockSearch, 'orderId' | 'lineId' | 'locationId' | 'anywhere'>;
  label: string;
  /** The price of the line to substitute, which prices are compared with. */
  unitPrice?: number;
  onPick: (item: Sellable) => void;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** Finds sellable items at a location. For a line of an order, offers substitutes before anything is typed. */
export const SellableSearch = ({ where, unitPrice, onPick, ...props }: SellableSearchProps) => (
  <ItemSearch
    {...props}
    suggests={where.lineId !== undefined}
    ask={(search) =>
      read(orderRoutes.searchInventory, { body: { ...where, ...(search && { search }), limit: 50 } })
    }
    onItem={onPick}
    note={({ shelf, elsewhere, accepted }) =>
      [shelf && `Shelf ${shelf}`, elsewhere && `at ${elsewhere.name}`, accepted && 'accepted before']
        .filter(Boolean)
        .join(' · ')
    }
    detail={(item) => (
      <>
        {formatMoney(item.price)}
        {item.soldByWeight && ` / ${item.unit}`}
        {unitPrice !== undefined && <small>{priceDifference(item.price - unitPrice)}</small>}
        <small data-low={item.available <= 0 || undefined}>
          {item.available > 0 ? `${formatQuantity(item.available, countedIn(item))} left` : 'None left'}
        </small>
      </>
    )}
  />
);

function priceDifference(cents: number): string {
  if (cents === 0) return 'Same price';
  return `${formatMoney(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`;
}
