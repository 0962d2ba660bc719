import Stripe from 'stripe';
import { type GatewayResponse, NoResponse } from '../gateway.ts';

/** Reasons of banks in plain words: https://docs.stripe.com/declines/codes */
const reasons: Record<string, string> = {
  authentication_required: 'the shopper has to authenticate the payment',
  card_not_supported: 'the card does not support this kind of purchase',
  card_velocity_exceeded: 'the limit of the card is exceeded',
  currency_not_supported: 'the card does not support US dollars',
  do_not_honor: 'no reason given',
  expired_card: 'the card has expired',
  fraudulent: 'suspected fraud',
  generic_decline: 'no reason given',
  incorrect_cvc: 'the security code is wrong',
  incorrect_number: 'the card number is wrong',
  incorrect_zip: 'the ZIP code is wrong',
  insufficient_funds: 'insufficient funds',
  invalid_account: 'the account is closed or unknown',
  issuer_not_available: 'the bank could not be reached',
  lost_card: 'the card was reported lost',
  pickup_card: 'the card can not be used',
  processing_error: 'an error of the bank',
  stolen_card: 'the card was reported stolen',
  try_again_later: 'an error of the bank',
  withdrawal_count_limit_exceeded: 'the limit of the card is exceeded',
};
/** The card will not be accepted later either. */
const finalReasons = ['fraudulent', 'lost_card', 'pickup_card', 'stolen_card'];

interface Decline {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  message?: string | null | undefined;
}
export function declined({ code, decline_code, message }: Decline): GatewayResponse {
  const reason = decline_code ?? code ?? '';
  const words = reasons[reason];
  const problem = words ? `The bank declined: ${words}` : withoutIds(message ?? 'The bank declined');
  const needsShopper = reason === 'authentication_required';
  return {
    accepted: false,
    problem,
    final: finalReasons.includes(reason),
    ...(needsShopper && { needsShopper }),
  };
}

/** IDs of cards never leave the server. */
const withoutIds = (text: string): string =>
  text.replaceAll(/\b(?:acct|ch|cus|pi|pk|pm|re|rk|seti|sk|tok)_\w+/g, '…');

/** A refusal of Stripe. Throws if the error leaves the outcome of the request open. */
export function refusalOf(error: unknown): GatewayResponse {
  if (error instanceof Stripe.errors.StripeCardError) {
    const paymentRef = error.payment_intent?.id;
    return { ...declined(error), ...(paymentRef && { paymentRef }) };
  }
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { code, statusCode } = error;
  if (code === 'idempotency_key_in_use') {
    throw new NoResponse('The payment provider is still working on it', { cause: error });
  }
  if (code === 'rate_limit' || statusCode === 429) {
    throw new NoResponse('The payment provider is busy', { cause: error });
  }
  if (code === 'lock_timeout')
    throw new NoResponse('The payment provider is busy', { mustLook: true, cause: error });
  if (statusCode === 401 || statusCode === 403) {
    throw new NoResponse('Stripe rejects the key of this server', { cause: error });
  }
  if (statusCode === undefined)
    throw new NoResponse("The payment provider isn't responding", { cause: error });
  if (statusCode >= 500) {
    throw new NoResponse('The payment provider has a failure', { mustLook: true, cause: error });
  }
  const where = error.param ? ` (${error.param})` : '';
  return { accepted: false, problem: `Stripe refused: ${withoutIds(error.message)}${where}`, final: false };
}

/** Whether the state of a payment forbids a step, so that the state decides. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state';

/** Whether Stripe refused a request because of its parameters. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Whether Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
