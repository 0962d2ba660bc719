import { fieldErrors } from '@aisle/contract/core/envelope';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn } from '@aisle/contract/core/quantity';
import { MainOrderInput, mainOrderRoutes, type Quote } from '@aisle/contract/main-orders';
import { type PaymentType, paymentTypeLabels, paymentTypes, settingsRoutes } from '@aisle/contract/settings';
import {
  ActionIcon,
  Alert,
  Button,
  Input,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { LocationSelect, NoLocations } from '../locations/location-select.tsx';
import { SellableSearch } from '../orders/sellable-select.tsx';
import { QuantityInput } from '../ui/form/inputs.tsx';
import { useDraft } from '../ui/form/use-draft.ts';
import { Panel, RecordPage } from '../ui/record-page.tsx';
import { CustomerPart, DeliveryPart } from './customer-part.tsx';
import classes from './main-orders.module.css';
import { isBegun, newDraft, type OrderDraft, orderBody, quoteBody, withItem } from './order-draft.ts';
import { useSlots } from './use-slots.ts';

type Errors = Readonly<Record<string, string>>;

/** An order that comes by phone: who, where, what; the price follows every keystroke. */
export function OrderAdd() {
  const { user, locationId } = useSignedIn();
  const router = useRouter();
  const mayView = useMay('order_view');
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [draft, setDraft, again] = useDraft('order-draft', () => newDraft(locationId ?? only));
  const [errors, setErrors] = useState<Errors>({});
  const placing = useWrite(mainOrderRoutes.create);
  const quote = useQuote(draft);
  const change = (patch: Partial<OrderDraft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    setErrors({});
  };

  async function place(): Promise<void> {
    const parsed = MainOrderInput.safeParse(orderBody(draft));
    if (!parsed.success) return setErrors(byPath(fieldErrors(parsed.error)));
    try {
      const placed = await placing.mutateAsync({ body: parsed.data });
      const first = placed.orders[0]?._id;
      again();
      void router.navigate({ to: mayView && first ? `/orders/view/${first}` : '/orders' });
    } catch (error) {
      if (isApiError(error)) setErrors(byPath(error.fields));
      // Somebody bought it meanwhile: the price list says what is left.
      void quote.refetch();
    }
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void place();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter places, from wherever one types
    <div onKeyDown={onKey}>
      <RecordPage
        title="New order"
        back={{ to: '/orders', label: 'Orders' }}
        actions={
          isBegun(draft) && (
            <Button
              variant="default"
              onClick={() => {
                again();
                setErrors({});
              }}
            >
              Start over
            </Button>
          )
        }
        side={
          <Panel title="Total">
            <Stack gap="md">
              <Totals quote={quote.data} isOld={quote.isPlaceholderData} fulfilment={draft.fulfilment} />
              <Terms draft={draft} change={change} quote={quote.data} />
              {Object.keys(errors).length > 0 && (
                <Alert color="red" variant="light" role="alert">
                  {Object.keys(errors).length === 1
                    ? Object.values(errors)[0]
                    : 'Some fields need another look.'}
                </Alert>
              )}
              <Button
                size="md"
                fullWidth
                loading={placing.isPending}
                disabled={draft.lines.length === 0}
                onClick={() => void place()}
              >
                Place order
              </Button>
            </Stack>
          </Panel>
        }
      >
        <NoLocations />
        <Panel title="Customer">
          <CustomerPart draft={draft} change={change} errors={errors} />
        </Panel>
        <Panel title="Location and delivery">
          <Stack gap="md">
            <div className={classes.columns}>
              <LocationSelect
                withAsterisk
                value={draft.locationId}
                onChange={(id) =>
                  change({ locationId: id, ...(id !== draft.locationId && { lines: [], slot: null }) })
                }
                description={draft.lines.length > 0 ? 'Another one empties the order' : undefined}
                error={errors['lines.0.locationId']}
              />
              <div>
                <Input.Label component="span" labelElement="div">
                  Delivery or pickup
                </Input.Label>
                <SegmentedControl
                  fullWidth
                  aria-label="Delivery or pickup"
                  value={draft.fulfilment}
                  onChange={(value) => change({ fulfilment: value as OrderDraft['fulfilment'] })}
                  data={[
                    { value: 'delivery', label: 'Delivery' },
                    { value: 'pickup', label: 'Pickup' },
                  ]}
                />
              </div>
            </div>
            {draft.fulfilment === 'delivery' && (
              <DeliveryPart draft={draft} change={change} errors={errors} />
            )}
          </Stack>
        </Panel>
        <Panel title="Items">
          <Items draft={draft} change={change} setDraft={setDraft} quote={quote.data} errors={errors} />
        </Panel>
      </RecordPage>
    </div>
  );
}

const byPath = (fields: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));

/** What it would cost and what stands against it, a moment after the last change. */
function useQuote(draft: OrderDraft) {
  const [settled] = useDebouncedValue(draft, 250);
  const body = quoteBody(settled);
  return useQuery({
    ...read(mainOrderRoutes.quote, { body: body ?? ({} as never) }),
    enabled: body !== null,
    placeholderData: body === null ? undefined : keepPreviousData,
    meta: { quiet: true },
  });
}

