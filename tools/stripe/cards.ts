/** How a card behaves that Stripe documents for tests: https://docs.stripe.com/testing */
export interface TestCard {
  number: string;
  /** Its name in API calls; the stand-in makes a new PaymentMethod of it at each use, as Stripe does. */
  token: string;
  brand: 'amex' | 'discover' | 'mastercard' | 'visa';
  /** Each payment is declined with this reason. */
  decline?: { code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error'; reason: string };
  /** When the bank asks for authentication. `unlessSetUp` spares later off-session payments of a card that was set up. */
  authentication?: 'always' | 'onSession' | 'unlessSetUp';
  /** Attaching it to a customer is declined as well; otherwise only payments are. */
  attachable?: boolean;
  dispute?: 'fraudulent' | 'inquiry' | 'product_not_received';
  refund?: 'failsLater' | 'pending';
  /** Its payments are available in the balance at once. */
  availableAtOnce?: boolean;
}

const declined = (reason: string) => ({ code: 'card_declined' as const, reason });

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa' },
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '378282246310005', token: 'pm_card_amex', brand: 'amex' },
  { number: '6011111111111117', token: 'pm_card_discover', brand: 'discover' },
  {
    number: '4000000000000002',
    token: 'pm_card_visa_chargeDeclined',
    brand: 'visa',
    decline: declined('generic_decline'),
  },
  {
    number: '4000000000000002',
    token: 'pm_card_chargeDeclined',
    brand: 'visa',
    decline: declined('generic_decline'),
  },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    decline: declined('insufficient_funds'),
  },
  {
    number: '4000000000009987',
    token: 'pm_card_visa_chargeDeclinedLostCard',
    brand: 'visa',
    decline: declined('lost_card'),
  },
  {
    number: '4000000000009979',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
    brand: 'visa',
    decline: declined('stolen_card'),
  },
  {
    number: '4100000000000019',
    token: 'pm_card_radarBlock',
    brand: 'visa',
    decline: declined('fraudulent'),
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    decline: { code: 'expired_card', reason: 'expired_card' },
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    decline: { code: 'incorrect_cvc', reason: 'incorrect_cvc' },
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    decline: { code: 'processing_error', reason: 'processing_error' },
  },
  {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    decline: declined('generic_decline'),
    attachable: true,
  },
  {
    number: '4000000000003220',
    token: 'pm_card_threeDSecure2Required',
    brand: 'visa',
    authentication: 'unlessSetUp',
  },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    authentication: 'unlessSetUp',
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    authentication: 'always',
  },
  {
    number: '4000003800000446',
    token: 'pm_card_authenticationRequiredSetupForOffSession',
    brand: 'visa',
    authentication: 'onSession',
  },
  {
    number: '4000008260003178',
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    brand: 'visa',
    authentication: 'always',
    decline: declined('insufficient_funds'),
    attachable: true,
  },
  { number: '4000000000000259', token: 'pm_card_createDispute', brand: 'visa', dispute: 'fraudulent' },
  {
    number: '4000000000002685',
    token: 'pm_card_createDisputeProductNotReceived',
    brand: 'visa',
    dispute: 'product_not_received',
  },
  { number: '4000000000001976', token: 'pm_card_createDisputeInquiry', brand: 'visa', dispute: 'inquiry' },
  { number: '4000000000005126', token: 'pm_card_refundFail', brand: 'visa', refund: 'failsLater' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', brand: 'visa', refund: 'pending' },
  { number: '4000000000000077', token: 'pm_card_bypassPending', brand: 'visa', availableAtOnce: true },
];

/** Seconds that a bank holds an authorization: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export function holdSeconds({ brand }: TestCard, offSession: boolean): number {
  const hours = brand === 'visa' && offSession ? 4 * 24 + 18 : 7 * 24;
  return hours * 3600;
}

/** The words with which Stripe explains a decline to a shopper. */
export function declineMessage(decline: NonNullable<TestCard['decline']>): string {
  if (decline.code === 'expired_card') return 'Your card has expired.';
  if (decline.code === 'incorrect_cvc') return "Your card's security code is incorrect.";
  if (decline.code === 'processing_error') {
    return 'An error occurred while processing your card. Try again in a little bit.';
  }
  if (decline.reason === 'insufficient_funds') return 'Your card has insufficient funds.';
  return 'Your card was declined.';
}
