import { countOnTab } from '../../ui/form/form-tabs.ts';

/** The tabs of the settings, and the fields of each. */
export const settingsTabs = [
  {
    key: 'general',
    label: 'General',
    fields: [
      'brandName',
      'brandColor',
      'timeZone',
      'paymentTypes',
      'tenders',
      'minimumOrder',
      'discountsFundedBy',
      'taxOnVendorDiscounts',
      'topBar',
      'setup',
    ],
  },
  { key: 'delivery', label: 'Delivery', fields: ['deliveryInfo', 'dispatch'] },
  {
    key: 'orders',
    label: 'Orders',
    fields: [
      'paymentWindowMinutes',
      'returnWindowDays',
      'pickTolerancePercent',
      'refundConfirmAbove',
      'creditConfirmAbove',
      'reasons',
    ],
  },
  { key: 'cards', label: 'Cards', fields: ['cards'] },
  {
    key: 'messages',
    label: 'Messages',
    fields: ['orderEmails', 'orderMessages', 'bulkMessages', 'countMessageClicks'],
  },
  {
    key: 'statements',
    label: 'Payouts',
    fields: ['statements', 'taxRemittedBy', 'ach', 'marketplaceAddress', 'statementPaper'],
  },
  { key: 'coins', label: 'Coins', fields: ['coins', 'coinAdjustConfirmAbove'] },
  { key: 'stock', label: 'Stock', fields: ['stockDefaults'] },
  { key: 'holidays', label: 'Holidays', fields: ['holidays'] },
  { key: 'support', label: 'Support', fields: ['support'] },
  { key: 'sign-in', label: 'Sign-in', fields: ['secondFactorRequired', 'captcha'] },
  { key: 'api-keys', label: 'API keys', fields: [] },
  { key: 'backups', label: 'Backups', fields: [] },
] as const satisfies { key: string; label: string; fields: readonly string[] }[];
export type SettingsTab = (typeof settingsTabs)[number]['key'];

export const tabOf = (text: unknown): SettingsTab =>
  settingsTabs.find(({ key }) => key === text)?.key ?? 'general';

/** The number of these paths on a tab: '2', or undefined for none. */
export function countOn(tab: SettingsTab, paths: readonly string[]): string | undefined {
  const found = settingsTabs.find(({ key }) => key === tab);
  return found && countOnTab(found, paths);
}

/** The groups to send: a group with any change is sent completely. */
export function changedGroups<Values extends Record<string, unknown>>(
  values: Values,
  changed: readonly string[],
): Partial<Values> {
  const groups = new Set(changed.map((path) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(values).filter(([name]) => groups.has(name))) as Partial<Values>;
}