interface PartProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
}

function Items({
  draft,
  change,
  setDraft,
  quote,
  errors,
}: PartProps & {
  setDraft: (change: (draft: OrderDraft) => OrderDraft) => void;
  quote: Quote | undefined;
  errors: Errors;
}) {
  const priced = new Map(
    quote?.orders.flatMap(({ lines }) => lines).map((line) => [line.subProductId, line]),
  );
  return (
    <>
      {draft.locationId ? (
        <SellableSearch
          where={{ locationId: draft.locationId }}
          label="Scan, or type a name, SKU or barcode"
          onPick={(item) => setDraft((before) => withItem(before, item))}
        />
      ) : (
        <Text c="dimmed">Choose a location first: what can be sold depends on it.</Text>
      )}
      <ul className={classes.lines} aria-label="Items of the order">
        {draft.lines.map(({ item, quantity }, at) => {
          const line = priced.get(item.subProductId);
          const problem = errors[`lines.${at}.quantity`] ?? line?.problem?.message;
          return (
            <li key={item.subProductId} className={classes.line}>
              <span className={classes.name}>
                {item.name}
                <small>
                  {item.sku} · {formatMoney(item.price)}
                  {item.soldByWeight && ` / ${item.unit}`}
                </small>
              </span>
              <QuantityInput
                aria-label={`Quantity of ${item.name}`}
                unit={countedIn(item)}
                value={quantity}
                error={Boolean(problem) || !(quantity > 0)}
                onChange={(next) =>
                  change({
                    lines: draft.lines.map((one, index) =>
                      index === at ? { item, quantity: next ?? Number.NaN } : one,
                    ),
                  })
                }
                onFocus={(event) => event.currentTarget.select()}
              />
              <span className={classes.amount}>{line ? formatMoney(line.total) : ''}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Take ${item.name} off`}
                onClick={() => change({ lines: draft.lines.filter((_, index) => index !== at) })}
              >
                <IconX size={16} stroke={1.5} />
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

interface TotalsProps {
  quote: Quote | undefined;
  isOld: boolean;
  fulfilment: OrderDraft['fulfilment'];
}
function Totals({ quote, isOld, fulfilment }: TotalsProps) {
  if (!quote) return <Text c="dimmed">It shows as soon as there is an item.</Text>;
  const problems = [...quote.problems, ...quote.orders.flatMap((order) => order.problems)];
  return (
    <>
      <dl className={classes.totals} data-old={isOld || undefined}>
        <Sum name="Items" amount={quote.itemsTotal} />
        {quote.discountTotal > 0 && <Sum name="Discounts" amount={-quote.discountTotal} />}
        <Sum name="Tax" amount={quote.taxTotal} />
        {fulfilment === 'delivery' && <Sum name="Delivery" amount={quote.deliveryFee} />}
        <div className={classes.grand}>
          <dt>Total</dt>
          <dd>{formatMoney(quote.total)}</dd>
        </div>
        {quote.coinsUsed > 0 && (
          <>
            <Sum name={`${quote.coinsUsed.toLocaleString('en-US')} coins`} amount={-quote.coinsAmount} />
            <Sum name="Left to pay" amount={quote.due} />
          </>
        )}
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
const Sum = ({ name, amount }: { name: string; amount: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
);

/** How it is paid, when it is wanted, and what else was said. */
function Terms({ draft, change, quote }: PartProps & { quote: Quote | undefined }) {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const open = paymentTypes.filter((type) => ordering.data?.paymentTypes[type] ?? type !== 'coins');
  const slots = useSlots(draft.locationId);
  const chosen = draft.slot && `${draft.slot.from}/${draft.slot.to}`;
  return (
    <>
      <Select
        label="Paid by"
        data={open.map((value) => ({ value, label: paymentTypeLabels[value] }))}
        value={draft.paymentType}
        allowDeselect={false}
        onChange={(value) => change({ paymentType: (value ?? 'cashOnDelivery') as PaymentType })}
      />
      {ordering.data?.paymentTypes.coins && draft.paymentType !== 'coins' && (
        <QuantityInput
          label="Coins"
          description={
            quote?.coinBalance === null || quote?.coinBalance === undefined
              ? 'They pay a part of it'
              : `${quote.coinBalance.toLocaleString('en-US')} to spend`
          }
          value={draft.coins ?? null}
          onChange={(coins) => change({ coins: Number.isInteger(coins) ? (coins ?? undefined) : undefined })}
        />
      )}
      <Select
        label="Wanted"
        placeholder="As soon as possible"
        clearable
        data={slots.map(({ value, label, isFull = false }) => ({ value, label, disabled: isFull }))}
        nothingFoundMessage="No slots are set up"
        value={chosen}
        onChange={(value) => change({ slot: slots.find((choice) => choice.value === value)?.slot ?? null })}
      />
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </>
  );
}
