import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type MainOrder, mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { discountKey, discountLabel, itemDiscounts } from '@aisle/contract/sales/main-orders/order-benefits';
import { itemsText } from '@aisle/contract/sales/orders/item-count';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { slotText } from '../../ui/values/when.ts';
import classes from './main-orders.module.css';
import { cameFrom } from './opened-from.ts';

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
  const words = pluralize(orders.length, 'order');
  return (
    <>
      <RecordPage
        title={main.number}
        badge={
          <>
            <OrderStatus status={main.status} fulfilment={main.fulfilment} />
            {main.refunded > 0 && (
              <StatusBadge family="off" label={`Refunded ${formatMoney(main.refunded)}`} />
            )}
          </>
        }
        back={back}
        summary={[
          ['Customer', <CustomerLink key="name" id={customer._id} name={customer.name} />],
          ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
          ['Fulfillment', main.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'],
          [
            'Placed',
            <span key="placed">
              Placed <DateText value={main.createdAt} withTime isWithin timeZone={orders[0]?.timeZone} />
            </span>,
          ],
          [
            'Total',
            `${formatMoney(main.total)} ${paymentLabel(main.paymentType, main.fulfilment).toLowerCase()}`,
          ],
        ]}
        actions={
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => setPrinting(true)}>
            Print
          </Button>
        }
        side={
          <>
            <Panel title="Customer">
              <Facts
                facts={[
                  ['Name', <CustomerLink key="name" id={customer._id} name={customer.name} />],
                  ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
                  ['Email', customer.email && <EmailLink email={customer.email} />],
                  ['Note', main.note],
                ]}
              />
            </Panel>
            <Panel title="Payment">
              <Facts
                facts={[
                  ...itemDiscounts(main.discounts).map((discount): [string, ReactNode] => [
                    discountLabel(discount),
                    <MoneyText key={discountKey(discount)} value={-discount.amount} />,
                  ]),
                  ['Paid', <MoneyText key="paid" value={main.paid} />],
                  ['Refunded', main.refunded > 0 && <MoneyText value={main.refunded} />],
                ]}
              />
            </Panel>
            <Panel title="Checkout">
              <Facts
                facts={[
                  ['Source', cameFrom[main.source]],
                  ['Storefront number', main.externalId],
                ]}
              />
            </Panel>
          </>
        }
      >
        <Panel title={orders.length === 1 ? 'Order' : 'Orders'}>
          <ul className={`plain-list grid lined ${classes.parts}`}>
            {orders.map((order) => (
              <li key={order._id}>
                <span className={`flex wrap medium ${classes.partName}`}>
                  <OrderLink id={order._id} number={order.number} />
                  <span>{order.locationName}</span>
                </span>
                <OrderStatus status={order.headlineStatus} fulfilment={main.fulfilment} />
                <span className="text-sm secondary">
                  {itemsText({ units: order.unitCount, lines: order.lineCount })} ·{' '}
                  {slotText(order.slot, order.timeZone)}
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
