import type { PlacedMainOrder } from '@aisle/contract/sales/main-orders/main-orders';
import { ActionIcon, Alert, Button, Input, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
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
import { type StoredDraft, useKeeping, useOrderDrafts } from './draft/order-drafts.ts';
import { useProposal, useQuote } from './draft/use-order-quote.ts';
import { useOrderStart } from './draft/use-order-start.ts';
import { type PlacingErrors, usePlacing } from './draft/use-placing.ts';
import classes from './main-orders.module.css';
import { CustomerPart, DeliveryPart } from './parts/customer-part.tsx';
import { LocationPart } from './parts/location-part.tsx';
import { OrderItems } from './parts/order-items.tsx';
import { TotalPart } from './parts/order-total.tsx';

/** A phone order. Which draft is open is in the URL, so that a reload continues it; the others are listed above. */
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
      // Another order started after it begins empty.
      {...(id === began ? { start: start.draft, missing: start.missing } : { start: {}, missing: [] })}
      onKeep={(of, draft) => {
        kept.put(of, draft);
        // Only now could a reload lose something; if the user has left the screen, the URL stays as it is.
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
  /** What a new order begins with. */
  start: Partial<OrderDraft>;
  /** What of the order that it repeats is no longer sold. */
  missing: readonly string[];
  onKeep: (id: string, draft: OrderDraft) => void;
  onDone: () => void;
  onDiscard: (draft: StoredDraft) => void;
  onAnother: () => void;
}

/** Customer, delivery and items; the price and the suggested stores follow every keystroke. */
function OrderForm({ id, kept, start, missing, onKeep, onDone, onDiscard, onAnother }: OrderFormProps) {
  const { user, locationId } = useSignedIn();
  const router = useRouter();
  const mayView = useCan('order_view');
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [draft, setDraft] = useState<OrderDraft>(() => ({
    ...newDraft(locationId ?? only),
    ...start,
    // What an older version kept may lack a field.
    ...kept.find((one) => one.id === id)?.draft,
  }));
  // Kept while the draft gets its place in the URL.
  const [leftOut] = useState(missing);
  const stopKeeping = useKeeping(id, draft, onKeep);
  const proposal = useProposal(draft);
  const placement = placementOf(draft, proposal.data);
  const quote = useQuote(draft, placement);
  const first = placement?.locationIds[0];
  // Shared out is as it was proposed: that has to be of what is written down now, as the price has to be.
  const isUnsure = quote.isOld || (draft.choice.kind !== 'one' && proposal.isOld);
  const { errors, newPrice, isPlacing, place, forget } = usePlacing({
    ...{ draft, placement, quote: quote.data, isUnsure },
    onPlaced: (placed) => {
      stopKeeping();
      onDone();
      void router.navigate(mayView ? placeOf(placed) : { to: '/orders' });
    },
    // Somebody bought it meanwhile: the price list says what is left, and the locations who else has it.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter places, from wherever one types
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
                  stopKeeping();
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

/** The server names refused lines by their index in the request. */
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

interface FulfilmentPartProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  errors: PlacingErrors;
}
/** Delivered or picked up, and where to. */
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

/** Drafts of interrupted calls, one click each. */
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
