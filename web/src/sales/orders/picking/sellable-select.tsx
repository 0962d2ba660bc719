import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable, StockSearch } from '@aisle/contract/sales/orders/sellables';
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBarcode } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { read } from '../../../core/api.ts';
import { exactMatch } from '../../../core/exact-match.ts';
import classes from './picking.module.css';

interface SellableSearchProps {
  /** The search scope: the location of an order (for substitutes of a line), or a location. */
  where: Pick<StockSearch, 'orderId' | 'lineId' | 'locationId' | 'anywhere'>;
  label: string;
  /** A sub-product to exclude. */
  without?: string;
  onPick: (item: Sellable) => void;
  autoFocus?: boolean;
  disabled?: boolean;
}

/**
 * Finds sellable items at a location by name, SKU or barcode. Scanners type fast and end with Enter, which selects the exact
 * match without waiting for the list.
 */
export function SellableSearch({ where, label, without, onPick, autoFocus, disabled }: SellableSearchProps) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [nothing, setNothing] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const ask = (words: string) =>
    read(orderRoutes.searchInventory, { body: { ...where, ...(words && { search: words }), limit: 20 } });
  const query = useQuery({
    ...ask(search),
    enabled: !disabled && (search !== '' || where.lineId !== undefined),
    placeholderData: keepPreviousData,
  });
  const isAsking = text.trim() !== '' || where.lineId !== undefined;
  const found = isAsking ? (query.data ?? []).filter((item) => item.subProductId !== without) : [];

  const isAnswered = search !== '' && search === text.trim() && !query.isPlaceholderData && query.isSuccess;
  const unknown = nothing || (isAnswered && found.length === 0 ? search : '');

  function take(item: Sellable): void {
    onPick(item);
    setText('');
    setAt(0);
    setNothing('');
  }
  async function enter(): Promise<void> {
    const words = text.trim();
    if (words === '') return;
    const isCurrent = words === search && !query.isPlaceholderData && query.data;
    const items = isCurrent ? query.data : await client.fetchQuery(ask(words)).catch(() => []);
    const item = exactMatch(items ?? [], words) ?? (isCurrent ? found[at] : undefined);
    const only = items?.length === 1 ? items[0] : undefined;
    if (item ?? only) take((item ?? only)!);
    else if ((items ?? []).length === 0) setNothing(words);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape' && text) setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div>
      <TextInput
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        placeholder={label}
        autoComplete="off"
        size="md"
        leftSection={<IconBarcode size={20} aria-hidden />}
        rightSection={query.isFetching && isAsking ? <Loader size={16} color="gray" /> : null}
        value={text}
        disabled={disabled}
        {...(autoFocus && { 'data-autofocus': true })}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          setNothing('');
        }}
        onKeyDown={onKey}
        error={unknown && `No items at this store match “${unknown}”`}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={classes.found}
        hidden={found.length === 0}
        tabIndex={-1}
      >
        {found.map((item, index) => (
          <div
            key={item.subProductId}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={`flex between gap-3 ${classes.sellable}`}
            data-on={index === at || undefined}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setAt(index)}
            onClick={() => take(item)}
            onKeyDown={onKey}
          >
            <span className="min-w-0 medium break-anywhere">
              {item.name}
              <small>
                {item.sku}
                {item.sameCategory && where.lineId && ' · same category'}
                {item.elsewhere && ` · at ${item.elsewhere.name}`}
              </small>
            </span>
            <span className="tabular text-right nowrap">
              {formatMoney(item.price)}
              {item.soldByWeight && ` / ${item.unit}`}
              <small data-low={item.available <= 0 || undefined}>
                {item.available > 0 ? `${formatQuantity(item.available, countedIn(item))} left` : 'None left'}
              </small>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
