import { itemName } from '@aisle/contract/core/item-name';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { maxGroupCount, type NoticeGroup } from '@aisle/contract/system/notifications';
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { type Destination, useCanOpen } from '../../core/pages/screens.ts';
import { useTimeZone } from '../../links/locations/use-time-zone.ts';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import classes from './notification-center.module.css';
import type { Center } from './notification-drawer.tsx';

interface NotificationGroupProps {
  group: NoticeGroup;
  center: Center;
  onClose: () => void;
}
interface Item {
  key: string;
  text: string;
  detail: ReactNode;
  open: Destination;
}

/** All notices of a kind at a location: one line that expands to its items; out-of-stock items are expanded initially. */
export function NotificationGroup({ group, center, onClose }: NotificationGroupProps) {
  const items = itemsOf(group, center);
  const [isOpen, setOpen] = useState(group.kind === 'outOfStock');
  const id = useId();
  return (
    <li className={classes.group} data-unread={group.isUnread || undefined}>
      <div className={`row gap-3 ${classes.line}`}>
        {items.length > 0 ? (
          <UnstyledButton
            className={`row gap-1 grow min-w-0 break-anywhere ${classes.toggle}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden className={classes.chevron} />
            <GroupText group={group} />
          </UnstyledButton>
        ) : (
          <span className={`row gap-1 grow min-w-0 break-anywhere ${classes.toggle}`}>
            <GroupText group={group} />
          </span>
        )}
        <Action to={listOf(group)} label="Open" onClose={onClose} />
      </div>
      {isOpen && (
        <ul id={id} className={`plain-list ${classes.items}`}>
          {items.map((item) => (
            <li key={item.key} className={`flex align-start between gap-3 break-anywhere ${classes.item}`}>
              <div>
                <div>{item.text}</div>
                <Text size="sm" c="dimmed" component="div">
                  {item.detail}
                </Text>
              </div>
              <span className="flex gap-3 flex-none">
                {group.kind === 'outOfStock' && (
                  <Action to={{ to: '/inventory/add' }} label="Receive" onClose={onClose} />
                )}
                <Action to={item.open} label="Open" onClose={onClose} about={item.text} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const words: Record<NoticeGroup['kind'], [one: string, many: string]> = {
  late: ['late order', 'late orders'],
  refundFailed: ['failed refund', 'failed refunds'],
  countNeeded: ['item to count', 'items to count'],
  outOfStock: ['out of stock', 'out of stock'],
  low: ['low', 'low'],
  expiring: ['expiring lot', 'expiring lots'],
};
function GroupText({ group: { kind, count, locationName, isUnread } }: { group: NoticeGroup }) {
  const shown = count >= maxGroupCount ? `${maxGroupCount}+` : count;
  return (
    <span>
      {shown} {words[kind][count === 1 ? 0 : 1]} at {locationName}
      {isUnread && <span className="visually-hidden"> (unread)</span>}
    </span>
  );
}

interface ActionProps {
  to: Destination;
  label: string;
  onClose: () => void;
  /** The name of the linked record, for screen readers. */
  about?: string;
}
function Action({ to, label, onClose, about }: ActionProps) {
  const canOpen = useCanOpen();
  if (!canOpen(to.to)) return null;
  return (
    <AnchorLink {...to} onClick={onClose} size="sm" {...(about && { 'aria-label': `${label}: ${about}` })}>
      {label}
    </AnchorLink>
  );
}

/** In the location's time zone. */
const SinceText = ({ value, locationId }: { value: string; locationId: string }) => (
  <DateText value={value} withTime timeZone={useTimeZone(locationId)} />
);

/** A link to the list with exactly the rows of the group; without a location, the rows of all locations. */
export function listOf({
  kind,
  locationId,
}: Pick<NoticeGroup, 'kind'> & { locationId?: string }): Destination {
  const here = locationId ? { locationId } : {};
  if (kind === 'late' || kind === 'refundFailed') return { to: '/orders', search: { ...here, flag: kind } };
  if (kind === 'countNeeded') return { to: '/notifications', search: { ...here, kind, state: 'open' } };
  if (kind === 'expiring') return { to: '/inventory', search: { ...here, status: 'expiring' } };
  return { to: '/inventory', search: { tab: 'levels', ...here, status: kind === 'low' ? 'low' : 'out' } };
}

/** The latest notices of the kind at the location. */
function itemsOf({ kind, locationId }: NoticeGroup, center: Center): Item[] {
  const here = <Row extends { locationId: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.locationId === locationId);
  const goods = (id: string): Destination => ({
    to: '/inventory/$id',
    params: { id },
    search: { locationId },
  });
  switch (kind) {
    case 'late':
      return here(center.late).map(({ _id, number, since }) => ({
        key: _id,
        text: `${number} is late`,
        detail: <SinceText value={since} locationId={locationId} />,
        open: { to: '/orders/view/$id', params: { id: _id } },
      }));
    case 'outOfStock':
      return here(center.outOfStock).map(({ _id, subProductData, since }) => ({
        key: _id,
        text: `${itemName(subProductData)} Is Out of Stock`,
        detail: <SinceText value={since} locationId={locationId} />,
        open: goods(subProductData._id),
      }));
    case 'low':
      return here(center.low).map(({ _id, subProductData, available }) => ({
        key: _id,
        text: `${itemName(subProductData)} is low`,
        detail: `${formatQuantity(available)} left`,
        open: goods(subProductData._id),
      }));
    case 'expiring':
      return here(center.expiring).map(({ _id, subProductData, onHand, expiresOn }) => ({
        key: _id,
        text: `${itemName(subProductData)} expires soon`,
        detail: (
          <>
            {formatQuantity(onHand)} on hand · expires <DayText value={expiresOn} />
          </>
        ),
        open: { to: '/inventory/view/$id', params: { id: _id } },
      }));
    case 'refundFailed':
    case 'countNeeded':
      return [];
  }
}
