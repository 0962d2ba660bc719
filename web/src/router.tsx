import { createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import { brandPages } from './catalog/brands/routes.tsx';
import { categoryPages } from './catalog/categories/routes.tsx';
import { productPages } from './catalog/products/routes.tsx';
import { subProductPages } from './catalog/sub-products/routes.tsx';
import { taxPages } from './catalog/taxes/routes.tsx';
import { vendorPages } from './catalog/vendors/routes.tsx';
import { rootRoute, shellRoute, warm } from './core/pages/pages.ts';
import { customerGroupPages } from './customers/customer-groups/routes.tsx';
import { customerPages } from './customers/customers/routes.tsx';
import { giftCardPages } from './customers/gift-cards/routes.tsx';
import { subscriptionPlanPages } from './customers/subscription-plans/routes.tsx';
import { subscriptionPages } from './customers/subscriptions/routes.tsx';
import { bookPages } from './finance/books/routes.tsx';
import { commissionSimulatorPages } from './finance/commission-simulator/routes.tsx';
import { payoutPages } from './finance/payouts/routes.tsx';
import { reconciliationPages } from './finance/reconciliation/routes.tsx';
import { statementPages } from './finance/statements/routes.tsx';
import { vendorClaimPages } from './finance/vendor-claims/routes.tsx';
import { locationRatePages } from './locations/locations/rates/routes.tsx';
import { locationPages } from './locations/locations/routes.tsx';
import { dashboardPages } from './overview/dashboard/routes.tsx';
import { reportPages } from './overview/reports/routes.tsx';
import { customerParts, importParts, locationParts, orderParts, productParts, vendorParts } from './parts.ts';
import { dispatchPages } from './sales/dispatch/routes.tsx';
import { disputePages } from './sales/disputes/routes.tsx';
import { driverAppPages } from './sales/driver-app/routes.tsx';
import { driverPages } from './sales/drivers/routes.tsx';
import { handInPages } from './sales/hand-ins/routes.tsx';
import { mainOrderPages } from './sales/main-orders/routes.tsx';
import { orderBulkPages } from './sales/order-bulk/routes.tsx';
import { orderPages } from './sales/orders/routes.tsx';
import { paymentPages } from './sales/payments/routes.tsx';
import { promotionPages } from './sales/promotions/routes.tsx';
import { recallPages } from './sales/recalls/routes.tsx';
import { returnPages } from './sales/returns/routes.tsx';
import { customerCarePages } from './service/customer-care/routes.tsx';
import { messagePages, unsubscribePages } from './service/messages/routes.tsx';
import { supportPages } from './service/support/routes.tsx';
import { assistantDraftPages } from './system/assistant-drafts/routes.tsx';
import { auditPages } from './system/audit/routes.tsx';
import { authPages } from './system/auth/routes.tsx';
import { bulkActionPages } from './system/bulk-actions/routes.tsx';
import { decryptPages } from './system/decrypt/routes.tsx';
import { importPages } from './system/imports/routes.tsx';
import { jobPages } from './system/jobs/routes.tsx';
import { outboxPages } from './system/mails/routes.tsx';
import { notificationPages } from './system/notifications/routes.tsx';
import { possibleDuplicatePages } from './system/possible-duplicates/routes.tsx';
import { profilePages } from './system/profile/routes.tsx';
import { secondFactorPages } from './system/second-factors/routes.tsx';
import { settingsPages } from './system/settings/routes.tsx';
import { userPages } from './system/users/routes.tsx';
import { webhookPages } from './system/webhooks/routes.tsx';
import { ScreenProblem } from './ui/feedback/screen-problem.tsx';
import { connectionPages } from './warehouse/connections/routes.tsx';
import { expiryPages } from './warehouse/expiry/routes.tsx';
import { inventoryPages } from './warehouse/inventory/routes.tsx';
import { pricePages } from './warehouse/prices/routes.tsx';
import { stockCountPages } from './warehouse/stock-counts/routes.tsx';
import { transferPages } from './warehouse/transfers/routes.tsx';

shellRoute.update({ component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell') });

/** The site map: one line per feature. */
const inShell = [
  ...dashboardPages,
  ...reportPages,
  ...brandPages,
  ...productPages(productParts),
  ...subProductPages,
  ...pricePages,
  ...categoryPages,
  ...taxPages,
  ...settingsPages,
  ...auditPages,
  ...possibleDuplicatePages,
  ...importPages(importParts),
  ...orderPages(orderParts),
  ...orderBulkPages,
  ...returnPages,
  ...mainOrderPages,
  ...disputePages,
  ...paymentPages,
  ...statementPages,
  ...payoutPages,
  ...vendorClaimPages,
  ...reconciliationPages,
  ...bookPages,
  ...commissionSimulatorPages,
  ...dispatchPages,
  ...driverPages,
  ...handInPages,
  ...customerPages(customerParts),
  ...customerGroupPages,
  ...supportPages,
  ...giftCardPages,
  ...subscriptionPlanPages,
  ...subscriptionPages,
  ...messagePages,
  ...customerCarePages,
  ...inventoryPages,
  ...transferPages,
  ...stockCountPages,
  ...expiryPages,
  ...promotionPages,
  ...recallPages,
  ...notificationPages,
  ...locationPages(locationParts),
  ...locationRatePages,
  ...vendorPages(vendorParts),
  ...webhookPages,
  ...connectionPages,
  ...userPages,
  ...profilePages,
  ...decryptPages,
  ...assistantDraftPages,
  ...jobPages,
  ...bulkActionPages,
  ...outboxPages,
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    shellRoute.addChildren(inShell),
    ...authPages,
    ...secondFactorPages,
    ...driverAppPages,
    ...unsubscribePages,
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultErrorComponent: ScreenProblem,
  // For paths below a known one, such as /orders/nothing; the guard handles others.
  defaultNotFoundComponent: () => <Navigate to="/dashboard" replace />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Requests the list of the initial URL before anything is rendered. */
export function prefetchScreens(): void {
  const { pathname, search } = router.latestLocation;
  const [, , route] = router.getMatchedRoutes(pathname);
  if (route) void warm(route.options.staticData ?? {}, search);
}
