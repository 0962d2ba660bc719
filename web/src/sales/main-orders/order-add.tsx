import { mainOrderRoutes, type PlacedMainOrder } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { ActionIcon, Alert, Button, Input, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { read } from '../../core/api.ts';
import type { Destination } from '../../core/pages/screens.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { NoLocations } from '../../links/locations/location-select.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { whenText } from '../../ui/values/when.ts';
import {
  draftName,
  isBegun,
  newDraft,
  type OrderDraft,
  type Placement,
  placementOf,
  withItem,
} from './draft/order-draft.ts';
import { type StoredDraft, useAutosave, useOrderDrafts } from './draft/order-drafts.ts';
import { useProposal, useQuote } from './draft/use-order-quote.ts';
import { useOrderStart } from './draft/use-order-start.ts';
import { type PlacingErrors, usePlacing } from './draft/use-placing.ts';
import classes from './main-orders.module.css';
import { CustomerPart, DeliveryPart } from './parts/customer-part.tsx';
import { LocationPart } from './parts/location-part.tsx';
import { OrderItems } from './parts/order-items.tsx';
import { TotalPart } from './parts/order-total.tsx';

/**
 * Creates a phone order. The URL contains the ID of the open draft so that a reload continues it; the other drafts are listed
 * above.
 */
export function OrderAdd() {
  const { draft: named, ...from } = useSearch({ from: '/shell/orders/add' });
  const router = useRouter();
  const [fresh, setFresh] = useState(() => crypto.randomUUID() as string);
  const [began] = useState(fresh);
  const kept = useOrderDrafts();
  const start = useOrderStart(named ? {} : from);
  if (!kept.drafts || start.isLoading) return <Skeleton height={320} aria-busy="true" />;
  const id = named ?? fresh;
  const open = (to?: string) => {
    if (!to) setFresh(crypto.randomUUID());
    void router.navigate({ to: '/orders/add', search: { draft: to }, replace: true });
  };
  return (
    <OrderForm
      key={id}
      id={id}
      kept={kept.drafts}
      // A second order on this screen starts empty.
      {...(id === began ? { start: start.draft, missing: start.missing } : { start: {}, missing: [] })}
      onKeep={(of, draft) => {
        kept.put(of, draft);
        // From here on a reload could lose input. If the user has left the screen, the URL stays unchanged.
        if (of === id && !named && router.state.location.pathname === '/orders/add') open(of);
      }}
      onDone={() => kept.remove(id)}
      onDiscard={(draft) => {
        kept.discard(draft);
        if (draft.id === id) open();
      }}
      onAnother={() => open()}
    />
  );
}

interface OrderFormProps {
  id: string;
  kept: readonly StoredDraft[];
  /** Initial values of a new order. */
  start: Partial<OrderDraft>;
  /** Items of the repeated order that are no longer sold. */
  missing: readonly string[];
  onKeep: (id: string, draft: OrderDraft) => void;
  onDone: () => void;
  onDiscard: (draft: StoredDraft) => void;
  onAnother: () => void;
}

/** The form for customer, delivery and items; prices and suggested stores update with every change. */
function OrderForm({ id, kept, start, missing, onKeep, onDone, onDiscard, onAnother }: OrderFormProps) {
  const { user, locationId } = useSignedIn();
  const router = useRouter();
  const client = useQueryClient();
  const mayView = useCan('order_view');
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [draft, setDraft] = useState<OrderDraft>(() => ({
    ...newDraft(locationId ?? only),
    ...start,
    // Drafts stored by an older version can lack fields.
    ...kept.find((one) => one.id === id)?.draft,
  }));
  // Preserved while the draft's ID is added to the URL.
  const [leftOut] = useState(missing);
  const stopAutosave = useAutosave(id, draft, onKeep);
  const proposal = useProposal(draft);
  const placement = placementOf(draft, proposal.data);
  const [isSending, setSending] = useState(false);
  const quote = useQuote(draft, placement, isSending);
  const first = placement?.locationIds[0];
  // A split order depends on its proposal, so both the proposal and the price must match the current draft.
  const isUnsure = quote.isOld || (draft.choice.kind !== 'one' && proposal.isOld);
  const { errors, newPrice, isPlacing, place, forget } = usePlacing({
    ...{ draft, placement, quote: quote.data, isSending, setSending, isUnsure },
    onPlaced: async (placed) => {
      stopAutosave();
      // Loaded before the screen changes, so that no empty page shows in between. Failures appear on that screen.
      if (mayView) await prefetchPlaced(client, placed);
      onDone();
      await router.navigate(mayView ? placeOf(placed) : { to: '/orders' });
    },
    // Another customer bought the stock: refetches the quote and the suggested locations.
    onRefused: () => {
      void quote.refetch();
      void proposal.refetch();
    },
  });
  const change = (patch: Partial<OrderDraft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    forget();
  };

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void place();
  }
  const others = kept.length > (kept.some((one) => one.id === id) ? 1 : 0);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter places the order from any field
    <div onKeyDown={onKey}>
      <RecordPage
        title="New order"
        back={{ to: '/orders', label: 'Orders' }}
        actions={
          isBegun(draft) && (
            <>
              <Button
                variant="subtle"
                color="gray"
                onClick={() => {
                  stopAutosave();
                  onDiscard({ id, at: Date.now(), draft });
                }}
              >
                Discard
              </Button>
              <Button variant="default" onClick={onAnother}>
                Start another order
              </Button>
            </>
          )
        }
        side={
          <TotalPart
            {...{ draft, change, placement, errors, newPrice, isPlacing }}
            quote={quote.data}
            isOld={quote.isOld}
            onPlace={() => void place()}
          />
        }
      >
        {others && <DraftStrip drafts={kept} current={id} onDiscard={onDiscard} />}
        <NoLocations />
        {leftOut.length > 0 && (
          <Alert color="yellow" variant="light">
            No longer sold here and left out: {leftOut.join(', ')}.
          </Alert>
        )}
        <CustomerPart draft={draft} change={change} errors={errors} />
        <Panel title="Delivery">
          <FulfilmentPart draft={draft} change={change} errors={errors} />
        </Panel>
        <Panel title="Items">
          <OrderItems
            lines={draft.lines}
            locationId={first}
            quote={quote.data}
            refused={refusedItems(errors, placement)}
            onPick={(item) => {
              setDraft((before) => withItem(before, item));
              forget();
            }}
            onChange={(lines) => change({ lines })}
          />
        </Panel>
        <Panel title="Store">
          <LocationPart
            draft={draft}
            proposal={proposal.data}
            isOld={proposal.isOld}
            onChoose={(choice) => change({ choice, slot: null })}
            error={errors.location ?? errors['lines.0.locationId']}
          />
        </Panel>
      </RecordPage>
    </div>
  );
}

