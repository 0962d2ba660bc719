import type { WorkCount } from '@aisle/contract/overview/shell';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBarcode,
  IconBell,
  IconBook2,
  IconBox,
  IconBuildingStore,
  IconCalendarDue,
  IconCash,
  IconCategory,
  IconChartBar,
  IconChartDots,
  IconChartPie,
  IconClipboardList,
  IconCopy,
  IconDiscount2,
  IconFileDollar,
  IconFileImport,
  IconGavel,
  IconGiftCard,
  IconHeadset,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconListCheck,
  IconMail,
  IconPackages,
  IconPercentage,
  IconPlugConnected,
  IconProgress,
  type IconProps,
  IconReceiptRefund,
  IconReceiptTax,
  IconRepeat,
  IconRobot,
  IconRoute,
  IconScale,
  IconSettings,
  IconSpeakerphone,
  IconSteeringWheel,
  IconTable,
  IconTag,
  IconTransfer,
  IconTruckDelivery,
  IconUserShield,
  IconUserStar,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { originOf } from '../../core/pages/origin.ts';
import type { Screen } from '../../core/pages/pages.ts';
import { missingParts, type PlainPath, type ScreenPath, type Visitor } from '../../core/pages/screens.ts';

export interface NavEntry {
  to: PlainPath;
  label: string;
  icon: ComponentType<IconProps>;
  /** The number of open tasks on the screen, and the search that shows them. */
  count?: { name: WorkCount; means: string; search?: { status: string } };
  /** The shortcut of the screen: g, then this key. */
  key?: string;
}
export interface NavArea {
  title: string;
  entries: NavEntry[];
}

/** The complete menu in order. An entry is shown if its screen exists and the user can open it. */
export const menu: NavArea[] = [
  { title: '', entries: [{ to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, key: 'd' }] },
  {
    title: 'Orders',
    entries: [
      {
        to: '/orders',
        label: 'Orders',
        icon: IconClipboardList,
        key: 'o',
        count: { name: 'newOrders', means: 'new' },
      },
      { to: '/orders/queue', label: 'Queue', icon: IconLayoutKanban, key: 'q' },
      { to: '/orders/dispatch', label: 'Dispatch', icon: IconRoute, key: 'r' },
      { to: '/orders/returns', label: 'Returns', icon: IconArrowBackUp },
    ],
  },
  {
    title: 'Catalog',
    entries: [
      { to: '/products', label: 'Products', icon: IconBox, key: 'p' },
      { to: '/products/variants', label: 'Sub-products', icon: IconBarcode },
      { to: '/category', label: 'Categories', icon: IconCategory },
      { to: '/brand', label: 'Brands', icon: IconTag, key: 'b' },
      { to: '/promotions', label: 'Promotions', icon: IconDiscount2 },
      { to: '/tax', label: 'Taxes', icon: IconReceiptTax },
      { to: '/imports', label: 'Imports', icon: IconFileImport },
    ],
  },
  {
    title: 'Stock',
    entries: [
      {
        to: '/inventory',
        label: 'Inventory',
        icon: IconPackages,
        key: 'i',
        count: { name: 'outOfStock', means: 'out of stock', search: { status: 'out' } },
      },
      { to: '/inventory/counts', label: 'Stock counts', icon: IconListCheck },
      { to: '/inventory/transfers', label: 'Transfers', icon: IconTransfer },
      { to: '/expiry', label: 'Expiry', icon: IconCalendarDue },
      { to: '/recalls', label: 'Recalls', icon: IconAlertTriangle },
      { to: '/prices', label: 'Prices and stock', icon: IconTable },
      { to: '/locations', label: 'Locations', icon: IconBuildingStore, key: 'l' },
      { to: '/locationTax', label: 'Tax and commission', icon: IconReceiptTax },
      { to: '/vendors', label: 'Vendors', icon: IconTruckDelivery },
    ],
  },
  {
    title: 'Service',
    entries: [
      {
        to: '/supports',
        label: 'Support',
        icon: IconHeadset,
        key: 's',
        count: { name: 'openTickets', means: 'to answer' },
      },
      { to: '/messages', label: 'Messages', icon: IconSpeakerphone },
    ],
  },
  {
    title: 'People',
    entries: [
      { to: '/customers', label: 'Customers', icon: IconUsers, key: 'c' },
      { to: '/customer-groups', label: 'Customer groups', icon: IconUsersGroup },
      { to: '/subscription', label: 'Subscription plans', icon: IconRepeat },
      { to: '/subscription-history', label: 'Subscriptions', icon: IconUserStar },
      { to: '/gift-cards', label: 'Gift cards', icon: IconGiftCard },
      { to: '/driver', label: 'Drivers', icon: IconSteeringWheel },
      { to: '/users', label: 'Users', icon: IconUserShield, key: 'u' },
    ],
  },
  {
    title: 'Money',
    entries: [
      { to: '/payments', label: 'Payments', icon: IconCash },
      { to: '/disputes', label: 'Disputes', icon: IconGavel },
      { to: '/statements', label: 'Statements', icon: IconFileDollar },
      { to: '/vendor-claims', label: 'Vendor claims', icon: IconReceiptRefund },
      { to: '/driver/hand-ins', label: 'Cash hand-ins', icon: IconWallet },
      { to: '/reconciliation', label: 'Reconciliation', icon: IconScale },
      { to: '/books', label: 'Books', icon: IconBook2 },
      { to: '/commission-simulator', label: 'Commission simulator', icon: IconPercentage },
    ],
  },
  {
    title: 'Reports',
    entries: [
      { to: '/location_report', label: 'Location report', icon: IconChartBar },
      { to: '/report/product', label: 'Product report', icon: IconChartDots },
      { to: '/report/discount', label: 'Discount report', icon: IconChartPie },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { to: '/settings', label: 'Settings', icon: IconSettings },
      { to: '/notifications', label: 'Notifications', icon: IconBell },
      { to: '/audit', label: 'Audit log', icon: IconHistory },
      { to: '/possible-duplicates', label: 'Possible duplicates', icon: IconCopy },
      { to: '/connections', label: 'Connections', icon: IconPlugConnected },
      { to: '/drafts', label: 'Assistant drafts', icon: IconRobot },
      { to: '/jobs', label: 'Jobs', icon: IconProgress },
      { to: '/outbox', label: 'Outbox', icon: IconMail },
    ],
  },
];

/** The menu for a user; omits empty areas. */
export function menuFor(screens: ReadonlyMap<ScreenPath, Screen>, visitor: Visitor): NavArea[] {
  const isOpen = ({ to }: NavEntry) => screens.has(to) && missingParts(screens.get(to), visitor) === null;
  return menu
    .map(({ title, entries }) => ({ title, entries: entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The entry of a path: the longest one that the path starts with. */
export function entryOf(path: string): string | undefined {
  return menu
    .flatMap(({ entries }) => entries.map(({ to }) => to))
    .filter((to) => path === to || path.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** The menu entry to mark: the list from which a record was opened, otherwise the one that it belongs to. */
export const currentEntry = (path: string): string | undefined => originOf(path) ?? entryOf(path);
