import {
  type Notice,
  type NoticeKind,
  noticeTitles,
  notificationRoutes,
} from '@aisle/contract/system/notifications';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import type { Destination } from '../../core/pages/screens.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { kindChoices, systemLinks } from './notice-labels.ts';

const families: Record<NoticeKind, [StatusFamily, string]> = {
  outOfStock: ['bad', 'Out of stock'],
  low: ['waiting', 'Low'],
  expiring: ['waiting', 'Expiring'],
  late: ['bad', 'Late'],
  drift: ['bad', 'Stock mismatch'],
  statements: ['good', 'Statements'],
  backup: ['bad', 'Backup late'],
  keys: ['waiting', 'Keys'],
  ticketAssigned: ['working', 'Assigned'],
  ticketReply: ['waiting', 'Reply'],
  ticketDue: ['bad', 'Due soon'],
  dispute: ['bad', 'Dispute'],
  cardPayments: ['bad', 'Card payments'],
  countNeeded: ['waiting', 'Count'],
};
const columns: Column<Notice>[] = [
  {
    key: 'text',
    header: 'Notification',
    cell: ({ kind, text, isRead }) => (
      <span style={{ fontWeight: isRead ? 400 : 600 }}>
        {noticeTitles[kind](text)}
        {!isRead && <span className="visually-hidden"> (unread)</span>}
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ kind }) => <StatusBadge family={families[kind][0]} label={families[kind][1]} />,
    card: 'state',
  },
  { key: 'location', header: 'Location', cell: (notice) => notice.locationName, card: 'detail' },
  {
    key: 'at',
    header: 'Since',
    cell: ({ at, timeZone }) => <DateText value={at} withTime timeZone={timeZone ?? undefined} />,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'overAt',
    header: 'Status',
    cell: ({ overAt, timeZone }) =>
      overAt ? (
        <>
          Resolved <DateText value={overAt} withTime isWithin timeZone={timeZone ?? undefined} />
        </>
      ) : (
        'Active'
      ),
  },
];
const states = [
  { value: 'open', label: 'Active' },
  { value: 'over', label: 'Resolved' },
];
function linkTo({ kind, lotId, subProductId, orderId, ticketId }: Notice): Destination {
  if (ticketId) return { to: '/supports/$id', params: { id: ticketId } };
  if (orderId) return { to: '/orders/view/$id', params: { id: orderId } };
  if (kind === 'backup' || kind === 'drift' || kind === 'keys' || kind === 'cardPayments')
    return systemLinks[kind];
  if (kind === 'statements') return { to: '/statements', search: { tab: 'open' } };
  if (lotId) return { to: '/inventory/view/$id', params: { id: lotId } };
  return subProductId ? { to: '/inventory/$id', params: { id: subProductId } } : { to: '/inventory' };
}

const filters = [locationFilter, choice('kind', 'Kind', kindChoices), choice('state', 'Status', states)];

export function NotificationList() {
  const list = useList(notificationRoutes.list);
  const mark = useWrite(notificationRoutes.markRead);
  const [asksForMail, setAsksForMail] = useState(false);
  const isUnread = list.search.unread === true;
  const read = (notices: readonly Notice[]) =>
    mark.mutateAsync({ body: { ids: notices.filter((one) => !one.isRead).map(({ _id }) => _id) } });
  return (
    <>
      <ListPage
        tabFilter="unread"
        title="Notifications"
        noun="notifications"
        searchLabel="Search item, SKU or order"
        list={list}
        columns={columns}
        tabs={
          <ListTabs
            label="Notifications"
            tabs={[
              {
                key: 'all',
                label: 'All',
                isOn: !isUnread,
                onClick: () => list.change({ unread: undefined }),
              },
              {
                key: 'unread',
                label: 'Unread',
                isOn: isUnread,
                onClick: () => list.change({ unread: true }),
              },
            ]}
          />
        }
        filters={filters}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconMail size={16} />}
              onClick={() => setAsksForMail(true)}
            >
              Email alerts
            </Button>
            <Button
              variant="default"
              loading={mark.isPending}
              onClick={() => mark.mutate({ body: { all: true } })}
            >
              Mark all as read
            </Button>
          </>
        }
        link={linkTo}
        rowActions={(notice) =>
          notice.isRead
            ? []
            : [{ label: 'Mark as read', onClick: () => void read([notice]).catch(() => undefined) }]
        }
        bulk={[{ label: 'Mark as read', run: read }]}
        empty="Late orders and stock that is out, low or about to expire appear here."
      />
      {asksForMail && <MailDialog onClose={() => setAsksForMail(false)} />}
    </>
  );
}
