import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import {
  discountKey,
  discountLabel,
  itemDiscounts,
  savingText,
} from '@aisle/contract/sales/main-orders/order-benefits';
import { type PaymentType, paymentLabel, paymentTypes } from '@aisle/contract/system/payment-types';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { Alert, Button, Checkbox, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useSlots } from '../../../links/sales/use-slots.ts';
import { isBlankAddress } from '../../../ui/form/fields/address-fields.tsx';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { awaitsAddress, type OrderDraft, type Placement } from '../draft/order-draft.ts';
import type { NewPrice, PlacingErrors } from '../draft/use-placing.ts';
import classes from '../main-orders.module.css';
import { GiftCards } from './gift-cards.tsx';
import { PromotionCodes } from './promotion-codes.tsx';

interface TotalPartProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  errors: PlacingErrors;
  placement: Placement | null;
  quote: Quote | undefined;
  /** The price belongs to an earlier draft. */
  isOld: boolean;
  /** Shown instead of the quote until the user accepts it. */
  newPrice: NewPrice | null;
  isPlacing: boolean;
  onPlace: () => void;
}
/** Why the order can't be placed yet, apart from the form's own validation; null if nothing prevents it. */
function reasonNotToPlace(
  draft: OrderDraft,
  placement: Placement | null,
  quote: Quote | undefined,
): string | null {
  if (draft.lines.length === 0) return 'Add an item first.';
  if (awaitsAddress(draft)) return 'Enter the delivery address first.';
  if (!placement) return 'No store can fill this order. Choose one, or change the address or the items.';
  const [problem] = quote?.orders.flatMap((order) => order.problems) ?? [];
  return problem ? `${problem.message}.` : null;
}

