import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney, lineAmount } from '@aisle/contract/core/money';
import type { CustomerChoice } from '@aisle/contract/customers/customers';
import type { Quote, QuoteLine } from '@aisle/contract/sales/main-orders/main-orders';
import { PromotionInput, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { ActionIcon, Alert, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { CatalogItemSearch } from '../../links/catalog/catalog-item-search.tsx';
import { CustomerSelect } from '../../links/customers/customer-select.tsx';
import { LocationSelect } from '../../links/locations/location-select.tsx';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { MoneyText } from '../../ui/values/values.tsx';
import { InstantInput } from './instant-input.tsx';
import { inputOf } from './promotion-values.ts';
import classes from './promotions.module.css';
import type { PromotionForm } from './use-promotion-form.ts';

interface Line {
  subProductId: string;
  name: string;
  quantity: number | null;
  /** The cost of a unit; null if it is unknown, or hidden from the user. */
  cost: number | null;
}

/** A basket that is priced with the promotion in the form while either of them changes. Nothing is saved. */
export function TestBasket({ form, promotionId }: { form: PromotionForm; promotionId: string | undefined }) {
  const [locationId, setLocationId] = useState<string | null>(form.values.locationIds[0] ?? null);
  const [lines, setLines] = useState<Line[]>([]);
  const [customer, setCustomer] = useState<CustomerChoice | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const [fulfilment, setFulfilment] = useState<'delivery' | 'pickup'>('delivery');
  const mayCustomers = useCan('customer_list');
  const add = (subProductId: string, name: string, cost: number | null) =>
    setLines((before) =>
      before.some((line) => line.subProductId === subProductId)
        ? before.map((line) =>
            line.subProductId === subProductId ? { ...line, quantity: (line.quantity ?? 0) + 1 } : line,
          )
        : [...before, { subProductId, name, cost, quantity: 1 }],
    );
  return (
    <div className="column gap-3">
      <div className={`grid align-start gap-3 ${classes.shares}`}>
        <LocationSelect label="Location" current={null} value={locationId} onChange={setLocationId} />
        {mayCustomers && (
          <CustomerSelect customer={customer} onPick={setCustomer} placeholder="Any customer" />
        )}
      </div>
      <InstantInput
        label="Ordered"
        description="Leave empty for now"
        defaultTime="12:00"
        value={at}
        onChange={setAt}
      />
      <SegmentedControl
        aria-label="Fulfillment"
        value={fulfilment}
        onChange={(value) => setFulfilment(value as 'delivery' | 'pickup')}
        data={[
          { value: 'delivery', label: 'Delivery' },
          { value: 'pickup', label: 'Pickup' },
        ]}
      />
      <CatalogItemSearch
        label="Add items to the test basket"
        onItem={(item) => add(item._id, itemName(item), item.costPrice)}
      />
      {lines.length > 0 && (
        <Basket
          form={form}
          promotionId={promotionId}
          lines={lines}
          setLines={setLines}
          rest={{ locationId, customerId: customer?._id, at, fulfilment }}
        />
      )}
    </div>
  );
}

interface BasketProps {
  form: PromotionForm;
  promotionId: string | undefined;
  lines: Line[];
  setLines: (lines: Line[]) => void;
  rest: {
    locationId: string | null;
    customerId: string | undefined;
    at: string | null;
    fulfilment: 'delivery' | 'pickup';
  };
}
function Basket({ form, promotionId, lines, setLines, rest }: BasketProps) {
  const [values] = useDebouncedValue({ promotion: form.values, lines, ...rest }, 300);
  const promotion = PromotionInput.safeParse(inputOf(values.promotion)).data;
  const { locationId, customerId, fulfilment, at } = values;
  const counted = values.lines.flatMap(({ subProductId, quantity }) =>
    quantity !== null && quantity > 0 && locationId ? [{ subProductId, quantity, locationId }] : [],
  );
  const quote = { lines: counted, fulfilment, ...(customerId && { customerId }) };
  const query = useQuery({
    ...read(promotionRoutes.simulate, {
      body: {
        promotion: promotion!,
        ...(promotionId && { promotionId }),
        quote,
        ...(at && !Number.isNaN(Date.parse(at)) && { at }),
      },
    }),
    enabled: promotion !== undefined && counted.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const priced = counted.length > 0 && promotion ? query.data : undefined;
  const lineOf = (subProductId: string): QuoteLine | undefined =>
    priced?.orders.flatMap((order) => order.lines).find((line) => line.subProductId === subProductId);
  const change = (subProductId: string, quantity: number | null) =>
    setLines(lines.map((line) => (line.subProductId === subProductId ? { ...line, quantity } : line)));
  return (
    <>
      <ul className="plain-list lined">
        {lines.map(({ subProductId, name, quantity, cost }) => (
          <li key={subProductId} className={`grid align-center gap-2 gap-x-3 ${classes.tested}`}>
            <span className="min-w-0">
              <span className="block medium">{name}</span>
              <Reasons line={lineOf(subProductId)} />
              <BelowCost line={lineOf(subProductId)} cost={cost} />
            </span>
            <QuantityInput
              aria-label={`Quantity of ${name}`}
              value={quantity}
              onChange={(next) => change(subProductId, next)}
            />
            <span className="text-right">
              <MoneyText value={lineOf(subProductId)?.total} />
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${name}`}
              onClick={() => setLines(lines.filter((line) => line.subProductId !== subProductId))}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!locationId && <p className="m-0 secondary">Choose a location to price the basket.</p>}
      {!promotion && <p className="m-0 secondary">Complete the offer to price the basket.</p>}
      {query.error && promotion && <Alert color="red">{query.error.message}</Alert>}
      {priced && <Totals quote={priced} />}
    </>
  );
}

/** How the total of a line came about. */
function Reasons({ line }: { line: QuoteLine | undefined }) {
  return line?.why?.discounts.map(({ rule, amount }) => (
    <span key={rule} className="block text-xs secondary">
      {rule}, {formatMoney(-amount)}
    </span>
  ));
}

/** Warns if the discounted price is below the cost. */
function BelowCost({ line, cost }: { line: QuoteLine | undefined; cost: number | null }) {
  if (!line || cost === null || line.discount === 0) return null;
  const net = line.total - line.tax;
  if (net >= lineAmount(cost, line.quantity)) return null;
  return (
    <span className="block text-xs bad" role="status">
      Below cost: {formatMoney(cost)} each
    </span>
  );
}

function Totals({ quote }: { quote: Quote }) {
  const { itemsTotal, discountTotal, taxTotal, deliveryFee, total, notApplied, discounts } = quote;
  const extraCoins = discounts.flatMap((one) =>
    one.source === 'promotion' && one.coins ? [`${one.label}: ${one.coins} extra coins`] : [],
  );
  const rows: [string, number][] = [
    ['Items', itemsTotal],
    ['Discounts', -discountTotal],
    ['Tax', taxTotal],
    ['Delivery', deliveryFee],
    ['Total', total],
  ];
  return (
    <section aria-label="Test result" aria-live="polite" className="column gap-2">
      <dl className={`grid m-0 gap-1 ${classes.totals}`}>
        {rows.map(([name, value]) => (
          <div key={name} className="flex between">
            <dt className={name === 'Total' ? 'bold' : 'secondary'}>{name}</dt>
            <dd className={name === 'Total' ? 'bold m-0' : 'm-0'}>
              <MoneyText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {extraCoins.map((text) => (
        <p key={text} className="m-0 text-sm">
          {text}
        </p>
      ))}
      {notApplied.map(({ message, promotionId }) => (
        <Alert key={`${promotionId} ${message}`} color="gray" variant="default">
          {message}
        </Alert>
      ))}
    </section>
  );
}
