import {
  type BulkMessage,
  type BulkMessageOrder,
  type BulkMessageResult,
  messageChannelLabels,
  messageRoutes,
  sendOutcomeLabels,
} from '@aisle/contract/service/messages';
import { instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const messageExports = {
  messages: exportOf<BulkMessage>({ title: 'Messages', route: messageRoutes.list, withoutCustomers: true }, [
    text('Name', (message) => message.name),
    text('Channel', (message) => messageChannelLabels[message.channel]),
    text('Subject', (message) => message.subject),
    text('Status', (message) => message.state),
    number('Recipients', (message) => message.recipients),
    number('Sent', (message) => message.counts.sent),
    number('Failed', (message) => message.counts.failed),
    number('Clicked', (message) => message.clicked),
    number('Unsubscribed', (message) => message.unsubscribed),
    number('Orders within 7 days', (message) => message.orders?.count),
    money('Total of orders', (message) => message.orders?.total),
    text('Created by', (message) => message.createdBy),
    instant('Created', (message) => message.createdAt),
    instant('Started', (message) => message.startedAt),
    instant('Finished', (message) => message.finishedAt),
  ]),
  messageResults: exportOf<BulkMessageResult>({ title: 'Message results', route: messageRoutes.results }, [
    text('Customer', (row) => row.customerName),
    text('Customer ID', (row) => row.customerId),
    text('Result', (row) => sendOutcomeLabels[row.outcome]),
    text('Why', (row) => row.reason),
    instant('At', (row) => row.at),
    instant('Clicked', (row) => row.clickedAt),
    instant('Unsubscribed', (row) => row.unsubscribedAt),
  ]),
  messageOrders: exportOf<BulkMessageOrder>(
    { title: 'Orders after a message', route: messageRoutes.orders },
    [
      text('Order', (order) => order.number),
      text('Location', (order) => order.locationName),
      text('Customer', (order) => order.customerName),
      money('Total', (order) => order.total),
      instant('Placed', (order) => order.createdAt),
      instant('Message sent', (order) => order.sentAt),
    ],
  ),
};
