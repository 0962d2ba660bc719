import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { ProductInput, productRoutes } from '@aisle/contract/catalog/products';
import { gtinCheckDigit, SubProductInput, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { type AnySchema, paramsOf, type Route } from '@aisle/contract/core/route';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { productScheduleRoutes, storeScheduleRoutes } from '@aisle/contract/overview/report-schedules';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { profileRoutes } from '@aisle/contract/system/profile';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { defaultSettings, reasonTypes, settingsRoutes } from '@aisle/contract/system/settings';
import { type User, userRoutes } from '@aisle/contract/system/users/users';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type Transfer, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { newId } from '../src/core/ids.ts';
import { addCategory, addProduct, addSubProduct, addTax, assign, receive } from './catalogue-builders.ts';
import { addOrderLocation } from './order-builders.ts';
import type { Variant } from './sample-body.ts';
import type { Person, Shop } from './shop.ts';

export type Fields = Record<string, unknown>;
/** How to write and read a resource, and facts about it that a schema can't contain. */
export interface Resource {
  /** The route that creates a record; without it there is one record, which can only be changed. */
  input?: AnySchema;
  /** The route that changes a record; without it, a record never changes. */
  change?: AnySchema;
  create(body: Fields): Promise<string>;
  edit(id: string, body: Fields): Promise<unknown>;
  read(id: string): Promise<Fields>;
  /** Values that can't be derived from the schema. */
  provided?: (variant: Variant, number: number) => Fields;
  /** Fields that a record shows under another name or in another form. */
  shown?: Record<string, (record: never) => unknown>;
  /** The value that a record shows for a cleared field, unless it is null. */
  empty?: Fields;
  /** Fields that have an effect when sent and aren't stored. */
  actions?: readonly string[];
}

interface Routes {
  create: Route;
  edit?: Route;
  read: Resource['read'];
}
type Rest = Pick<Resource, 'provided' | 'shown' | 'actions' | 'empty'> & { params?: Record<string, string> };

/** Two of each record that others refer to: the first for one body, the second for the other. */
export async function referencesIn(shop: Shop, admin: Person) {
  const pair = async (make: () => Promise<string>) => [await make(), await make()] as const;
  const locations = await pair(() => addOrderLocation(shop));
  const vendor = async (name: string) => (await admin.do(vendorRoutes.create, { body: { name } }))._id;
  const home = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' };
  const customer = await admin.do(customerRoutes.create, {
    body: { firstName: 'Ann', lastName: 'Lee', phone: '+1 303 555 0100', addresses: [home] },
  });
  const goods = await pair(() => addSubProduct(shop));
  for (const location of locations) {
    for (const subProduct of goods) {
      await assign(shop, location, subProduct);
      await receive(shop, location, subProduct);
    }
  }
  return {
    locations,
    goods,
    product: await addProduct(shop),
    customer: customer._id,
    brands: await pair(async () => (await admin.do(brandRoutes.create, { body: { name: newId() } }))._id),
    categories: await pair(() =>
      addCategory(shop, { specifications: [{ name: 'Fat', type: 'text', options: [], required: false }] }),
    ),
    taxes: await pair(() => addTax(shop)),
    vendors: [await vendor('Farm'), await vendor('Mill')] as const,
    connections: await pair(async () => {
      const body = { name: newId(), scopes: ['orders' as const] };
      return (await admin.do(apiKeyRoutes.create, { body })).connectionId;
    }),
  };
}
export type References = Awaited<ReturnType<typeof referencesIn>>;

/** The record that a field of this name refers to. */
export function referenceOf(there: References, field: string, variant: Variant): string {
  if (/location/i.test(field)) return there.locations[variant];
  if (/brand/i.test(field)) return there.brands[variant];
  if (/category|parent/i.test(field)) return there.categories[variant];
  if (/tax/i.test(field)) return there.taxes[variant];
  if (/vendor/i.test(field)) return there.vendors[variant];
  if (/subProduct/i.test(field)) return there.goods[variant];
  if (field === 'connectionId') return there.connections[variant];
  return newId();
}

const barcodeOf = (number: number): string => {
  const digits = String(400638100000 + number);
  return digits + gtinCheckDigit(digits);
};
const ids = (refs: readonly { _id: string }[]) => refs.map(({ _id }) => _id);
const goodsOf = (there: References, variant: Variant) => {
  const lists = {
    categoryIds: [there.categories[variant]],
    brandIds: [there.brands[variant]],
    productIds: [there.product],
    subProductIds: [there.goods[variant]],
    tags: [`tag ${variant}`],
  };
  return { ...lists, exclude: { ...lists, tags: [`other ${variant}`] }, includeSale: variant === 0 };
};
const hours = (variant: Variant) => [{ opens: `0${7 + variant}:00`, closes: '19:30' }];

/** Every resource that is created and changed over HTTP, by its name in the contract. */
/** In whole seconds, as responses have them. */
const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;

export function resourcesOf(admin: Person, there: References): Record<string, Resource> {
  const by = (route: Route, name = 'id') => {
    return async (id: string) => (await ask(admin, route, { params: { [name]: id } })) as Fields;
  };
  const listed = (route: Route, query: Fields = {}) => {
    return async (id: string) => {
      const sent = route.method === 'GET' ? { query: query as Record<string, string> } : { body: query };
      const answer = (await ask(admin, route, sent)) as Fields[] | { records: Fields[] };
      const records = Array.isArray(answer) ? answer : answer.records;
      return records.find(({ _id }) => _id === id)!;
    };
  };
  const resource = ({ create, edit, read }: Routes, { params, ...rest }: Rest = {}): Resource => ({
    input: create.body!,
    ...(edit && { change: edit.body! }),
    create: async (body) =>
      ((await ask(admin, create, { ...(params && { params }), body })) as { _id: string })._id,
    edit: async (id, body) =>
      edit && ask(admin, edit, { params: { [paramsOf(edit.path)[0]!.name]: id }, body }),
    read,
    ...rest,
  });
  /** Only a weekly report has a weekday. */
  const schedule = (routes: Omit<Routes, 'read'> & { list: Route }): Resource =>
    resource(
      { ...routes, read: listed(routes.list) },
      { provided: (variant) => ({ every: 'week', weekday: variant }) },
    );
  /** A single record that exists from the beginning. */
  const single = (edit: Route, read: Route, rest: Rest = {}): Resource => ({
    change: edit.body!,
    create: async () => '',
    edit: (_, body) => ask(admin, edit, { body }),
    read: async () => (await ask(admin, read, {})) as Fields,
    ...rest,
  });

  return {
    brands: resource(
      { ...brandRoutes, read: listed(brandRoutes.list, { limit: 100 }) },
      { actions: ['removeLogo'] },
    ),
    taxes: resource({ ...taxRoutes, read: by(taxRoutes.view) }),
    vendors: resource({ ...vendorRoutes, read: by(vendorRoutes.view) }),
    categories: resource(
      { ...categoryRoutes, read: by(categoryRoutes.get) },
      {
        actions: ['removeImage'],
        provided: (variant) => ({
          specifications: [
            variant === 0
              ? { name: 'Origin', type: 'text', options: [], required: true }
              : { name: 'Grade', type: 'option', options: ['A', 'B'], required: false },
          ],
        }),
        shown: {
          specifications: ({ specifications }: { specifications: Fields[] }) =>
            specifications.map(({ _id, ...rest }) => rest),
        },
      },
    ),
    products: {
      ...resource(
        { ...productRoutes, read: by(productRoutes.show) },
        {
          actions: ['images', 'subProducts', 'removeSubProducts'],
          provided: (variant) => ({ specifications: { Fat: ['Skim', 'Whole'][variant] } }),
          // Without taxes, those of its category apply.
          empty: { taxIds: [] },
        },
      ),
      // Pictures and variants are separate records.
      input: ProductInput,
    },
    subProducts: {
      input: SubProductInput,
      change: subProductRoutes.edit.body,
      create: async (body) => {
        const sent = { productId: there.product, subProducts: [body] };
        const saved = await ask(admin, subProductRoutes.saveEdit, { body: sent });
        return (saved as { subProducts: { _id: string }[] }).subProducts[0]!._id;
      },
      edit: (id, body) => ask(admin, subProductRoutes.edit, { params: { id }, body }),
      read: listed(subProductRoutes.list, { limit: 100, filters: { productId: there.product } }),
      actions: ['images'],
      provided: (variant, number) => ({
        barcode: barcodeOf(number * 2 + variant),
        unit: ['each', 'lb'][variant],
        price: 500 + variant,
        salePrice: 400 + variant,
      }),
    },
    locations: resource(
      { ...locationRoutes, read: by(locationRoutes.view) },
      {
        actions: ['removeImage'],
        provided: (variant, number) => ({
          code: `C-${number}-${variant}`,
          timeZone: ['America/Chicago', 'America/New_York'][variant],
          openingHours: Object.fromEntries(
            ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
              day,
              hours(variant),
            ]),
          ),
          deliveryArea: [
            { kind: 'postalCodes', codes: ['78701', '78702'] },
            {
              kind: 'polygon',
              points: [30, 31, 30].map((latitude, at) => ({ latitude, longitude: -97 + at })),
            },
          ][variant],
          hoursExceptions: [
            { date: `2030-12-2${variant}`, spans: hours(variant), note: `Holiday ${variant}` },
          ],
          aisleOrder: variant === 0 ? there.categories : there.categories.toReversed(),
        }),
      },
    ),
    payoutAccounts: {
      change: payoutAccountRoutes.save.body,
      create: async () => '',
      provided: (variant) => ({
        routingNumber: ['021000021', '011401533'][variant],
        accountNumber: ['12345678', '87654321'][variant],
      }),
      edit: (_, body) => ask(admin, payoutAccountRoutes.save, { params: { id: there.locations[0] }, body }),
      read: async () => {
        const params = { id: there.locations[0] };
        const { account } = await admin.do(payoutAccountRoutes.get, { params });
        return account ? admin.do(payoutAccountRoutes.reveal, { params }) : { version: 0 };
      },
    },
    inventory: resource(
      { ...inventoryRoutes, read: by(inventoryRoutes.get) },
      {
        provided: (variant) => ({ manufacturedOn: `2029-01-0${1 + variant}` }),
        shown: {
          vendorId: ({ vendorData }: { vendorData: { _id: string } | null }) => vendorData?._id ?? null,
          subProductId: ({ subProductData }: { subProductData: { _id: string } }) => subProductData._id,
          quantity: ({ receivedQuantity }: { receivedQuantity: number }) => receivedQuantity,
        },
      },
    ),
    transfers: resource(
      { ...transferRoutes, read: by(transferRoutes.view) },
      {
        provided: (variant) => ({
          fromLocationId: there.locations[0],
          toLocationId: there.locations[1],
          status: 'draft',
          lines: [{ subProductId: there.goods[variant], quantity: 1 + variant }],
        }),
        shown: {
          fromLocationId: ({ from }: Transfer) => from._id,
          toLocationId: ({ to }: Transfer) => to._id,
          lines: ({ lines }: Transfer) =>
            lines.map(({ subProductData, quantity }) => ({ subProductId: subProductData._id, quantity })),
        },
      },
    ),
    customers: resource(
      { ...customerRoutes, read: by(customerRoutes.show) },
      {
        // A name with one word.
        empty: { lastName: '' },
        provided: (variant) => ({
          // The first one is always the default.
          addresses: [
            {
              label: `Home ${variant}`,
              line1: `${variant} Main St`,
              line2: 'Door 5',
              city: 'Austin',
              state: 'TX',
              postalCode: '78701',
              latitude: 30.5,
              longitude: -97.5,
              isDefault: true,
            },
          ],
        }),
        shown: {
          addresses: ({ addresses }: { addresses: Fields[] }) =>
            addresses.map(({ _id, version, ...rest }) => rest),
        },
      },
    ),
    customerGroups: resource(
      { ...customerGroupRoutes, read: by(customerGroupRoutes.show) },
      { provided: (variant) => ({ kind: 'rule', rule: { city: ['Austin', 'Waco'][variant] } }) },
    ),
    messageDrafts: resource(
      { ...messageDraftRoutes, read: by(messageDraftRoutes.get) },
      {
        empty: { subject: '', body: '', buttonLabel: '', buttonUrl: '' },
        provided: (variant) => ({
          kind: 'draft',
          audience: { minOrders: 1 + variant },
          sendAt: `2099-01-0${1 + variant}T10:00:00Z`,
        }),
      },
    ),
    customerAddresses: resource(
      {
        create: customerRoutes.addAddress,
        edit: customerRoutes.editAddress,
        read: async (id) => {
          const customer = await admin.do(customerRoutes.show, { params: { id: there.customer } });
          return customer.addresses.find(({ _id }) => _id === id)!;
        },
      },
      { params: { id: there.customer } },
    ),
    subscriptionPlans: resource({ ...subscriptionPlanRoutes, read: by(subscriptionPlanRoutes.view) }),
    promotions: resource(
      {
        ...promotionRoutes,
        read: async (id) => (await admin.do(promotionRoutes.view, { params: { id } })).promotion,
      },
      {
        provided: (variant, number) => ({
          reward: [
            { kind: 'percent', percent: 20, maxAmount: 1000 },
            { kind: 'bundle', quantity: 2, price: 500 },
          ][variant],
          goods: goodsOf(there, variant),
          conditions: {
            minGoods: 100 + variant,
            minQuantity: 1 + variant,
            firstOrder: variant === 0,
            fulfilment: ['delivery', 'pickup'][variant],
            paymentTypes: [['card'], ['coins']][variant],
            sources: [['staff'], ['storefront']][variant],
            postalCodes: [`7870${variant}`],
          },
          audience: {
            customerGroupIds: [],
            planIds: [],
            customerIds: variant === 0 ? [there.customer] : [],
          },
          schedule: {
            startsAt: `2030-01-0${1 + variant}T00:00:00Z`,
            endsAt: `2031-01-0${1 + variant}T00:00:00Z`,
            weekly: [{ day: variant, from: '06:00', to: '22:00' }],
            by: ['placed', 'slot'][variant],
          },
          limits: { uses: 10 + variant, usesPerCustomer: 1 + variant, budget: 1000 + variant },
          funding: {
            marketplace: 50 + variant,
            location: 0,
            vendor: 50 - variant,
            vendorId: there.vendors[variant],
          },
          codes: { kind: 'shared', code: `CODE-${number}-${variant}` },
        }),
      },
    ),
    drivers: resource(
      { ...driverRoutes, read: by(driverRoutes.view) },
      {
        actions: ['removePhoto', 'removeDocuments'],
        shown: { locationIds: ({ locations }: { locations: { _id: string }[] }) => ids(locations) },
      },
    ),
    users: resource(
      {
        ...userRoutes,
        read: async (_id) => {
          const user = await admin.do(userRoutes.get, { query: { _id } });
          const { userRoles: userRole } = await admin.do(userRoutes.listRole, { params: { id: _id } });
          return { ...user, userRole };
        },
      },
      {
        provided: (variant) => ({ userType: 'store', userRole: [['order_list', 'product_list'][variant]] }),
        actions: ['userRole'],
        shown: { locationIds: ({ locations }: { locations: { _id: string }[] }) => ids(locations) },
      },
    ),
    profile: single(profileRoutes.edit, profileRoutes.get, {
      // A new email applies after the link sent to it is opened.
      shown: { email: ({ email, pendingEmail }: User) => pendingEmail ?? email },
    }),
    settings: single(settingsRoutes.update, settingsRoutes.get, {
      provided: (variant) => ({
        timeZone: ['America/Chicago', 'America/New_York'][variant],
        brandColor: ['#0F766E', '#1D4ED8'][variant],
        deliveryInfo: {
          feeBase: 100 + variant,
          feePerMile: 10 + variant,
          freeAbove: 5000 + variant,
          slots: [{ day: 1 + variant, from: '08:00', to: '10:00' }],
        },
        ach: {
          companyName: `Company ${variant}`,
          companyId: `123456789${variant}`,
          originName: `Bank ${variant}`,
          originRouting: ['021000021', '011401533'][variant],
        },
        accountCodes: Object.fromEntries(
          ledgerAccounts.map((account, at) => [account, `${1000 + at}${variant}`]),
        ),
        holidays: [{ date: `2030-12-2${variant}`, spans: hours(variant), note: `Holiday ${variant}` }],
        support: {
          ...defaultSettings.support,
          address: `help${variant}@shop.example`,
          categories: [
            { key: `kind${variant}`, name: `Kind ${variant}` },
            ...defaultSettings.support.categories,
          ],
          hours: [{ day: 1 + variant, from: '08:00', to: '24:00' }],
          closeResolvedAfterDays: 3 + variant,
        },
        reasons: Object.fromEntries(
          reasonTypes.map((kind) => [kind, [{ _id: newId(), name: `Because ${variant}` }]]),
        ),
      }),
    }),
    support: resource(
      { create: supportRoutes.create, edit: supportRoutes.edit, read: by(supportRoutes.get) },
      {
        provided: (variant) => ({
          customerId: there.customer,
          orderId: null,
          category: ['order', 'delivery'][variant],
          assignee: 'nobody',
        }),
        shown: {
          message: ({ messages }: TicketView) => messages[0]?.text,
          assignee: ({ assignee }: TicketView) => assignee ?? 'nobody',
        },
        actions: ['addTags', 'removeTags'],
      },
    ),
    noticeSettings: single(notificationRoutes.changeSettings, notificationRoutes.settings),
    webhooks: resource(
      { ...webhookRoutes, read: by(webhookRoutes.get) },
      {
        provided: (variant) => ({
          url: `https://shop${variant}.example.com/hook`,
          expiresAt: inDays(100 + variant),
        }),
      },
    ),
    apiKeys: resource(
      { create: apiKeyRoutes.create, edit: apiKeyRoutes.edit, read: by(apiKeyRoutes.view) },
      {
        provided: (variant) => ({
          expiresAt: inDays(100 + variant),
          allowedAddresses: [`203.0.113.${variant}`],
          // Without other permissions that these depend on.
          permissions: [variant === 0 ? 'category_list' : 'brand_list'],
        }),
      },
    ),
    savedViews: resource(
      { ...savedViewRoutes, read: listed(savedViewRoutes.list, { list: '/products' }) },
      { provided: (variant) => ({ list: '/products', search: { sort: `name${variant}` } }) },
    ),
    storeReportSchedules: schedule(storeScheduleRoutes),
    productReportSchedules: schedule(productScheduleRoutes),
  };
}

/** Calls a route by its name. */
async function ask(admin: Person, route: Route, sent: Parameters<Person['send']>[1]): Promise<unknown> {
  const got = await admin.send(route, sent);
  if (got.status !== 200) {
    throw new Error(`${route.method} ${route.path}: ${got.status} ${JSON.stringify(got.body.error)}`);
  }
  return got.data;
}
