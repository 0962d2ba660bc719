import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity, minimumQuantity } from '@aisle/contract/core/quantity';
import type { Quote, QuoteLine } from '@aisle/contract/sales/main-orders/main-orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { QuantityStepper } from '../../../ui/form/fields/quantity-stepper.tsx';
import { Thumb } from '../../../ui/thumb.tsx';
import { SellableSearch } from '../../orders/picking/sellable-select.tsx';
import type { DraftLine } from '../draft/order-draft.ts';
import classes from '../main-orders.module.css';

interface OrderItemsProps {
  lines: readonly DraftLine[];
  /** The location to search first. */
  locationId: string | undefined;
  quote: Quote | undefined;
  /** Error messages by sub-product. */
  refused: ReadonlyMap<string, string>;
  onPick: (item: Sellable) => void;
  onChange: (lines: DraftLine[]) => void;
}

/** The items of an order with current prices, added by scanning or by searching all stores. */
export function OrderItems({ lines, locationId, quote, refused, onPick, onChange }: OrderItemsProps) {
  const parts = (quote?.orders ?? []).flatMap((order) => order.lines.map((line) => ({ order, line })));
  return (
    <>
      <SellableSearch
        where={{ anywhere: true, ...(locationId && { locationId }) }}
        label="Scan, or type a name, SKU or barcode"
        onPick={onPick}
      />
      <ul className={`plain-list grid mt-3 ${classes.lines}`} aria-label="Items of the order">
        {lines.map(({ item, quantity }, at) => {
          const own = parts.filter(({ line }) => line.subProductId === item.subProductId);
          const problem = refused.get(item.subProductId) ?? problemOf(own.map(({ line }) => line));
          const isShared = (quote?.orders.length ?? 0) > 1;
          const set = (next: number) =>
            onChange(lines.map((one, index) => (index === at ? { item, quantity: next } : one)));
          return (
            <li key={item.subProductId} className={`grid align-center gap-1 gap-x-3 ${classes.line}`}>
              <Thumb picture={item.picture} text={itemName(item)} size={40}>
                {itemName(item)}
                <small>
                  {item.sku} · {formatMoney(own[0]?.line.unitPrice ?? item.price)}
                  {item.soldByWeight && ` / ${item.unit}`}
                  {isShared &&
                    ` · ${own.map(({ order, line }) => `${formatQuantity(line.quantity, countedIn(item))} from ${order.locationName}`).join(', ')}`}
                </small>
              </Thumb>
              <QuantityStepper
                name={itemName(item)}
                goods={item}
                value={quantity}
                least={minimumQuantity(item)}
                error={Boolean(problem) || !(quantity > 0)}
                onChange={(next) => set(next ?? Number.NaN)}
              />
              <span className={`tabular text-right ${classes.amount}`}>
                {own.length > 0 && formatMoney(own.reduce((sum, { line }) => sum + line.total, 0))}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove ${itemName(item)}`}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                <IconX size={16} />
              </ActionIcon>
              {problem && (
                <span className={classes.problem} role="alert">
                  {problem}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const problemOf = (lines: readonly QuoteLine[]): string | undefined =>
  lines.find(({ problem }) => problem)?.problem?.message;
