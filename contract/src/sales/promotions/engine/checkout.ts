import type { PaymentType } from '../../../system/payment-types.ts';
import type { PromotionState } from '../promotion-flow.ts';
import type { PromotionSchedule } from '../promotion-schedule.ts';
import type { PromotionTerms } from '../promotion-terms.ts';

/** A promotion that may apply to a checkout: its terms in one edition, and what others have used of its limits. */
export interface Candidate {
  promotionId: string;
  number: number;
  edition: number;
  label: string;
  terms: PromotionTerms;
  /** The code that the customer sent; null for an automatic promotion. */
  code: string | null;
  /** Null means all locations. */
  locationIds: readonly string[] | null;
  schedule: PromotionSchedule;
  state: PromotionState;
  limits: {
    usesLeft: number | null;
    budgetLeft: number | null;
    usesPerCustomer: number | null;
    usesByCustomer: number;
  };
  /**
   * The placed order met the audience, the first order, the limits and the code, which are not checked again. Null while
   * placing. `share` is the order's share of an amount that is split over its checkout.
   */
  granted: { share: number | null } | null;
}

interface PlanBenefits {
  planId: string;
  name: string;
  discountPercent: number;
  freeDeliveryAbove: number | null;
  coinMultiplier: number;
}

/**
 * The facts of a checkout that conditions compare. A quote leaves those undefined that the customer hasn't decided yet; they count
 * as met.
 */
export interface CheckoutFacts {
  placedAt: string;
  customer: { id: string; groupIds: readonly string[]; isFirstOrder: boolean } | undefined;
  plan: PlanBenefits | null;
  fulfilment: 'delivery' | 'pickup';
  paymentType: PaymentType | undefined;
  source: 'staff' | 'storefront';
  /** Null for pickup. */
  postalCode: string | null | undefined;
  /** Null means as soon as possible. */
  slot: { from: string } | null | undefined;
  earnPerDollar: number;
  /** False if the vendor's part of a discount isn't taxed. */
  taxOnVendorDiscounts: boolean;
}

export interface CheckoutLine {
  /** Identifies the line within its order. */
  id: string;
  subProductId: string | null;
  productId: string | null;
  brandId: string | null;
  /** The category of the product and the categories above it. */
  categoryIds: readonly string[];
  tags: readonly string[];
  unitPrice: number;
  /** The price is a sale price or a mark-down. */
  isOnSale: boolean;
  quantity: number;
  soldByWeight: boolean;
  taxRate: number;
}

/** The part of a checkout at one location. */
export interface CheckoutOrder {
  locationId: string;
  timeZone: string;
  lines: readonly CheckoutLine[];
  /** The fee before the plan and promotions. */
  deliveryFee: number;
}

export interface Checkout {
  facts: CheckoutFacts;
  orders: readonly CheckoutOrder[];
  candidates: readonly Candidate[];
}
