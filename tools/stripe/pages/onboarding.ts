import { setMissing } from '../resources/accounts.ts';
import type { AccountLink } from '../world.ts';
import { field, type PageAnswer, type PageRequest, page, redirect, textOf } from './page.ts';

type Errors = Partial<Record<'name' | 'routing' | 'account', string>>;

function formPage({ form, errors }: { form: PageRequest['form']; errors: Errors }): PageAnswer {
  const value = (name: string) => textOf(form, name);
  return page(
    'Set up payouts',
    `<section><h1>Set up payouts</h1><p>Stripe asks for these details before it pays money out.</p>
<form method="post" novalidate>
${field({ name: 'name', label: 'Legal name', value: value('name'), error: errors.name, attributes: 'autocomplete="name" required' })}
${field({ name: 'routing', label: 'Routing number', value: value('routing'), error: errors.routing, attributes: 'inputmode="numeric" placeholder="110000000" required' })}
${field({ name: 'account', label: 'Account number', value: value('account'), error: errors.account, attributes: 'inputmode="numeric" placeholder="000123456789" required' })}
<button type="submit" name="result" value="complete">Agree and submit</button>
<button class="secondary" type="submit" name="result" value="later">Save for later</button>
</form></section>`,
    Object.keys(errors).length > 0 ? 422 : 200,
  );
}

function errorsIn(form: PageRequest['form']): Errors {
  const errors: Errors = {};
  if (!textOf(form, 'name')) errors.name = 'Enter your name.';
  if (!/^\d{9}$/.test(textOf(form, 'routing'))) errors.routing = 'Routing numbers have 9 digits.';
  if (!/^\d{4,17}$/.test(textOf(form, 'account'))) errors.account = 'Account numbers have 4 to 17 digits.';
  return errors;
}

/** Opens an Account Link, which works once and for a few minutes; afterwards it leads to its refresh address. */
function open(link: AccountLink, now: number): PageAnswer {
  if (link.opened || link.expiresAt <= now) return redirect(link.refreshUrl);
  link.opened = true;
  return formPage({ form: {}, errors: {} });
}

/** The form of an Express account: `GET` opens the link, `POST` sends the details or leaves them for later. */
export function onboardingPage({ world, method, id, form }: PageRequest): PageAnswer {
  const link = world.accountLinks.get(id);
  if (!link) {
    return page('Not found', '<section><h1>This link does not exist</h1></section>', 404);
  }
  if (method === 'GET') return open(link, world.clock.now());
  if (!link.opened) return redirect(link.refreshUrl);
  const complete = textOf(form, 'result') === 'complete';
  const errors = complete ? errorsIn(form) : {};
  if (Object.keys(errors).length > 0) return formPage({ form, errors });
  setMissing(world, link.account, complete ? [] : ['external_account']);
  return redirect(link.returnUrl);
}
