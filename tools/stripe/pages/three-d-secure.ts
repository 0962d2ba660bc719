import type Stripe from 'stripe';
import { money } from '../api.ts';
import { handleNextAction } from '../next-action.ts';
import type { World } from '../world.ts';
import { type PageAnswer, type PageRequest, page, redirect, textOf } from './page.ts';

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

const intentOf = (world: World, id: string): Intent | undefined =>
  world.paymentIntents.find(id) ?? world.setupIntents.find(id);

/** The return address with what Stripe adds to it: the intent, its secret and the outcome. */
function returnUrl(intent: Intent, address: string, succeeded: boolean): string {
  const url = new URL(address);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', succeeded ? 'succeeded' : 'failed');
  return url.href;
}

/** The bank's page, on which a shopper confirms a payment: `POST` with `result=complete` or `result=fail`. */
export function threeDSecurePage({ world, method, id, form }: PageRequest): PageAnswer {
  const intent = intentOf(world, id);
  if (intent?.status !== 'requires_action') {
    const text = '<section><h1>Nothing to confirm</h1><p>You can close this page.</p></section>';
    return page('3-D Secure', text, intent ? 200 : 404);
  }
  if (method === 'GET') {
    const what = intent.object === 'payment_intent' ? `a payment of ${money(intent.amount)}` : 'your card';
    return page(
      '3-D Secure',
      `<section><h1>3-D Secure</h1><p>Your bank asks you to confirm ${what}.</p>
<form method="post">
<button type="submit" name="result" value="complete">Complete</button>
<button class="secondary" type="submit" name="result" value="fail">Fail</button>
</form></section>`,
    );
  }
  const succeeds = textOf(form, 'result') === 'complete';
  const address = intent.next_action?.redirect_to_url?.return_url;
  handleNextAction(world, String(intent.client_secret), succeeds);
  if (address) return redirect(returnUrl(intent, address, succeeds && !isUnpaid(intent)));
  return page('3-D Secure', '<section><h1>Done</h1><p>You can close this page.</p></section>');
}

/** The bank may decline after the shopper confirmed. */
const isUnpaid = (intent: Intent): boolean => intent.status === 'requires_payment_method';
