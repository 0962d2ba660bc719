import { z } from 'zod';
import {
  BooleanLike,
  Choice,
  Deleted,
  From,
  Id,
  Instant,
  PostalCode,
  Ref,
  requiredText,
  SearchText,
  Version,
} from '../core/fields.ts';
import { Amount } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import { CustomerStatus } from './customers.ts';

const days = z
  .int({ error: 'Enter a whole number of days' })
  .min(1, 'Enter at least 1 day')
  .max(3650, 'Enter at most 3,650 days');

/**
 * Conditions on customers, for groups and for the audience of messages. All given conditions must match. With `locationIds`,
 * only orders at these locations count.
 */
export const CustomerRule = z.strictObject({
  locationIds: z.array(Id).min(1, 'Choose a location').max(500).optional(),
  /** Customers who placed an order that counts as a sale at this time or later. */
  orderedSince: From.optional(),
  /** Customers who placed no order at this time or later. */
  notOrderedSince: From.optional(),
  /** Customers who placed an order in the last days. The group changes from day to day, unlike with a fixed date. */
  orderedInDays: days.optional(),
  /** Customers who placed no order in the last days. */
  notOrderedInDays: days.optional(),
  minOrders: z
    .int({ error: 'Enter a whole number' })
    .min(1, 'Enter at least 1')
    .max(100_000, 'Enter at most 100,000')
    .optional(),
  /** The minimum total of the customer's orders less refunds, in cents. */
  minSpent: Amount.optional(),
  /** Includes subcategories. */
  boughtCategoryId: Id.optional(),
  boughtSubProductId: Id.optional(),
  planId: Id.optional(),
  /** True: customers with any current plan; false: customers without one. */
  hasPlan: BooleanLike.optional(),
  city: requiredText('City', 100).optional(),
  postalCodes: z
    .array(PostalCode)
    .min(1, 'Enter a postal code')
    .max(500, 'Enter at most 500 postal codes')
    .optional(),
  status: CustomerStatus.optional(),
});
export type CustomerRule = z.infer<typeof CustomerRule>;

/** The names of the records that a rule refers to, limited to those that the user can see. */
export const CustomerRuleData = z.object({
  locations: z.array(Ref),
  boughtSubProduct: Ref.nullable(),
  boughtCategory: Ref.nullable(),
  plan: Ref.nullable(),
});
export type CustomerRuleData = z.infer<typeof CustomerRuleData>;

/** Staff choose the members of a manual group; a rule chooses those of the others. */
export const customerGroupKinds = ['manual', 'rule'] as const;
const CustomerGroupKind = z.enum(customerGroupKinds);
export type CustomerGroupKind = (typeof customerGroupKinds)[number];
export const customerGroupKindLabels: Record<CustomerGroupKind, string> = {
  manual: 'Chosen by hand',
  rule: 'By conditions',
};

export const CustomerGroup = z.object({
  _id: Id,
  name: z.string(),
  kind: CustomerGroupKind,
  /** Null for manual groups. */
  rule: CustomerRule.nullable(),
  /** The number of members at the time `countedAt`. */
  count: z.int(),
  countedAt: Instant,
  /** Unsent messages and promotions for the group, by which it can't be deleted. */
  usedBy: z.array(z.object({ kind: z.enum(['message', 'draft', 'promotion']), _id: Id, name: z.string() })),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type CustomerGroup = z.infer<typeof CustomerGroup>;

export const CustomerGroupView = CustomerGroup.extend({ ruleData: CustomerRuleData.nullable() });
export type CustomerGroupView = z.infer<typeof CustomerGroupView>;

const groupName = requiredText('Name', 100);
/** The fields of the form. A manual group has no rule. */
export const CustomerGroupInput = z
  .strictObject({ name: groupName, kind: CustomerGroupKind, rule: CustomerRule.optional() })
  .superRefine(({ kind, rule }, context) => {
    if ((kind === 'rule') === (rule !== undefined)) return;
    const message = kind === 'rule' ? 'Add conditions' : 'A group chosen by hand has no conditions';
    context.addIssue({ code: 'custom', path: ['rule'], message });
  });
export type CustomerGroupInput = z.infer<typeof CustomerGroupInput>;
export const CustomerGroupEdit = z.strictObject({
  name: groupName.optional(),
  rule: CustomerRule.optional(),
  version: Version,
});
export type CustomerGroupEdit = z.infer<typeof CustomerGroupEdit>;

export const CustomerGroupPage = pageRequest(['name', 'count', 'updatedAt'], {
  kind: CustomerGroupKind,
  /** The groups of a customer. */
  customerId: Id,
});
export type CustomerGroupPage = z.infer<typeof CustomerGroupPage>;

export const CustomerGroupMember = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  /** When the customer joined the group. */
  since: Instant,
});
export type CustomerGroupMember = z.infer<typeof CustomerGroupMember>;
export const CustomerGroupMemberPage = pageRequest(['since', 'name'], {});
export type CustomerGroupMemberPage = z.infer<typeof CustomerGroupMemberPage>;