/** The server identifies rejected lines by their index in the request. */
function refusedItems(errors: PlacingErrors, placement: Placement | null): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  for (const [path, message] of Object.entries(errors)) {
    const line = placement?.lines[Number(/^lines\.(\d+)\.quantity$/.exec(path)?.[1] ?? Number.NaN)];
    if (line) refused.set(line.subProductId, message);
  }
  return refused;
}

const placeOf = ({ _id, orders: [order, ...more] }: PlacedMainOrder): Destination =>
  order && more.length === 0
    ? { to: '/orders/view/$id', params: { id: order._id } }
    : { to: '/orders/checkouts/$id', params: { id: _id } };

const prefetchPlaced = (
  client: QueryClient,
  { _id, orders: [order, ...more] }: PlacedMainOrder,
): Promise<void> =>
  order && more.length === 0
    ? client.prefetchQuery(read(orderRoutes.view, { params: { id: order._id } }))
    : client.prefetchQuery(read(mainOrderRoutes.view, { params: { id: _id } }));

interface FulfilmentPartProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  errors: PlacingErrors;
}
/** Fulfillment type and address. */
function FulfilmentPart({ draft, change, errors }: FulfilmentPartProps) {
  return (
    <Stack gap="md">
      <div>
        <Input.Label component="span" labelElement="div">
          Delivery or pickup
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-label="Delivery or pickup"
          value={draft.fulfilment}
          onChange={(value) => change({ fulfilment: value as OrderDraft['fulfilment'], slot: null })}
          data={[
            { value: 'delivery', label: 'Delivery' },
            { value: 'pickup', label: 'Pickup' },
          ]}
        />
      </div>
      {draft.fulfilment === 'delivery' && <DeliveryPart draft={draft} change={change} errors={errors} />}
    </Stack>
  );
}

interface DraftStripProps {
  drafts: readonly StoredDraft[];
  current: string;
  onDiscard: (draft: StoredDraft) => void;
}

/** The drafts of interrupted calls as buttons. */
function DraftStrip({ drafts, current, onDiscard }: DraftStripProps) {
  return (
    <nav aria-label="Drafts" className={classes.drafts}>
      <ul>
        {drafts.map((kept) => {
          const { id, at, draft } = kept;
          return (
            <li key={id} data-on={id === current || undefined}>
              <Link
                to="/orders/add"
                search={{ draft: id }}
                aria-current={id === current ? 'page' : undefined}
                title={`Last changed: ${whenText(new Date(at).toISOString())}`}
              >
                {draftName(draft)}
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Discard the draft ${draftName(draft)}`}
                onClick={() => onDiscard(kept)}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
