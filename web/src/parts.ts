import type { ProductParts } from './catalog/products/record/product-locations.tsx';
import type { VendorParts } from './catalog/vendors/vendor-parts.ts';
import { later } from './core/pages/lazy.ts';
import type { CustomerParts } from './customers/customers/customer-tabs.ts';
import type { LocationParts } from './locations/locations/location-tabs.ts';
import type { OrderParts } from './sales/orders/order-parts.ts';
import type { ImportParts } from './system/imports/upload/import-parts.ts';

/** Parts of the product page that belong to domains above the catalog. */
export async function productParts(): Promise<ProductParts> {
  const [{ ExplainRateButton }, { SellabilityButton }, { SellabilitySelect }] = await Promise.all([
    import('./locations/locations/rates/explain-rate-button.tsx'),
    import('./sales/sellability/sellability-button.tsx'),
    import('./sales/sellability/sellability-select.tsx'),
  ]);
  return { ExplainRateButton, SellabilityButton, SellabilitySelect };
}

const StatementsTab = later(() =>
  import('./finance/statements/balance/balance-tab.tsx').then(({ BalanceTab }) => BalanceTab),
);
/** Parts of the location page that belong to higher domains, loaded with their tab. */
export const locationParts = async (): Promise<LocationParts> => ({ StatementsTab });

const ClaimsTab = later(() =>
  import('./finance/vendor-claims/claims-tab.tsx').then((module) => module.ClaimsTab),
);
/** Parts of the vendor page that belong to higher domains, loaded with their tab. */
export const vendorParts = async (): Promise<VendorParts> => ({ ClaimsTab });

const CustomerMenu = later(() =>
  import('./service/customer-care/customer-menu.tsx').then((module) => module.CustomerMenu),
);
const CustomerNotice = later(() =>
  import('./service/customer-care/customer-notice.tsx').then((module) => module.CustomerNotice),
);
const CustomerTickets = later(() =>
  import('./service/support/tickets-panel.tsx').then((module) => module.CustomerTickets),
);
const NewCustomerTicket = later(() =>
  import('./service/support/tickets-panel.tsx').then((module) => module.NewCustomerTicket),
);
const PlanTab = later(() =>
  import('./customers/subscriptions/plan-tab.tsx').then((module) => module.PlanTab),
);
const CoinsTab = later(() => import('./customers/coins/coins-tab.tsx').then((module) => module.CoinsTab));
const CreditTab = later(() =>
  import('./customers/credits/credit-tab.tsx').then((module) => module.CreditTab),
);
const GroupsTab = later(() =>
  import('./customers/customer-groups/groups-tab.tsx').then((module) => module.GroupsTab),
);
const TimelineTab = later(() =>
  import('./service/customer-care/timeline-tab.tsx').then((module) => module.TimelineTab),
);
const HistoryTab = later(() =>
  import('./service/customer-care/history-tab.tsx').then((module) => module.HistoryTab),
);
/** Tabs of the customer page that belong to other features, in this order; each loads when it opens. */
export const customerParts = async (): Promise<CustomerParts> => ({
  tabs: [
    { key: 'plan', label: 'Plan', permission: 'subscriptionPlan_list', everywhere: true, Tab: PlanTab },
    { key: 'tickets', label: 'Tickets', permission: 'support_list', Tab: CustomerTickets },
    { key: 'coins', label: 'Coins', permission: 'customer_view', everywhere: true, Tab: CoinsTab },
    { key: 'credit', label: 'Credit', permission: 'customer_view', everywhere: true, Tab: CreditTab },
    { key: 'groups', label: 'Groups', permission: 'customer_list', everywhere: true, Tab: GroupsTab },
    { key: 'timeline', label: 'Timeline', permission: 'customer_view', Tab: TimelineTab },
    { key: 'history', label: 'History', permission: 'customer_view', everywhere: true, Tab: HistoryTab },
  ],
  actions: [NewCustomerTicket],
  Menu: CustomerMenu,
  Notice: CustomerNotice,
});

const OrderTickets = later(() =>
  import('./service/support/tickets-panel.tsx').then((module) => module.OrderTickets),
);
/** Parts of the order page that belong to domains above sales. */
export const orderParts = async (): Promise<OrderParts> => ({ Tickets: OrderTickets });

const ProductNextSteps = later(() =>
  import('./catalog/product-imports/next-steps.tsx').then((module) => module.ProductNextSteps),
);
/** Parts of import pages that belong to the domains of the imported records. */
export const importParts = async (): Promise<ImportParts> => ({ nextSteps: { products: ProductNextSteps } });