const memberIds = z.array(Id).max(500, 'Choose at most 500 customers').default([]);
export const CustomerGroupMemberEdit = z.strictObject({
  add: memberIds,
  remove: memberIds,
  version: Version,
});
export type CustomerGroupMemberEdit = z.infer<typeof CustomerGroupMemberEdit>;

const touched = ['customerGroups', 'customers'] as const;

export const customerGroupRoutes = routes('customerGroups', {
  list: {
    method: 'POST',
    path: '/customer-group/list',
    permission: 'customer_list',
    everywhere: true,
    summary: 'Lists customer groups by name',
    body: CustomerGroupPage,
    data: pageOf(CustomerGroup),
    reads: true,
    list: { screen: '/customer-groups', exportAs: 'customerGroups' },
  },
  dropdown: {
    method: 'GET',
    path: '/customer-group/dropdown',
    permission: 'customer_list',
    everywhere: true,
    summary: 'Lists up to 50 customer groups by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  show: {
    method: 'GET',
    path: '/customer-group/show/{id}',
    permission: 'customer_list',
    everywhere: true,
    summary: 'Shows a customer group with the names that its conditions refer to',
    data: CustomerGroupView,
    reads: true,
  },
  preview: {
    method: 'POST',
    path: '/customer-group/preview',
    permission: 'customer_list',
    everywhere: true,
    summary: 'Counts the customers that match conditions, with three examples. Writes nothing',
    body: z.strictObject({ rule: CustomerRule }),
    data: z.object({ count: z.int(), examples: z.array(Ref) }),
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/customer-group/create',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Adds a customer group. A group by conditions gets its members right away',
    body: CustomerGroupInput,
    data: CustomerGroup,
    message: 'Group added',
    problems: ['duplicate'],
    changes: touched,
  },
  edit: {
    method: 'PUT',
    path: '/customer-group/edit/{id}',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Changes the name or the conditions of a customer group',
    body: CustomerGroupEdit,
    data: CustomerGroup,
    message: 'Group saved',
    problems: ['duplicate', 'version-stale'],
    changes: touched,
  },
  remove: {
    method: 'DELETE',
    path: '/customer-group/delete/{id}',
    permission: 'customer_delete',
    everywhere: true,
    summary: 'Deletes a customer group that no unsent message uses. Its customers stay',
    data: Deleted,
    message: 'Group deleted',
    problems: ['in-use'],
    changes: touched,
  },
  members: {
    method: 'POST',
    path: '/customer-group/members/{id}',
    permission: 'customer_list',
    everywhere: true,
    summary: 'Lists the members of a customer group, newest first',
    body: CustomerGroupMemberPage,
    data: pageOf(CustomerGroupMember),
    reads: true,
    list: {
      screen: partOfRecord,
      exportAs: without('The list of customers exports them, filtered by the group'),
    },
  },
  editMembers: {
    method: 'PUT',
    path: '/customer-group/edit-members/{id}',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Adds and removes members of a manual customer group',
    body: CustomerGroupMemberEdit,
    data: CustomerGroup,
    message: 'Group saved',
    problems: ['version-stale', 'customerGroups.by-rule'],
    changes: touched,
  },
  refresh: {
    method: 'POST',
    path: '/customer-group/refresh/{id}',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Updates and counts the members of a customer group now, instead of at night',
    data: CustomerGroup,
    message: 'Group updated',
    changes: touched,
  },
});
