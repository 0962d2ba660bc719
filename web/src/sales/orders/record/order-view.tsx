import { countItems, itemsText } from '@aisle/contract/sales/orders/item-count';
import { isBeforePicking } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promisedAt } from '@aisle/contract/sales/orders/promise';
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessage } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useQueuedOffline } from '../../../core/offline/offline.ts';
import { useStoredResponse } from '../../../core/offline/stored-responses.ts';
import { originOf } from '../../../core/pages/origin.ts';
import type { Back } from '../../../core/pages/screens.ts';
import { useCan } from '../../../core/session/session.ts';
import { HistoryButton } from '../../../links/system/record-history.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Panel, RecordPage } from '../../../ui/record/record-page.tsx';
import { Timeline } from '../../../ui/record/timeline.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { timeText } from '../../../ui/values/when.ts';
import { OvertakenNotice, useOrderActions } from '../actions/order-actions.tsx';
import { useSteps } from '../actions/use-steps.ts';
import type { OrderParts } from '../order-parts.ts';
import classes from '../orders.module.css';
import { PickList } from '../picking/pick-list.tsx';
import { PickedBy } from '../picking/picked-by.tsx';
import { isDone, openLines } from '../picking/picking.ts';
import { ChangeItems } from '../picking/picking-change.tsx';
import { usePicks, useStanding } from '../picking/use-picks.ts';
import { NextOrder } from '../queue/next-order.tsx';
import { QueuedTray } from '../queue/queued-writes-tray.tsx';
import { OrderCheckout } from './order-checkout.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderDelivery, useDeliveries } from './order-delivery.tsx';
import { timelineOf } from './order-events.ts';
import { OrderBadges, summaryOf } from './order-head.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderMoney } from './order-money.tsx';
import { NewOrderNote } from './order-note.tsx';
import { OrderOwner } from './order-owner.tsx';
import record from './order-record.module.css';
import { OrderReturns } from './order-returns.tsx';
import { PackingSlip } from './packing-slip.tsx';

/** Back to the queue for those who came from there, otherwise to the list. */
function useOrderBack(id: string): Back {
  const router = useRouter();
  const to = { to: '/orders/view/$id', params: { id } } as const;
  const isFromQueue = originOf(router.buildLocation(to).pathname) === '/orders/queue';
  return isFromQueue ? { to: '/orders/queue', label: 'Queue' } : { to: '/orders', label: 'Orders' };
}

export function OrderView(parts: OrderParts) {
  useQueuedOffline();
  const { id } = useParams({ from: '/shell/orders/view/$id' });
  const reading = read(orderRoutes.view, { params: { id } });
  const query = useQuery({ ...reading, placeholderData: keepPreviousData, meta: { quiet: true } });
  useStoredResponse(reading.queryKey, query);
  const back = useOrderBack(id);
  return (
    <Loaded query={query} back={back}>
      {(order) => <OrderPage key={order._id} order={order} parts={parts} />}
    </Loaded>
  );
}

