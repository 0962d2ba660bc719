import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { ActionIcon, Button, Stack, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessage, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { useLastAnswer } from '../../core/kept-answers.ts';
import { later } from '../../core/later.ts';
import { useKeptOffline } from '../../core/offline.ts';
import { useMay } from '../../core/session.ts';
import { CheckoutLink } from '../../links/checkout-link.tsx';
import { CustomerLink } from '../../links/customer-link.tsx';
import { LocationLink } from '../../links/location-link.tsx';
import { OrderLink } from '../../links/order-link.tsx';
import { OrderStatus } from '../../links/order-status.tsx';
import { AddressText, EmailLink, PhoneLink } from '../../ui/contact.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record-page.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { DateText } from '../../ui/values.tsx';
import { slotText } from '../../ui/when.ts';
import { AskDriver } from './ask-driver.tsx';
import { OrderDeliveries } from './order-delivery.tsx';
import { OrderEmails } from './order-emails.tsx';
import { timelineOf } from './order-events.ts';
import { OrderFlags } from './order-flags.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderNote } from './order-note.tsx';
import { OrderReturns } from './order-returns.tsx';
import classes from './orders.module.css';
import { PackingSlip } from './packing-slip.tsx';
import { PickList } from './pick-list.tsx';
import { ChangeItems } from './picking-change.tsx';
import { usePicking, useStanding } from './picking-draft.ts';
import { StepButtons } from './step-buttons.tsx';
import { useSteps } from './use-steps.ts';

const PrintOrdersDialog = later(() =>
  import('../documents/print-orders-dialog.tsx').then((module) => module.PrintOrdersDialog),
);

const back = { to: '/orders', label: 'Orders' } as const;

export function OrderView() {
  useKeptOffline();
  const { id } = useParams({ from: '/shell/orders/view/$id' });
  const reading = read(orderRoutes.view, { params: { id } });
  const query = useQuery({ ...reading, placeholderData: keepPreviousData, meta: { quiet: true } });
  useLastAnswer(reading.queryKey, query);
  return (
    <Loaded query={query} back={back}>
      {(order) => <OrderPage key={order._id} order={order} />}
    </Loaded>
  );
}

function OrderPage({ order: saved }: { order: Order }) {
  const order = useStanding(saved);
  const [isChanging, setChanging] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const mayEdit = useMay('order_edit');
  const steps = useSteps(order);
  const picking = usePicking(order, steps.lookAgain);
  const [isPrinting, setPrinting] = useState(false);
  const isPicking = order.status === 'processing' && mayEdit;
  const isChangeable = ['pending', 'orderPlaced'].includes(order.status) && mayEdit;
  const state = (
    <Panel title="What is next">
      <Stack gap="sm">
        <OrderProgress order={order} />
        <StepButtons
          order={isPicking ? { ...order, lines: picking.noted } : order}
          steps={steps}
          before={picking.saveFirst}
          isSaving={picking.isSaving}
        />
        <AskDriver order={order} />
        {order.allowed.length === 0 && <Text c="dimmed">Nothing is left to do here.</Text>}
      </Stack>
    </Panel>
  );
  return (
    <>
      <div className={classes.screenOnly}>
        <RecordPage
          title={order.number}
          badge={
            <span className={classes.states}>
              <OrderStatus status={order.headlineStatus} />
              <OrderFlags order={order} />
            </span>
          }
          back={back}
          actions={
            <Tooltip label="Print the packing slip or the invoice">
              <ActionIcon variant="default" size={36} aria-label="Print" onClick={() => setPrinting(true)}>
                <IconPrinter size={20} />
              </ActionIcon>
            </Tooltip>
          }
          side={
            <>
              {!isNarrow && state}
              <OrderDeliveries order={order} />
              <CustomerPanel order={order} />
              <OrderMoney order={order} />
              <OrderReturns order={order} />
              <CheckoutPanel order={order} />
              <OrderEmails orderId={order._id} timeZone={order.timeZone} />
            </>
          }
        >
          {isNarrow && !isPicking && state}
          {order.note && (
            <p className={classes.note}>
              <IconMessage size={20} aria-hidden />
              <span>
                <span className="visually-hidden">Note: </span>
                {order.note}
              </span>
            </p>
          )}
          <Panel
            title={isPicking ? 'Pick' : 'Items'}
            tools={
              isPicking ? (
                <Text c="dimmed">{slotText(order.slot, order.timeZone)}</Text>
              ) : (
                isChangeable && (
                  <Button variant="default" size="xs" onClick={() => setChanging(true)}>
                    Change items
                  </Button>
                )
              )
            }
          >
            {isPicking ? (
              <PickList
                order={order}
                draft={picking.draft}
                onDraft={picking.setDraft}
                save={picking.save}
                isSaving={picking.isSaving}
                isKept={picking.isKept}
              />
            ) : (
              <OrderLines order={order} />
            )}
          </Panel>
          {/* Who picks on a phone picks first, and goes on from there. */}
          {isNarrow && isPicking && state}
          <Panel title="Timeline">
            {mayEdit && <OrderNote order={order} />}
            <Timeline events={timelineOf(order)} timeZone={order.timeZone} />
          </Panel>
        </RecordPage>
      </div>
      <PackingSlip order={order} />
      {isPrinting && (
        <Suspense>
          <PrintOrdersDialog
            target={{ ids: [order._id], filters: {} }}
            words={order.number}
            onClose={() => setPrinting(false)}
          />
        </Suspense>
      )}
      {isChanging && isChangeable && <ChangeItems order={order} onClose={() => setChanging(false)} />}
    </>
  );
}

function OrderProgress({ order }: { order: Order }) {
  const { dispatchStatus, fulfilment, headlineStatus, status, timeZone } = order;
  const isOpen = ['orderPlaced', 'processing', 'prepared', 'awaitingForDelivery'].includes(status);
  return (
    <Facts
      facts={[
        [
          'State',
          // The title says it already, unless there is more to say.
          (headlineStatus !== status || (dispatchStatus && isOpen && dispatchStatus !== 'awaiting')) && (
            <span className={classes.states}>
              <OrderStatus status={status} />
              {dispatchStatus && isOpen && <OrderStatus status={dispatchStatus} />}
            </span>
          ),
        ],
        [fulfilment === 'pickup' ? 'Pickup' : 'Delivery', slotText(order.slot, timeZone)],
        [
          'Hand-over code',
          order.handOverCode && <strong className={classes.code}>{order.handOverCode}</strong>,
        ],
        ['Reason', order.cancelReason],
        [
          'To be paid before',
          order.status === 'pending' && order.paymentDueAt && (
            <DateText value={order.paymentDueAt} withTime timeZone={timeZone} />
          ),
        ],
      ]}
    />
  );
}

function CustomerPanel({ order }: { order: Order }) {
  const { customer, address } = order;
  const earlier = customer.earlierOrders;
  const orders =
    earlier === 0 ? 'First order' : `${earlier >= 100 ? '100 or more' : earlier} before this one`;
  return (
    <Panel title="Customer">
      <Facts
        facts={[
          ['Name', <CustomerLink key="name" id={customer._id} name={customer.name} />],
          ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
          ['Email', customer.email && <EmailLink email={customer.email} />],
          [
            'Orders',
            <Stack key="orders" gap={4}>
              {orders}
              {customer.recent.map((one) => (
                <span key={one._id} className={classes.recent}>
                  <OrderLink id={one._id} number={one.number} />
                  <span>
                    <DateText value={one.createdAt} timeZone={order.timeZone} /> · {formatMoney(one.total)}
                  </span>
                </span>
              ))}
            </Stack>,
          ],
          ['Address', address && <AddressText address={address} />],
          [
            'Distance',
            order.distanceKm !== null && (
              <span className="tabular">{kmToMiles(order.distanceKm).toFixed(1)} mi</span>
            ),
          ],
          ['Location', <LocationLink key="location" id={order.locationId} name={order.locationName} />],
          ['Placed', <DateText key="placed" value={order.createdAt} withTime timeZone={order.timeZone} />],
        ]}
      />
    </Panel>
  );
}

function CheckoutPanel({ order }: { order: Order }) {
  const { number, source, externalId, siblings } = order.mainOrder;
  return (
    <Panel title="Checkout">
      <Facts
        facts={[
          ['Number', <CheckoutLink key="number" id={order.mainOrder._id} number={number} />],
          ['Came from', source === 'staff' ? 'Phone order' : 'Storefront'],
          ['Its own number there', externalId],
          [
            'Other parts',
            siblings.length > 0 && (
              <Stack gap={4}>
                {siblings.map((part) => (
                  <span key={part._id} className={classes.states}>
                    <OrderLink id={part._id} number={part.number} />
                    <OrderStatus status={part.headlineStatus} />
                    {part.locationName}
                  </span>
                ))}
              </Stack>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