/** The total, the terms, and the button that places the order. */
export function TotalPart(props: TotalPartProps) {
  const { draft, change, errors, placement, isOld, newPrice, isPlacing, onPlace } = props;
  const quote = newPrice?.quote ?? props.quote;
  const messages = Object.values(errors);
  const orders = placement?.locationIds.length ?? 0;
  const reason = reasonNotToPlace(draft, placement, isOld ? undefined : quote);
  return (
    <Panel title="Total">
      <Stack gap="md">
        <Totals
          quote={quote}
          isOld={isOld}
          fulfilment={draft.fulfilment}
          isAwaitingAddress={draft.lines.length > 0 && awaitsAddress(draft)}
          hasAddress={Boolean(draft.addressId) || !isBlankAddress(draft.address)}
        />
        <PromotionCodes
          codes={draft.codes ?? []}
          quote={isOld ? undefined : quote}
          onChange={(codes) => change({ codes })}
        />
        <Terms
          draft={draft}
          change={change}
          quote={quote}
          isOld={isOld}
          locationId={placement?.locationIds[0] ?? null}
        />
        {newPrice && (
          <Alert color="yellow" variant="light" role="alert">
            {newPrice.message}. Place the order to accept it.
          </Alert>
        )}
        {messages.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            {messages.length === 1 ? messages[0] : 'Some fields need attention.'}
          </Alert>
        )}
        <Button
          size="md"
          fullWidth
          loading={isPlacing}
          disabled={reason !== null}
          aria-describedby={reason ? 'reason-not-to-place' : undefined}
          onClick={onPlace}
        >
          {orders > 1 ? `Place ${orders} orders` : 'Place order'}
          {newPrice && ` for ${formatMoney(newPrice.quote.total)}`}
        </Button>
        {reason && draft.lines.length > 0 && (
          // Visually hidden where the same text appears below the total.
          <Text
            id="reason-not-to-place"
            size="sm"
            c="dimmed"
            className={placement ? 'visually-hidden' : undefined}
          >
            {reason}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

interface TotalsProps {
  quote: Quote | undefined;
  isOld: boolean;
  fulfilment: OrderDraft['fulfilment'];
  hasAddress: boolean;
  isAwaitingAddress: boolean;
}
/** The total of an order and the reasons it can't be placed. */
function Totals({ quote, isOld, fulfilment, hasAddress, isAwaitingAddress }: TotalsProps) {
  if (!quote) {
    const missing = isAwaitingAddress ? 'Enter the delivery address' : 'Add an item';
    return <Text c="dimmed">{missing} to see the total.</Text>;
  }
  const problems = [...quote.problems, ...quote.orders.flatMap((order) => order.problems)];
  return (
    <>
      {fulfilment === 'delivery' && hasAddress && isUnlocated(quote) && (
        <Alert color="yellow" variant="light">
          We couldn't locate this address, so the delivery area isn't verified and the fee doesn't include
          distance.
        </Alert>
      )}
      {quote.orders.length > 1 && (
        <dl className={`grid gap-1 m-0 text-sm ${classes.partTotals}`}>
          {quote.orders.map(({ locationId, locationName, total }) => (
            <TotalRow key={locationId} name={locationName} amount={total} />
          ))}
        </dl>
      )}
      <dl className={classes.totals} data-old={isOld || undefined}>
        <TotalRow name="Items" amount={quote.itemsTotal} />
        {itemDiscounts(quote.discounts).map((discount) => (
          <TotalRow key={discountKey(discount)} name={discountLabel(discount)} amount={-discount.amount} />
        ))}
        <TotalRow name="Tax" amount={quote.taxTotal} />
        {fulfilment === 'delivery' && (
          <TotalRow name="Delivery" amount={quote.deliveryFee} note={savingText(quote.orders)} />
        )}
        <div className={classes.grand}>
          <dt>Total</dt>
          <dd>{formatMoney(quote.total)}</dd>
        </div>
        {quote.coinsUsed > 0 && (
          <TotalRow name={`${formatCount(quote.coinsUsed)} coins`} amount={-quote.coinsAmount} />
        )}
        {quote.storeCreditUsed > 0 && <TotalRow name="Store credit" amount={-quote.storeCreditUsed} />}
        {quote.giftCards.map(({ last4, used }) =>
          used > 0 ? <TotalRow key={last4} name={`Gift card …${last4}`} amount={-used} /> : null,
        )}
        {quote.due < quote.total && <TotalRow name="Amount due" amount={quote.due} />}
      </dl>
      {problems.length > 0 && (
        <Alert color="yellow" variant="light">
          {[...new Set(problems.map(({ message }) => message))].map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
    </>
  );
}
const isUnlocated = ({ orders }: Quote) => orders.some(({ distanceKm }) => distanceKm === null);

const TotalRow = ({ name, amount, note }: { name: string; amount: number; note?: string | null }) => (
  <div>
    <dt>
      {name}
      {note && <small className="block text-xs">{note}</small>}
    </dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
);

interface TermsProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  quote: Quote | undefined;
  isOld: boolean;
  locationId: string | null;
}

/** The payment type, the due time and the customer's note. */
function Terms({ draft, change, quote, isOld, locationId }: TermsProps) {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const open = paymentTypes.filter((type) => ordering.data?.paymentTypes[type] ?? type !== 'coins');
  const slots = useSlots(locationId);
  const chosen = draft.slot && `${draft.slot.from}/${draft.slot.to}`;
  return (
    <>
      <Select
        label="Payment"
        data={open.map((value) => ({ value, label: paymentLabel(value, draft.fulfilment) }))}
        value={draft.paymentType}
        onChange={(value) => change({ paymentType: (value ?? 'cashOnDelivery') as PaymentType })}
      />
      {ordering.data?.paymentTypes.coins && draft.paymentType !== 'coins' && (
        <QuantityInput
          label="Coins"
          description={
            quote?.coinBalance === null || quote?.coinBalance === undefined
              ? 'Pays part of the total'
              : `${formatCount(quote.coinBalance)} available`
          }
          value={draft.coins ?? null}
          onChange={(coins) => change({ coins: Number.isInteger(coins) ? (coins ?? undefined) : undefined })}
        />
      )}
      {ordering.data?.tenders.storeCredit && (quote?.storeCreditBalance ?? 0) > 0 && (
        <Checkbox
          label="Use store credit"
          description={`${formatMoney(quote?.storeCreditBalance ?? 0)} available`}
          checked={draft.storeCredit ?? false}
          onChange={(event) => change({ storeCredit: event.currentTarget.checked })}
        />
      )}
      {ordering.data?.tenders.giftCards && (
        <GiftCards
          cards={draft.giftCards ?? []}
          quote={isOld ? undefined : quote}
          onChange={(giftCards) => change({ giftCards })}
        />
      )}
      <Select
        label={draft.fulfilment === 'pickup' ? 'Pickup time' : 'Delivery time'}
        placeholder="As soon as possible"
        clearable
        data={slots.map(({ value, label, isFull = false }) => ({ value, label, disabled: isFull }))}
        nothingFoundMessage="No time slots"
        value={chosen}
        onChange={(value) => change({ slot: slots.find((choice) => choice.value === value)?.slot ?? null })}
      />
      <Textarea
        label="Note from the customer"
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </>
  );
}
