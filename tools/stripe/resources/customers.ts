import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { noSuch } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';
import { attach, paymentMethodOf } from './payment-methods.ts';

/** A customer that was not deleted. */
export function customerOf(world: World, id: string, param: string): Stripe.Customer {
  const customer = world.customers.get(id, param);
  if (customer.deleted) throw noSuch('customer', id, param);
  return customer;
}

/** The optional customer of a payment. */
export function readCustomer({ world, params }: Call): string | null {
  const id = params.text('customer');
  return id === undefined ? null : customerOf(world, id, 'customer').id;
}

function createCustomer({ world, params }: Call): Stripe.Customer {
  const [email, name, phone, description] = readDetails(params);
  const metadata = params.metadata();
  const card = params.text('payment_method');
  params.end();
  const paymentMethod = card === undefined ? undefined : paymentMethodOf(world, card, 'payment_method');
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: description ?? null,
    discount: null,
    email: email ?? null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: world.livemode,
    metadata: mergeMetadata({}, metadata),
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  if (paymentMethod) attach(world, paymentMethod, customer.id);
  world.customers.add(customer);
  world.emit('customer.created', customer);
  return customer;
}

const readDetails = (params: Call['params']) =>
  ['email', 'name', 'phone', 'description'].map((name) => params.unsettable(name));

function updateCustomer({ world, params }: Call, id: string): Stripe.Customer {
  const customer = customerOf(world, id, 'id');
  const [email, name, phone, description] = readDetails(params);
  const metadata = params.metadata();
  params.end();
  if (email !== undefined) customer.email = email;
  if (name !== undefined) customer.name = name;
  if (phone !== undefined) customer.phone = phone;
  if (description !== undefined) customer.description = description;
  customer.metadata = mergeMetadata(customer.metadata, metadata);
  world.emit('customer.updated', customer);
  return customer;
}

/** Deleting a customer detaches its cards for good. */
function deleteCustomer({ world, params }: Call, id: string): Stripe.DeletedCustomer {
  const customer = customerOf(world, id, 'id');
  params.end();
  for (const paymentMethod of world.paymentMethods.newestFirst()) {
    if (paymentMethod.customer === id) paymentMethod.customer = null;
  }
  world.emit('customer.deleted', customer);
  return world.customers.add<Stripe.DeletedCustomer>({ id, object: 'customer', deleted: true });
}

export const customerRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/customers', handle: createCustomer },
  {
    method: 'GET',
    path: '/v1/customers',
    handle: (call) => {
      const email = call.params.text('email');
      const rows = call.world.customers
        .newestFirst()
        .filter(
          (row): row is Stripe.Customer => !row.deleted && (email === undefined || row.email === email),
        );
      return listPage(call, { rows, url: '/v1/customers' });
    },
  },
  { method: 'GET', path: '/v1/customers/:id', handle: ({ world }, id) => world.customers.get(id) },
  { method: 'POST', path: '/v1/customers/:id', handle: updateCustomer },
  { method: 'DELETE', path: '/v1/customers/:id', handle: deleteCustomer },
];