function OrderPage({ order: saved, parts: { Tickets } }: { order: Order; parts: OrderParts }) {
  const order = useStanding(saved);
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const canEdit = useCan('order_edit');
  const steps = useSteps(order);
  const picks = usePicks(saved);
  const isPicking = order.status === 'processing' && canEdit;
  const { primary, dialogs, ...head } = useOrderActions({
    order: isPicking ? { ...order, lines: openLines(order) } : order,
    steps,
    before: picks.sendFirst,
    isSaving: picks.isSending,
  });
  const deliveries = useDeliveries(order);
  useTopAfterPicking(isPicking);
  // On a phone the next step follows the pick list, because picking comes first.
  const goesOnBelow = isNarrow && isPicking;
  const isCompact = useIsNarrow() && isPicking;
  const back = useOrderBack(order._id);
  return (
    <>
      <div className={classes.screenOnly}>
        <RecordPage
          title={order.number}
          back={back}
          {...(isCompact
            ? { badge: <PickProgress order={order} />, menu: head.menu }
            : {
                ...head,
                history: <HistoryButton resource="orders" id={order._id} name={order.number} />,
                badge: <OrderBadges order={order} />,
                summary: summaryOf(order),
                primary: !goesOnBelow && primary,
              })}
          side={
            <>
              <OrderCustomer order={order} />
              <OrderMoney order={order} />
              <OrderDelivery order={order} deliveries={deliveries} />
              <OrderReturns order={order} />
              <Suspense>
                <Tickets order={order} />
              </Suspense>
              <OrderOwner order={order} />
              <OrderMessages orderId={order._id} timeZone={order.timeZone} fulfilment={order.fulfilment} />
              <OrderCheckout order={order} />
            </>
          }
        >
          {!isPicking && <QueuedTray orderId={order._id} />}
          <OvertakenNotice {...steps} />
          {back.to === '/orders/queue' && <NextOrder order={order} />}
          <OrderNotes order={order} />
          {isPicking ? (
            <PickPanel order={order} isCompact={isCompact}>
              <PickList order={order} save={picks.save} unsent={picks.unsent} next={goesOnBelow && primary} />
            </PickPanel>
          ) : (
            <Items order={order} isChangeable={canEdit && isBeforePicking(order.status)} />
          )}
          <Panel title="Timeline">
            {canEdit && <NewOrderNote key={order._id} order={order} />}
            <Timeline events={timelineOf(order, deliveries)} timeZone={order.timeZone} />
          </Panel>
        </RecordPage>
      </div>
      <PackingSlip order={order} />
      {dialogs}
    </>
  );
}

/** One line instead of the whole head while a picker walks with a phone. */
function PickProgress({ order }: { order: Order }) {
  const lines = openLines(order);
  const due = timeText(new Date(promisedAt(order)).toISOString(), order.timeZone);
  return (
    <span className="grow min-w-0 truncate tabular secondary">
      Due {due} · {lines.filter(isDone).length}/{lines.length}
    </span>
  );
}

interface PickPanelProps {
  order: Order;
  isCompact: boolean;
  children: ReactNode;
}
/** On a phone, the list has the whole width. */
function PickPanel({ order, isCompact, children }: PickPanelProps) {
  if (!isCompact) {
    return (
      <Panel title="Pick" tools={<PickedBy order={order} />}>
        {children}
      </Panel>
    );
  }
  return (
    <section>
      <h2 className="visually-hidden">Pick</h2>
      <div className="row wrap between gap-2 mb-2">
        <PickedBy order={order} />
      </div>
      {children}
    </section>
  );
}

/** Scrolls to the top after picking, because the header contains the next step. */
function useTopAfterPicking(isPicking: boolean): void {
  const wasPicking = useRef(isPicking);
  useEffect(() => {
    if (wasPicking.current && !isPicking) window.scrollTo({ top: 0 });
    wasPicking.current = isPicking;
  }, [isPicking]);
}

/** Notes for everyone who handles the order. */
function OrderNotes({ order: { note, cancelReason } }: { order: Order }) {
  return (
    <>
      {cancelReason && <p className={record.stopped}>Reason: {cancelReason}</p>}
      {note && (
        <p className={`flex m-0 medium break-anywhere ${classes.note}`}>
          <IconMessage size={20} aria-hidden />
          <span>
            <span className="visually-hidden">Note: </span>
            {note}
          </span>
        </p>
      )}
    </>
  );
}

function Items({ order, isChangeable }: { order: Order; isChangeable: boolean }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel
      title="Items"
      tools={
        <>
          <Text c="dimmed" mr="auto">
            {itemsText(countItems(order.lines))}
          </Text>
          {isChangeable && (
            <Button variant="default" size="xs" onClick={() => setChanging(true)}>
              Change items
            </Button>
          )}
        </>
      }
    >
      <OrderLines order={order} />
      {isChanging && isChangeable && <ChangeItems order={order} onClose={() => setChanging(false)} />}
    </Panel>
  );
}
