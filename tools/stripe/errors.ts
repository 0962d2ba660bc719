import type Stripe from 'stripe';

interface Details {
  status?: number;
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

/** An error as the API answers it: a status and a body with type, code and message. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly details: Omit<Details, 'status'>;

  constructor(message: string, { status = 400, type = 'invalid_request_error', ...details }: Details = {}) {
    super(message);
    this.status = status;
    this.details = { type, ...details };
  }

  body() {
    const { code } = this.details;
    const documented = code
      ? { doc_url: `https://docs.stripe.com/error-codes/${code.replace(/_/g, '-')}` }
      : {};
    return { error: { message: this.message, ...this.details, ...documented } };
  }
}

export const unknownParameter = (param: string) =>
  new ApiProblem(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

export const missingParameter = (param: string) =>
  new ApiProblem(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const invalidParameter = (param: string, message: string) => new ApiProblem(message, { param });

/** A path that names an unknown object is 404, a parameter that does is 400. */
export const noSuch = (noun: string, id: string, param: string) =>
  new ApiProblem(`No such ${noun}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  });
