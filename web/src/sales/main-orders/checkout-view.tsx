import { howMany } from '@aisle/contract/core/how-many';
import { goodsText } from '@aisle/contract/sales/goods-count';
import { type MainOrder, mainOrderRoutes } from '@aisle/contract/sales/main-orders';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/later.ts';
import { CustomerLink } from '../../links/customer-link.tsx';
import { OrderLink } from '../../links/order-link.tsx';
import { OrderStatus } from '../../links/order-status.tsx';
import { PhoneLink } from '../../ui/contact.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record-page.tsx';
import { DateText, MoneyText } from '../../ui/values.tsx';
import { slotText } from '../../ui/when.ts';
import { cameFrom } from './came-from.ts';
import classes from './main-orders.module.css';

const PrintOrdersDialog = later(() =>
  import('../documents/print-orders-dialog.tsx').then((module) => module.PrintOrdersDialog),
);

const back = { to: '/orders/checkouts', label: 'Checkouts' } as const;

export function CheckoutView() {
  const { id } = useParams({ from: '/shell/orders/checkouts/$id' });
  const query = useQuery({
    ...read(mainOrderRoutes.view, { params: { id } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(main) => <Checkout main={main} />}
    </Loaded>
  );
}

function Checkout({ main }: { main: MainOrder }) {
  const [isPrinting, setPrinting] = useState(false);
  const { customer, orders } = main;
  const words = howMany(orders.length, 'order');
  return (
    <>
      <RecordPage
        title={main.number}
        badge={<OrderStatus status={main.status} />}
        back={back}
        actions={
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => setPrinting(true)}>
            Print…
          </Button>
        }
        side={
          <>
            <Panel title="Customer">
              <Facts
                facts={[
                  ['Name', <CustomerLink key="name" id={customer._id} name={customer.name} />],
                  ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
                  ['Email', customer.email],
                ]}
              />
            </Panel>
            <Panel title="Checkout">
              <Facts
                facts={[
                  ['Placed', <DateText key="placed" value={main.createdAt} withTime />],
                  ['Came from', cameFrom[main.source]],
                  ['Its own number there', main.externalId],
                  ['How', main.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'],
                  ['Total', <MoneyText key="total" value={main.total} />],
                  ['Paid', <MoneyText key="paid" value={main.paid} />],
                  ['Refunded', main.refunded > 0 && <MoneyText value={main.refunded} />],
                  ['Note', main.note],
                ]}
              />
            </Panel>
          </>
        }
      >
        <Panel title={orders.length === 1 ? 'Its order' : `Its ${words}`}>
          <ul className={classes.parts}>
            {orders.map((order) => (
              <li key={order._id}>
                <span className={classes.partName}>
                  <OrderLink id={order._id} number={order.number} /> {order.locationName}
                </span>
                <OrderStatus status={order.headlineStatus} />
                <span className={classes.partDetail}>
                  {goodsText({ units: order.unitCount, lines: order.lineCount })} · {slotText(order.slot)}
                </span>
                <MoneyText value={order.total} />
              </li>
            ))}
          </ul>
        </Panel>
      </RecordPage>
      {isPrinting && (
        <Suspense>
          <PrintOrdersDialog
            target={{ ids: orders.map(({ _id }) => _id), filters: {} }}
            words={words}
            onClose={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
