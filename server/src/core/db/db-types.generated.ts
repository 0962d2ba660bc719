// Made from the migrated database by `npm run db:types`. Do not change by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as its value, written as its text. */
export type Json = ColumnType<unknown, string, string>;
export type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;
export type JsonWithDefault = ColumnType<unknown, string | undefined, string>;

export interface AccessRules {
  only_row: Generated<boolean>;
  rules: Json;
}

export interface AccountSums {
  location_id: string;
  account: string;
  day: string;
  debits: number;
  credits: number;
}

export interface AccountSumsUntil {
  location_id: string;
  until: string;
}

export interface Adjustments {
  location_id: string;
  id: string;
  amount: number;
  reason: string;
  note: string | null;
  user_id: string | null;
  user_name: string;
  created_at: Generated<string>;
}

export interface AllFigureDays {
  day: string;
  orders: Generated<number>;
  gross: Generated<number>;
  discounts: Generated<number>;
  tax: Generated<number>;
  delivery_fees: Generated<number>;
  cancelled: Generated<number>;
  preparation: Generated<number>;
  prepared: Generated<number>;
  delivery: Generated<number>;
  delivered: Generated<number>;
  with_slot: Generated<number>;
  on_time: Generated<number>;
  commission: Generated<number>;
  payout: Generated<number>;
  refunds: Generated<number>;
  returns: Generated<number>;
  refunded_tax: Generated<number>;
  refunded_delivery_fees: Generated<number>;
  promotion_discounts: Generated<number>;
  delivery_discounts: Generated<number>;
}

export interface AllProductFigureDays {
  day: string;
  sub_product_id: string;
  units: Generated<number>;
  revenue: Generated<number>;
  cost: Generated<number>;
  refunded_units: Generated<number>;
  returns: Generated<number>;
  waste: Generated<number>;
  refunded: Generated<number>;
  counter_units: Generated<number>;
  counter_revenue: Generated<number>;
}

export interface AllProductFigureMonths {
  day: string;
  sub_product_id: string;
  units: Generated<number>;
  revenue: Generated<number>;
  cost: Generated<number>;
  refunded_units: Generated<number>;
  returns: Generated<number>;
  waste: Generated<number>;
  refunded: Generated<number>;
  counter_units: Generated<number>;
  counter_revenue: Generated<number>;
}

export interface ApiKeyCalls {
  api_key_id: string;
  day: string;
  route: string;
  calls: number;
  errors: number;
}

export interface ApiKeyErrors {
  id: string;
  api_key_id: string;
  at: string;
  route: string;
  status: number;
  code: string;
  fields: string[];
  request_id: string;
}

export interface ApiKeyOldSecrets {
  key_hash: Buffer;
  api_key_id: string;
  until: string;
}

export interface ApiKeys {
  id: string;
  name: string;
  key_hash: Buffer;
  prefix: string;
  scopes: string[];
  created_by: string | null;
  created_at: Generated<string>;
  last_used_at: string | null;
  revoked_at: string | null;
  expires_at: Generated<string>;
  maker_left_at: string | null;
  maker_name: string | null;
  reminded_days: number | null;
  connection_id: Generated<string>;
  permissions: Generated<string[]>;
  location_ids: string[] | null;
  may_move_money: Generated<boolean>;
  allowed_addresses: Generated<string[]>;
  limit_per_minute: Generated<number>;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface AssistantDrafts {
  id: string;
  api_key_id: string;
  created_by: string;
  tool: string;
  input: Json;
  preview: string;
  seen: string;
  location_id: string | null;
  status: Generated<string>;
  decided_by: string | null;
  decided_at: string | null;
  created_at: Generated<string>;
  expires_at: string;
}

export interface AuditChain {
  position: number;
  entry_id: string;
  at: string;
  content: Buffer;
  hash: Buffer;
}

export interface AuditEntries {
  id: string;
  at: Generated<string>;
  user_id: string | null;
  actor_name: string;
  action: string;
  resource: string;
  record_id: string | null;
  location_id: string | null;
  before: JsonOrNull;
  after: JsonOrNull;
}

export interface AuditSalts {
  entry_id: string;
  salt: Buffer;
}

export interface AuthenticatorApps {
  user_id: string;
  secret: Buffer | null;
  pending_secret: Buffer | null;
  confirmed_at: string | null;
  last_step: Generated<number>;
}

export interface BankPayouts {
  id: string;
  provider: string;
  provider_id: string;
  amount: number;
  arrives_on: string;
  bank_status: string;
  is_automatic: boolean;
  is_complete: Generated<boolean>;
  charges: Generated<number>;
  refunds: Generated<number>;
  disputes: Generated<number>;
  fees: Generated<number>;
  transfers: Generated<number>;
  other: Generated<number>;
  row_count: Generated<number>;
  unmatched: Generated<number>;
  closed_at: string | null;
  closed_by: string | null;
  closed_by_name: string | null;
  is_settled: GeneratedAlways<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Brands {
  id: string;
  name: string;
  logo_id: string | null;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface BulkChanges {
  id: string;
  kind: string;
  title: string;
  permission: string;
  request: Json;
  state: Generated<string>;
  row_count: number | null;
  counts: JsonWithDefault;
  job_id: string | null;
  created_by: string | null;
  created_at: Generated<string>;
}

export interface BulkMessageClock {
  id: Generated<boolean>;
  free_at: Generated<string>;
}

export interface BulkMessages {
  id: string;
  name: string;
  channel: string;
  subject: string;
  body: string;
  audience: Json;
  send_at: string | null;
  location_ids: string[] | null;
  created_by: string | null;
  created_by_name: string;
  job_id: string | null;
  recipient_count: number | null;
  left_out: JsonWithDefault;
  counts: JsonWithDefault;
  unsubscribed_count: Generated<number>;
  started_at: string | null;
  stopped_at: string | null;
  finished_at: string | null;
  created_at: Generated<string>;
  button_label: string | null;
  button_url: string | null;
  clicked_count: Generated<number>;
  order_count: number | null;
  order_total: number | null;
  orders_counted_at: string | null;
}

export interface BulkRecipients {
  message_id: string;
  position: number;
  customer_id: string;
  outcome: Generated<string>;
  reason: string | null;
  claimed_at: string | null;
  done_at: string | null;
  clicked_at: string | null;
  unsubscribed_at: string | null;
}

export interface BulkRows {
  change_id: string;
  position: number;
  record_id: string;
  location_id: string | null;
  outcome: Generated<string>;
  reason: string | null;
  before: JsonOrNull;
  after: JsonOrNull;
  version: number | null;
}

export interface Captchas {
  email: string;
  address: string;
  answer_hash: Buffer;
  expires_at: string;
  solved: Generated<boolean>;
}

export interface CatalogueWords {
  word: string;
  letters: GeneratedAlways<number | null>;
  letter_set: GeneratedAlways<number | null>;
}

export interface Categories {
  id: string;
  name: string;
  parent_id: string | null;
  level: number;
  description: string | null;
  image_id: string | null;
  status: Generated<boolean>;
  sort_order: Generated<number>;
  specifications: JsonWithDefault;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CategoryEffectiveTaxes {
  category_id: string | null;
  source_id: string | null;
  tax_id: string | null;
}

export interface CategoryTaxes {
  category_id: string;
  tax_id: string;
  since: Generated<string>;
}

export interface ChangeFeed {
  number: number;
  topic: string;
  type: string;
  record_id: string;
  parent_id: string | null;
  location_id: string | null;
  version: number | null;
  at: string;
}

export interface ChangeFeedState {
  id: Generated<boolean>;
  history: Generated<string>;
  origin: string;
  seen: Generated<string>;
  head: Generated<number>;
}

export interface ChangeReaders {
  name: string;
  transaction_id: Generated<string>;
  change_id: Generated<number>;
  cluster_id: number | null;
}

export interface Changes {
  id: GeneratedAlways<number>;
  transaction_id: Generated<string>;
  at: Generated<string>;
  resource: string;
  action: string;
  record_id: string | null;
  location_id: string | null;
  version: number | null;
  fields: string[] | null;
  former: JsonOrNull;
  actor_id: string | null;
  actor_name: string | null;
  permission: string | null;
  user_id: string | null;
  data: JsonOrNull;
  snapshot: JsonOrNull;
}

export interface CoinAdjustments {
  customer_id: string;
  entry_id: string;
  reason: string;
  note: string | null;
  merge_id: string | null;
}

export interface CoinEntries {
  customer_id: string;
  id: string;
  kind: string;
  coins: number;
  cause_id: string;
  order_id: string | null;
  location_id: Generated<string>;
  user_id: string | null;
  created_at: Generated<string>;
  worth: number;
  balance_after: Generated<number>;
  expires_at: string | null;
  user_name: string | null;
  position: Generated<number>;
}

export interface CoinLots {
  customer_id: string;
  id: string;
  entry_id: string;
  kind: string;
  location_id: string;
  order_id: string | null;
  from_lot_id: string | null;
  coins: number;
  worth: number;
  coins_left: number;
  worth_left: number;
  expires_at: string | null;
  warned_at: string | null;
  created_at: Generated<string>;
}

export interface CoinMoves {
  customer_id: string;
  entry_id: string;
  lot_id: string;
  held_by: string | null;
  coins: number;
  worth: number;
}

export interface ConnectedAccounts {
  location_id: string;
  provider: string;
  account_ref: string;
  state: Generated<string>;
  missing: Generated<string[]>;
  updated_at: Generated<string>;
}

export interface ConnectionPrecedence {
  connection_id: string;
  name: string;
  field: string;
  decided_by: string;
}

export interface Connections {
  id: Generated<string>;
  created_at: Generated<string>;
  status: Generated<boolean>;
  silent_after_minutes: number | null;
  read_number: number | null;
  read_topics: Generated<string[]>;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface CounterSaleLines {
  location_id: string;
  sale_id: string;
  sub_product_id: string;
  quantity: number;
  short: Generated<number>;
  amount: number;
}

export interface CounterSales {
  location_id: string;
  id: string;
  source_id: string;
  external_id: string;
  sold_at: string;
  created_at: Generated<string>;
}

export interface CreditBalances {
  customer_id: string;
  balance: number;
}

export interface CreditEntries {
  customer_id: string;
  id: string;
  kind: string;
  reason: string | null;
  amount: number;
  cause_id: string;
  order_id: string | null;
  ticket_id: string | null;
  location_id: Generated<string>;
  user_id: string | null;
  user_name: string | null;
  balance_after: Generated<number>;
  position: Generated<number>;
  created_at: Generated<string>;
}

export interface CreditNotes {
  customer_id: string;
  entry_id: string;
  note: string;
}

export interface CurrentSubscriptions {
  id: string | null;
  customer_id: string | null;
  plan_id: string | null;
  edition: number | null;
  starts_at: string | null;
  ends_at: string | null;
  auto_renew: boolean | null;
  name: string | null;
  price: number | null;
  period: string | null;
  free_delivery_above: number | null;
  discount_percent: number | null;
  coin_multiplier: number | null;
}

export interface CustomerAddresses {
  id: string;
  customer_id: string;
  label: Generated<string>;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  latitude: number | null;
  longitude: number | null;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CustomerDuplicates {
  one_id: string;
  other_id: string;
  reasons: string[];
  rejected_at: string | null;
  rejected_by: string | null;
  created_at: Generated<string>;
}

export interface CustomerGroupMembers {
  group_id: string;
  customer_id: string;
  since: Generated<string>;
}

export interface CustomerGroups {
  id: string;
  name: string;
  kind: string;
  rule: JsonOrNull;
  member_count: Generated<number>;
  counted_at: Generated<string>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CustomerLocations {
  customer_id: string;
  location_id: string;
  since: Generated<string>;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  phone_digits: string | null;
  email: string | null;
  status: Generated<string>;
  marketing_consent: Generated<boolean>;
  marketing_consent_at: string | null;
  marketing_consent_how: string | null;
  is_origin: Generated<boolean>;
  also_known: Generated<string>;
  other_names: Generated<string[]>;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface CustomerMerges {
  id: string;
  survivor_id: string;
  merged_id: string;
  moved: Json;
  user_id: string | null;
  user_name: string;
  created_at: Generated<string>;
  undone_at: string | null;
  undo_until: Generated<string>;
}

export interface CustomerNames {
  name: string;
  customer_id: string;
}

export interface CustomerNamesAt {
  location_id: string;
  name: string;
  customer_id: string;
}

export interface Customers {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string;
  phone_digits: string;
  status: Generated<string>;
  notes: string | null;
  coin_balance: Generated<number>;
  version: Generated<number>;
  created_by: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  marketing_consent: Generated<boolean>;
  marketing_consent_at: string | null;
  marketing_consent_how: string | null;
  merged_into: string | null;
  also_known: Generated<string>;
  erased_at: string | null;
}

export interface DeletedRecords {
  resource: string;
  id: string;
  user_id: string;
  record: Json;
  details: JsonWithDefault;
  image_id: string | null;
  deleted_at: Generated<string>;
}

export interface Deliveries {
  location_id: string;
  id: string;
  trip_id: string;
  order_id: string;
  return_id: string | null;
  driver_id: string;
  driver_name: string;
  status: string;
  promised_at: string | null;
  offer_expires_at: string;
  drop_code: string;
  offered_at: Generated<string>;
  accepted_at: string | null;
  picked_up_at: string | null;
  left_at: string | null;
  ended_at: string | null;
  reason: string | null;
  proof: string | null;
  proof_file_id: string | null;
  wrong_codes: Generated<number>;
  pay: Generated<number>;
  comes_back: Generated<boolean>;
  received_back_at: string | null;
  received_back_by: string | null;
  wrong_pickup_codes: Generated<number>;
}

export interface DisputeFiles {
  location_id: string;
  dispute_id: string;
  kind: string;
  file_id: string;
}

export interface Disputes {
  location_id: string;
  id: string;
  number: Generated<number>;
  order_id: string;
  payment_id: string;
  provider: string;
  provider_id: string;
  provider_status: string;
  status: string;
  amount: number;
  fee: Generated<number>;
  reason: string;
  due_by: string | null;
  is_charge_refundable: Generated<boolean>;
  evidence: JsonWithDefault;
  submitted_at: string | null;
  answered_stage: string | null;
  is_accepted: Generated<boolean>;
  sending: string | null;
  attempts: Generated<number>;
  next_try_at: string | null;
  problem: string | null;
  funded_by: string;
  location_pays: Generated<number>;
  reminded_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface DriftChecks {
  id: string;
  started_at: Generated<string>;
  finished_at: string | null;
  findings: JsonWithDefault;
  broken: Generated<number>;
}

export interface DriverCash {
  location_id: string;
  driver_id: string;
  held: Generated<number>;
}

export interface DriverCashEntries {
  location_id: string;
  id: Generated<string>;
  driver_id: string;
  delivery_id: string | null;
  hand_in_id: string | null;
  amount: number;
  created_at: Generated<string>;
}

export interface DriverDocuments {
  driver_id: string;
  id: string;
  name: string;
  created_at: Generated<string>;
}

export interface DriverLocations {
  driver_id: string;
  location_id: string;
}

export interface Drivers {
  id: string;
  name: string;
  email: string | null;
  phone: string;
  address: JsonOrNull;
  licence_number: string | null;
  vehicle_type: Generated<string>;
  vehicle_plate: string | null;
  photo_id: string | null;
  status: Generated<boolean>;
  availability: Generated<string>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface EmailChanges {
  id: string;
  user_id: string;
  old_email: string;
  new_email: string;
  confirm_hash: Buffer;
  stop_hash: Buffer;
  session_id: string | null;
  created_at: Generated<string>;
  confirmed_at: string | null;
  stopped_at: string | null;
}

export interface ExpiringLots {
  location_id: string | null;
  id: string | null;
  expires_on: string | null;
  sub_product_id: string | null;
  vendor_id: string | null;
  on_hand: number | null;
  price: number | null;
  cost: number | null;
  retail: number | null;
}

export interface ExpiryChanges {
  location_id: string;
  day: string;
}

export interface ExpiryDays {
  location_id: string;
  day: string;
  lots: number;
  units: number;
  cost: number;
  retail: number;
}

export interface ExternalIds {
  connection_id: string;
  resource: string;
  external_id: string;
  sub_product_id: string | null;
  customer_id: string | null;
  created_at: Generated<string>;
}

export interface FigureDays {
  location_id: string;
  day: string;
  orders: Generated<number>;
  gross: Generated<number>;
  discounts: Generated<number>;
  tax: Generated<number>;
  delivery_fees: Generated<number>;
  cancelled: Generated<number>;
  preparation: Generated<number>;
  prepared: Generated<number>;
  delivery: Generated<number>;
  delivered: Generated<number>;
  with_slot: Generated<number>;
  on_time: Generated<number>;
  commission: Generated<number>;
  payout: Generated<number>;
  refunds: Generated<number>;
  returns: Generated<number>;
  refunded_tax: Generated<number>;
  refunded_delivery_fees: Generated<number>;
  promotion_discounts: Generated<number>;
  delivery_discounts: Generated<number>;
}

export interface FigureMarks {
  location_id: string;
  at: string;
}

export interface FigureMonths {
  location_id: string;
  day: string;
  orders: Generated<number>;
  gross: Generated<number>;
  discounts: Generated<number>;
  tax: Generated<number>;
  delivery_fees: Generated<number>;
  cancelled: Generated<number>;
  preparation: Generated<number>;
  prepared: Generated<number>;
  delivery: Generated<number>;
  delivered: Generated<number>;
  with_slot: Generated<number>;
  on_time: Generated<number>;
  commission: Generated<number>;
  payout: Generated<number>;
  refunds: Generated<number>;
  returns: Generated<number>;
  refunded_tax: Generated<number>;
  refunded_delivery_fees: Generated<number>;
  promotion_discounts: Generated<number>;
  delivery_discounts: Generated<number>;
}

export interface Files {
  id: string;
  kind: string;
  storage_key: string;
  mime: string;
  bytes: number;
  name: string;
  width: number | null;
  height: number | null;
  created_by: string | null;
  created_at: Generated<string>;
  digest: Buffer | null;
  large_digest: Buffer | null;
  location_id: string | null;
}

export interface GatewayCustomers {
  provider: string;
  id: string;
  customer_id: string;
  created_at: Generated<string>;
  delete_since: string | null;
}

export interface GatewayEvents {
  provider: string;
  id: string;
  type: string;
  object_id: string;
  account: string | null;
  created_at: string;
  received_at: Generated<string>;
  applied_at: string | null;
  attempts: Generated<number>;
  next_at: Generated<string>;
  problem: string | null;
}

export interface GatewayOperations {
  location_id: string | null;
  order_id: string | null;
  id: string;
  payment_id: string | null;
  refund_id: string | null;
  provider: string;
  kind: string;
  amount: number;
  status: Generated<string>;
  attempts: Generated<number>;
  next_at: Generated<string>;
  problem: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  subscription_payment_id: string | null;
  refund_ref: string | null;
  key: string | null;
  key_since: string | null;
  must_look: Generated<boolean>;
  pending_since: string | null;
  client_secret: string | null;
  leased_until: string | null;
  publishable_key: string | null;
  token: string | null;
}

export interface GiftCardEntries {
  gift_card_id: string;
  id: string;
  kind: string;
  amount: number;
  balance_after: Generated<number>;
  customer_id: string | null;
  reason: string | null;
  user_id: string | null;
  user_name: string | null;
  position: Generated<number>;
  created_at: Generated<string>;
  cause_id: string | null;
  order_id: string | null;
  location_id: Generated<string>;
}

export interface GiftCards {
  id: string;
  number: Generated<number>;
  kind: string;
  amount: number;
  balance: Generated<number>;
  code_hash: Buffer;
  last4: string;
  recipient_name: string | null;
  expires_on: string | null;
  state: Generated<string>;
  payment_method: string | null;
  payment_reference: string | null;
  user_id: string | null;
  user_name: string;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  recipient_email: string | null;
  message: string | null;
  send_on: string | null;
  sealed_code: Buffer | null;
  link_hash: Buffer | null;
  sent_at: string | null;
  print_key: string | null;
  delivered_at: string | null;
  batch_id: string | null;
}

export interface HandIns {
  location_id: string;
  id: string;
  driver_id: string;
  driver_name: string;
  expected: number;
  counted: number;
  note: string | null;
  received_by: string | null;
  received_by_name: string;
  created_at: Generated<string>;
}

export interface IdempotencyKeys {
  owner: string;
  key: string;
  route: string;
  body_hash: Buffer;
  answer: JsonOrNull;
  created_at: Generated<string>;
}

export interface IgnoredMails {
  id: string;
  reason: string;
  sender_name: string | null;
  sender_email: string | null;
  subject: string;
  preview: string;
  file_id: string;
  ticket_id: string | null;
  created_at: Generated<string>;
}

export interface ImportArchiveFiles {
  import_id: string;
  key: string;
  base: string;
  path: string;
  digest: Buffer | null;
  problem: string | null;
}

export interface ImportMemories {
  id: string;
  user_id: string;
  name: string;
  heading: string;
  columns: string[];
  mapping: Json;
  options: Json;
  used_at: Generated<string>;
  kind: string;
  declined: Generated<string[]>;
}

export interface ImportPictures {
  import_id: string;
  row_number: number;
  product_id: string;
  urls: string[];
  done: Generated<boolean>;
  file_ids: Generated<string[]>;
}

export interface ImportPlaces {
  import_id: string;
  resource: string;
  record_id: string;
}

export interface ImportProducts {
  import_id: string;
  product_id: string;
  is_new: boolean;
  before: JsonWithDefault;
  version: number;
  undone: Generated<boolean>;
}

export interface ImportRows {
  import_id: string;
  row_number: number;
  kind: string;
  sku: string | null;
  name: string | null;
  changes: JsonWithDefault;
  problems: JsonWithDefault;
  cells: string[] | null;
  taken: Generated<boolean>;
  record_id: string | null;
  record_version: number | null;
  product_id: string | null;
  undo: string | null;
  undo_reason: string | null;
  location_id: string | null;
  promotion_id: string | null;
}

export interface Imports {
  id: string;
  kind: string;
  status: Generated<string>;
  file_id: string | null;
  file_name: string;
  bytes: number;
  encoding: Generated<string>;
  line_count: number;
  delimiter: string;
  columns: string[];
  sample: Json;
  mapping: JsonWithDefault;
  options: JsonWithDefault;
  counts: JsonOrNull;
  taken_to: Generated<number>;
  error_file_key: string | null;
  job_id: string | null;
  created_by: string | null;
  memory_id: string | null;
  sheet: string | null;
  sheets: Generated<string[]>;
  notes: Generated<string[]>;
  book_id: string | null;
  created_at: Generated<string>;
  heading_row: Generated<number>;
  top: JsonWithDefault;
  problem_groups: JsonWithDefault;
  extras: JsonWithDefault;
  archive_id: string | null;
  archive_name: string | null;
  column_facts: JsonWithDefault;
}

export interface InboundMails {
  message_id: string;
  sender: string;
  text_hash: Buffer;
  result: string;
  reason: string | null;
  ticket_id: string | null;
  left_out: Generated<string[]>;
  created_at: Generated<string>;
}

export interface Installation {
  is_one: Generated<boolean>;
  is_demo: boolean;
  has_own_passwords: Generated<boolean>;
  created_at: Generated<string>;
}

export interface Jobs {
  id: string;
  kind: string;
  title: string;
  permission: string;
  status: Generated<string>;
  input: JsonWithDefault;
  done_count: Generated<number>;
  total_count: number | null;
  result: JsonOrNull;
  error: string | null;
  created_by: string | null;
  location_ids: string[] | null;
  attempt: Generated<number>;
  heartbeat_at: string | null;
  cancel_requested_at: string | null;
  created_at: Generated<string>;
  started_at: string | null;
  finished_at: string | null;
}

export interface Journals {
  location_id: string;
  id: string;
  kind: string;
  cause_id: string;
  order_id: string | null;
  user_id: string | null;
  posted_at: Generated<string>;
  number: number | null;
}

export interface LedgerEntries {
  location_id: string;
  journal_id: string;
  position: number;
  account: string;
  part: string;
  amount: number;
  posted_at: Generated<string>;
  vendor_id: string | null;
}

export interface LimitCounts {
  key: string;
  taken: number;
  ends_at: string;
}

export interface LocationAddresses {
  id: string;
  location_id: string;
  customer_id: string;
  label: Generated<string>;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  latitude: number | null;
  longitude: number | null;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface LocationRates {
  location_id: string;
  position: number;
  category_id: string;
  kind: string;
  rate: number | null;
  from_day: string;
  until_day: string | null;
  withdraws: number | null;
  actor_id: string | null;
  actor_name: string;
  created_at: Generated<string>;
}

export interface LocationSubProducts {
  location_id: string;
  sub_product_id: string;
  assigned: Generated<boolean>;
  price: number | null;
  threshold: number | null;
  max_per_order: number | null;
  shelf_code: string | null;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface Locations {
  id: string;
  name: string;
  code: string;
  phone: string | null;
  email: string | null;
  address: Json;
  latitude: number;
  longitude: number;
  time_zone: string;
  opening_hours: JsonWithDefault;
  hours_exceptions: JsonWithDefault;
  delivery_slots: JsonOrNull;
  delivery_radius_km: number;
  delivery_fee: JsonOrNull;
  minimum_order: number | null;
  accepts_pickup: Generated<boolean>;
  commission_rate: Generated<number>;
  image_id: string | null;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  delivery_area: JsonOrNull;
  aisle_order: string[] | null;
}

export interface Lots {
  location_id: string;
  id: string;
  number: Generated<number>;
  sub_product_id: string;
  vendor_id: string | null;
  lot_number: string | null;
  received_quantity: number;
  on_hand: Generated<number>;
  in_stock: GeneratedAlways<boolean>;
  cost_price: number | null;
  manufactured_on: string | null;
  expected_on: string | null;
  expires_on: string | null;
  recall_id: string | null;
  received_by: string | null;
  received_at: Generated<string>;
  deleted_at: string | null;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface LowDefault {
  id: Generated<boolean>;
  threshold: number;
}

export interface LowLevels {
  location_id: string | null;
  sub_product_id: string | null;
  low_since: string | null;
  available: number | null;
}

export interface Mails {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Generated<string>;
  next_attempt_at: Generated<string>;
  sent_at: string | null;
  attachments: JsonWithDefault;
  headers: JsonWithDefault;
  channel: Generated<string>;
  html: string | null;
}

export interface MainOrders {
  id: string;
  number: Generated<number>;
  customer_id: string;
  fulfilment: string;
  payment_type: string;
  source: string;
  external_id: string | null;
  api_key_id: string | null;
  note: string | null;
  placed_by: string | null;
  created_at: Generated<string>;
}

export interface Markdowns {
  location_id: string;
  id: string;
  sub_product_id: string;
  price: number;
  price_before: number | null;
  until: string;
  status: Generated<string>;
  ended_because: string | null;
  created_by: string | null;
  created_by_name: string;
  created_at: Generated<string>;
  ended_at: string | null;
}

export interface MessageDrafts {
  id: string;
  kind: string;
  name: string;
  channel: string;
  subject: string;
  body: string;
  button_label: string;
  button_url: string;
  audience: Json;
  send_at: string | null;
  location_ids: string[] | null;
  saved_by_name: string;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface NameWords {
  word: string;
}

export interface NoticeDigests {
  user_id: string;
  time_zone: string;
  day: string;
}

export interface NoticeReads {
  user_id: string;
  notice_id: string;
}

export interface NoticeSettings {
  user_id: string;
  mail: Generated<string>;
  kinds: Generated<string[]>;
  read_until: string | null;
  mailed_until: Generated<string>;
  push_kinds: Generated<string[]>;
}

export interface Notices {
  id: Generated<string>;
  kind: string;
  location_id: string | null;
  sub_product_id: string | null;
  lot_id: string | null;
  order_id: string | null;
  permission: string | null;
  text: string | null;
  at: Generated<string>;
  over_at: string | null;
  user_id: string | null;
  ticket_id: string | null;
}

export interface OpenPickings {
  location_id: string;
  order_id: string;
  before: Json;
  user_id: string | null;
  actor_name: string;
  picked_at: Generated<string>;
}

export interface OrderCandidates {
  location_id: string;
  order_id: string;
  facts: Json;
  candidates: Json;
}

export interface OrderEvents {
  location_id: string;
  order_id: string;
  id: string;
  kind: string;
  from_status: string | null;
  to_status: string | null;
  user_id: string | null;
  actor_name: string;
  note: string | null;
  details: JsonOrNull;
  created_at: Generated<string>;
}

export interface OrderInvoices {
  location_id: string;
  order_id: string;
  number: Generated<number>;
  issued_at: Generated<string>;
}

export interface OrderLines {
  location_id: string;
  order_id: string;
  id: string;
  position: number;
  sub_product_id: string;
  name: string;
  sku: string;
  unit: string;
  sold_by_weight: Generated<boolean>;
  quantity: number;
  picked_quantity: number | null;
  unit_price: number;
  discount: Generated<number>;
  tax_rate: Generated<number>;
  tax: Generated<number>;
  total: number;
  commission_rate: Generated<number>;
  substitute_for: string | null;
  shopper_answer: string | null;
  removed: Generated<boolean>;
  added_by_staff: Generated<boolean>;
  note: string | null;
  is_short: GeneratedAlways<boolean>;
  product_name: string | null;
  picked_by: string | null;
  picked_by_name: string | null;
  price_source: string | null;
  discounts: JsonOrNull;
  tax_source: string | null;
}

export interface OrderMessages {
  location_id: string;
  order_id: string;
  id: string;
  kind: string;
  event_id: string;
  mail_id: string;
  recipient: string;
  sent_by: string | null;
  sent_by_name: string | null;
  created_at: Generated<string>;
  channel: Generated<string>;
}

export interface OrderWords {
  location_id: string;
  word: string;
  created_at: string;
  order_id: string;
  is_hidden: Generated<boolean>;
}

export interface Orders {
  location_id: string;
  id: string;
  number: Generated<number>;
  main_order_id: string;
  customer_id: string;
  customer_name: string;
  customer_phone: string;
  status: string;
  dispatch_status: string | null;
  headline_status: string;
  fulfilment: string;
  payment_type: string;
  items_total: number;
  discount_total: Generated<number>;
  tax_total: Generated<number>;
  delivery_fee: Generated<number>;
  total: number;
  coins_used: Generated<number>;
  paid: Generated<number>;
  refunded: Generated<number>;
  line_count: number;
  commission_rate: Generated<number>;
  slot_from: string | null;
  slot_to: string | null;
  address: JsonOrNull;
  distance_km: number | null;
  note: string | null;
  driver_id: string | null;
  hand_over_code: string | null;
  cancel_reason: string | null;
  payment_due_at: string | null;
  processing_at: string | null;
  prepared_at: string | null;
  out_at: string | null;
  delivered_at: string | null;
  late_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  unit_count: Generated<number>;
  picker_id: string | null;
  picker_name: string | null;
  bags: number | null;
  is_replacement: Generated<boolean>;
  owner_id: string | null;
  owner_name: string | null;
  tags: Generated<string[]>;
  plan_id: string | null;
  plan_edition: number | null;
  plan_name: string | null;
  discount_percent: Generated<number>;
  coin_multiplier: Generated<number>;
  delivery_saved: number | null;
  contact: JsonOrNull;
  picks: Generated<number>;
  promotions: JsonOrNull;
  delivery_discount: Generated<number>;
  bonus_coins: Generated<number>;
  refunds_in_proportion: Generated<boolean>;
}

export interface PasskeyChallenges {
  challenge: string;
  purpose: string;
  user_id: string | null;
  expires_at: string;
}

export interface Passkeys {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Generated<string>;
  last_used_at: string | null;
}

export interface PasswordTokens {
  token_hash: Buffer;
  user_id: string;
  kind: string;
  created_at: Generated<string>;
  expires_at: string;
  used_at: string | null;
}

export interface PastCategories {
  category_id: string;
  until: string;
  name: string;
  parent_id: string | null;
  created_at: string;
}

export interface PastLocationCommissions {
  location_id: string;
  until: string;
  rate: number;
}

export interface PastNamedTaxes {
  owner_id: string;
  tax_id: string;
  since: string;
  until: string;
}

export interface PastProductCategories {
  product_id: string;
  until: string;
  category_id: string;
}

export interface PastTaxes {
  tax_id: string;
  until: string;
  name: string;
  rate: number;
  status: boolean;
}

export interface PayLinks {
  location_id: string;
  order_id: string;
  token_hash: Buffer;
  channel: string;
  recipient: string;
  mail_ids: string[];
  sent_at: Generated<string>;
  expires_at: string;
  opened_at: string | null;
  payment_id: string | null;
  amount: number | null;
  is_charge: boolean | null;
  requested_at: string | null;
  page_ref: string | null;
  page_url: string | null;
  page_ends_at: string | null;
  saves_card: Generated<boolean>;
  page_is_former: Generated<boolean>;
}

export interface PayableEntries {
  location_id: string;
  journal_id: string;
  position: number;
  posted_at: string;
  amount: number;
  section: string;
  statement_id: string | null;
}

export interface Payments {
  location_id: string;
  order_id: string;
  id: string;
  kind: string;
  status: string;
  amount: number;
  authorised: number | null;
  provider: string | null;
  token: string | null;
  reference: string | null;
  problem: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  gift_card_id: string | null;
  payment_ref: string | null;
  charge_ref: string | null;
  card: JsonOrNull;
  hold_until: string | null;
  fee: number | null;
  saves_card: Generated<boolean>;
  replaces: string | null;
  authorise_at: string | null;
  needs_follow_up: Generated<boolean>;
  can_increment: Generated<boolean>;
  ends_soon: Generated<boolean>;
}

export interface PayoutAccounts {
  location_id: string;
  sealed: Buffer;
  bank_name: string;
  account_holder: string;
  routing_last4: string;
  account_last4: string;
  version: Generated<number>;
  updated_at: Generated<string>;
}

export interface PayoutRunResults {
  location_id: string;
  run_id: string;
  statement_id: string;
  number: number;
  amount: number;
  payout_id: string | null;
  problem: string | null;
}

export interface PayoutRuns {
  id: string;
  number: number | null;
  job_id: string;
  method: string;
  paid_on: string;
  files: JsonWithDefault;
  no_ach_file: string | null;
  user_id: string | null;
  user_name: string;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface PayoutTransfers {
  location_id: string;
  statement_id: string;
  payout_id: string;
  provider: string;
  account_ref: string;
  amount: number;
  run_id: string | null;
  must_look: Generated<boolean>;
  created_at: Generated<string>;
  paid_on: string;
  reference: string | null;
  user_id: string | null;
  user_name: string;
  key: string;
  key_since: Generated<string>;
  attempts: Generated<number>;
  next_at: Generated<string>;
  problem: string | null;
}

export interface Payouts {
  location_id: string;
  id: string;
  statement_id: string;
  amount: number;
  method: string;
  reference: string;
  paid_on: string;
  account_last4: string | null;
  run_id: string | null;
  user_id: string | null;
  user_name: string;
  created_at: Generated<string>;
  void_id: string | null;
  voided_at: string | null;
  void_reason: string | null;
  voided_by: string | null;
  voided_by_name: string | null;
  provider: string | null;
  transfer_ref: string | null;
}

export interface PlanEditions {
  plan_id: string;
  number: number;
  name: string;
  price: number;
  period: string;
  free_delivery_above: number | null;
  discount_percent: Generated<number>;
  coin_multiplier: Generated<number>;
  created_at: Generated<string>;
}

export interface PossibleDuplicates {
  resource: string;
  record_id: string;
  field: string;
  other_id: string;
  record_hash: string;
  other_hash: string;
  found_at: Generated<string>;
}

export interface Preferences {
  user_id: string;
  preferences: JsonWithDefault;
  updated_at: Generated<string>;
}

export interface ProductCostMarks {
  location_id: string;
  lot_id: string;
  old_cost: number | null;
  new_cost: number | null;
}

export interface ProductFigureDays {
  location_id: string;
  day: string;
  sub_product_id: string;
  units: Generated<number>;
  revenue: Generated<number>;
  cost: Generated<number>;
  refunded_units: Generated<number>;
  returns: Generated<number>;
  waste: Generated<number>;
  refunded: Generated<number>;
  counter_units: Generated<number>;
  counter_revenue: Generated<number>;
}

export interface ProductFigureMarks {
  location_id: string;
  at: string;
}

export interface ProductFigureMonths {
  location_id: string;
  day: string;
  sub_product_id: string;
  units: Generated<number>;
  revenue: Generated<number>;
  cost: Generated<number>;
  refunded_units: Generated<number>;
  returns: Generated<number>;
  waste: Generated<number>;
  refunded: Generated<number>;
  counter_units: Generated<number>;
  counter_revenue: Generated<number>;
}

export interface ProductImages {
  product_id: string;
  sub_product_id: string | null;
  file_id: string;
  alt: Generated<string>;
  sort_order: Generated<number>;
  source_url: string | null;
}

export interface ProductTaxes {
  product_id: string;
  tax_id: string;
  since: Generated<string>;
}

export interface Products {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  brand_id: string | null;
  category_id: string;
  specifications: JsonWithDefault;
  tags: Generated<string[]>;
  badge: Generated<string>;
  badge_by_sales: Generated<boolean>;
  add_to_home_page: Generated<boolean>;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PromotionCodeBatches {
  id: string;
  promotion_id: string;
  count: number;
  prefix: string | null;
  note: string | null;
  job_id: string | null;
  created_by_name: string | null;
  created_at: Generated<string>;
  revoked_at: string | null;
}

export interface PromotionCodes {
  key: string;
  code: string;
  promotion_id: string;
  batch_id: string;
  main_order_id: string | null;
  used_at: string | null;
}

export interface PromotionEditions {
  promotion_id: string;
  number: number;
  terms: Json;
  kind: GeneratedAlways<string>;
  funded_by_marketplace: GeneratedAlways<number>;
  funded_by_location: GeneratedAlways<number>;
  funded_by_vendor: GeneratedAlways<number>;
  vendor_id: GeneratedAlways<string | null>;
  created_at: Generated<string>;
}

export interface PromotionLimits {
  promotion_id: string;
  budget: number | null;
  uses: Generated<number>;
  discount_used: Generated<number>;
}

export interface PromotionUses {
  location_id: string;
  order_id: string;
  promotion_id: string;
  edition: number;
  main_order_id: string;
  customer_id: string;
  code: string | null;
  discount: number;
  living: Generated<boolean>;
  created_at: Generated<string>;
  sold: Generated<number>;
  by_location: Generated<number>;
  by_vendor: Generated<number>;
  refunded: Generated<number>;
  discount_now: GeneratedAlways<number>;
}

export interface Promotions {
  id: string;
  number: Generated<number>;
  name: string;
  label: string;
  state: Generated<string>;
  edition: Generated<number>;
  location_ids: string[] | null;
  starts_at: string;
  ends_at: string | null;
  weekly: JsonWithDefault;
  schedule_by: Generated<string>;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  code_kind: Generated<string>;
  code: string | null;
  code_key: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ProviderBalances {
  provider: string;
  read_until: string;
}

export interface ProviderTransactions {
  id: string;
  provider: string;
  provider_id: string;
  source_id: string | null;
  category: string;
  kind: string;
  amount: number;
  fee: number;
  description: string | null;
  occurred_at: string;
  available_at: string;
  order_id: string | null;
  location_id: string | null;
  payout_id: string | null;
  state: Generated<string>;
  resolved_as: string | null;
  resolve_reason: string | null;
  resolved_by: string | null;
  resolved_by_name: string | null;
  resolved_at: string | null;
  created_at: Generated<string>;
  charge_ref: string | null;
}

export interface PushDevices {
  id: string;
  session_id: string | null;
  user_id: string | null;
  driver_id: string | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  seen_at: Generated<string>;
}

export interface PushMessages {
  id: string;
  device_id: string;
  content: Json;
  attempts: Generated<number>;
  created_at: Generated<string>;
  next_attempt_at: Generated<string>;
}

export interface RecallLots {
  location_id: string;
  recall_id: string;
  lot_id: string;
  found: number;
}

export interface RecallRows {
  location_id: string;
  recall_id: string;
  id: string;
  kind: string;
  record_id: string;
  outcome: Generated<string>;
  reason: string | null;
  units: number | null;
  amount: number | null;
  acted_at: string | null;
}

export interface Recalls {
  id: string;
  number: Generated<number>;
  title: string;
  reason: string;
  selection: Json;
  status: Generated<string>;
  lot_count: number;
  plan: JsonOrNull;
  job_id: string | null;
  created_by: string | null;
  created_by_name: string;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
  salt: Buffer;
  used_at: string | null;
}

export interface RefundMovements {
  location_id: string | null;
  order_id: string | null;
  moved_at: string | null;
  sign: number | null;
  amount: number | null;
  lines: JsonOrNull;
  delivery_fee: number | null;
}

export interface RefundReversals {
  location_id: string;
  order_id: string;
  refund_id: string;
  id: string;
  repays: string | null;
  amount: number;
  lines: Json;
  delivery_fee: number;
  created_at: Generated<string>;
}

export interface Refunds {
  location_id: string;
  order_id: string;
  id: string;
  status: Generated<string>;
  amount: number;
  lines: JsonWithDefault;
  delivery_fee: Generated<number>;
  reason: string;
  of_sale: Generated<boolean>;
  coins: Generated<number>;
  in_coins: Generated<number>;
  coins_returned: Generated<number>;
  return_id: string | null;
  provider: string | null;
  reference: string | null;
  problem: string | null;
  refusals: Generated<number>;
  next_try_at: string | null;
  refunded_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  before_sale: Generated<boolean>;
  coins_not_taken: Generated<number>;
  to_credit: Generated<number>;
  in_credit: Generated<number>;
  in_gift_cards: Generated<number>;
  gift_cards: JsonWithDefault;
}

export interface RenewalLinks {
  payment_id: string;
  token_hash: Buffer;
  recipient: string;
  sent_at: Generated<string>;
  expires_at: string;
  opened_at: string | null;
  page_id: string | null;
  requested_at: string | null;
  saves_card: Generated<boolean>;
  page_is_former: Generated<boolean>;
  page_ref: string | null;
  page_url: string | null;
  page_ends_at: string | null;
}

export interface ReportSchedules {
  id: string;
  user_id: string;
  report: string;
  name: string;
  request: Json;
  every: string;
  weekday: number | null;
  time_zone: string;
  next_at: string;
  paused_at: string | null;
  stopped_because: string | null;
  last_mail_id: string | null;
  last_sent_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Reservations {
  location_id: string;
  order_id: string;
  line_id: string;
  sub_product_id: string;
  quantity: number;
  created_at: Generated<string>;
}

export interface ReturnLines {
  location_id: string;
  return_id: string;
  id: string;
  order_id: string;
  line_id: string;
  position: number;
  quantity: number;
  reason: string | null;
  note: string | null;
  photos: Generated<string[]>;
  received: number | null;
  condition: string | null;
}

export interface Returns {
  location_id: string;
  id: string;
  number: Generated<number>;
  order_id: string;
  customer_id: string;
  kind: string;
  status: Generated<string>;
  note: string | null;
  override_note: string | null;
  replacement_order_id: string | null;
  driver_id: string | null;
  line_count: number;
  received_at: string | null;
  closed_at: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  no_return: Generated<boolean>;
}

export interface SavedViews {
  id: string;
  user_id: string;
  list: string;
  name: string;
  search: Json;
  is_shared: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ScheduledStatements {
  location_id: string;
  period_end: string;
  statement_id: string | null;
  created_at: Generated<string>;
  notified_at: string | null;
}

export interface SecondFactorGuesses {
  id: GeneratedAlways<number>;
  user_id: string;
  guessed_at: Generated<string>;
}

export interface SecretKeys {
  version: number;
  fingerprint: Buffer;
  created_at: Generated<string>;
}

export interface SellableGoods {
  sub_product_id: string | null;
  product_id: string | null;
  category_id: string | null;
}

export interface ServerSecrets {
  name: string;
  value: Buffer;
}

export interface Sessions {
  id: string;
  user_id: string;
  token_hash: Buffer;
  user_agent: string | null;
  address: string | null;
  created_at: Generated<string>;
  last_seen_at: Generated<string>;
  confirmed_at: Generated<string>;
  expires_at: string;
  is_setup_only: Generated<boolean>;
  view_of: string | null;
}

export interface SetsOfBooks {
  id: string | null;
  name: string | null;
  time_zone: string | null;
}

export interface Settings {
  id: Generated<boolean>;
  values: JsonWithDefault;
  version: Generated<number>;
  updated_at: Generated<string>;
  logo_id: string | null;
}

export interface SignInFailures {
  id: GeneratedAlways<number>;
  email: string;
  address: string;
  failed_at: Generated<string>;
  checked_at: Generated<string>;
}

export interface SignInTickets {
  token_hash: Buffer;
  user_id: string;
  expires_at: string;
}

export interface SimulatedGateway {
  reference: string;
  kind: string;
  payment: string;
  amount: number;
  accepted: boolean;
  problem: string | null;
  final: Generated<boolean>;
  asked: Generated<number>;
  at: Generated<string>;
}

export interface StandingLocationRates {
  location_id: string | null;
  position: number | null;
  category_id: string | null;
  kind: string | null;
  rate: number | null;
  from_day: string | null;
  until_day: string | null;
  actor_name: string | null;
  created_at: string | null;
}

export interface Statements {
  location_id: string;
  id: string;
  number: Generated<number>;
  from_day: string;
  to_day: string;
  cut: string;
  status: string;
  entries: number;
  orders: number;
  goods: number;
  tax: number;
  commission: number;
  discounts: number;
  coins: number;
  refunds: number;
  corrections: number;
  adjustments: number;
  tax_remitted: number;
  carried_in: Generated<number>;
  carried_from: string | null;
  total: number;
  created_by: string | null;
  created_by_name: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  promotions: Generated<number>;
}

export interface StockCountEntries {
  location_id: string;
  count_id: string;
  sub_product_id: string;
  id: string;
  round: number;
  user_id: string | null;
  user_name: string;
  quantity: number;
  expected: number;
  note: string | null;
  at: Generated<string>;
}

export interface StockCountItems {
  location_id: string;
  count_id: string;
  sub_product_id: string;
  round: Generated<number>;
  chosen_entry_id: string | null;
  unit_cost: Generated<number>;
  posted: number | null;
}

export interface StockCountState {
  location_id: string | null;
  count_id: string | null;
  sub_product_id: string | null;
  round: number | null;
  unit_cost: number | null;
  posted: number | null;
  entries: JsonOrNull;
  people: number | null;
  entry_id: string | null;
  quantity: number | null;
  expected: number | null;
  difference: number | null;
  state: string | null;
}

export interface StockCounts {
  location_id: string;
  id: string;
  number: Generated<number>;
  name: string | null;
  category_ids: Generated<string[]>;
  shelves: Generated<string[]>;
  blind: Generated<boolean>;
  status: Generated<string>;
  created_by: string | null;
  created_by_name: string;
  reviewed_at: string | null;
  closed_by_name: string | null;
  closed_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface StockLevels {
  location_id: string;
  sub_product_id: string;
  on_hand: Generated<number>;
  reserved: Generated<number>;
  expired: Generated<number>;
  next_expiry: string | null;
  out_since: string | null;
  low_since: string | null;
  updated_at: Generated<string>;
}

export interface StockMovements {
  location_id: string;
  sub_product_id: string;
  id: string;
  kind: string;
  on_hand: Generated<number>;
  reserved: Generated<number>;
  lot_id: string | null;
  cause_kind: string;
  cause_id: string;
  order_id: string | null;
  user_id: string | null;
  note: string | null;
  created_at: Generated<string>;
  happened_at: string | null;
  actor_name: string | null;
}

export interface StockTotalMarks {
  sub_product_id: string;
}

export interface StockTotals {
  sub_product_id: string;
  stock: number;
  worth: number;
  available: number;
  expires_at: string | null;
}

export interface SubProducts {
  id: string;
  product_id: string;
  name: string;
  sku: string;
  barcode: string | null;
  option_values: JsonWithDefault;
  unit: Generated<string>;
  unit_size: number | null;
  sold_by_weight: Generated<boolean>;
  price: number;
  sale_price: number | null;
  cost_price: number | null;
  min_per_order: number | null;
  max_per_order: number | null;
  sort_order: Generated<number>;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface SubscriptionPayments {
  subscription_id: string;
  id: string;
  kind: string;
  provider: string | null;
  status: string;
  amount: number;
  charge_id: string | null;
  reference: string | null;
  problem: string | null;
  attempts: Generated<number>;
  next_try_at: string | null;
  created_at: Generated<string>;
  settled_at: string | null;
  payment_ref: string | null;
  charge_ref: string | null;
  fee: number | null;
  wants_link: Generated<boolean>;
}

export interface SubscriptionPlans {
  id: string;
  description: string | null;
  status: Generated<boolean>;
  edition: Generated<number>;
  name: string;
  created_by: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Subscriptions {
  id: string;
  customer_id: string;
  plan_id: string;
  edition: number;
  starts_at: string;
  ends_at: string;
  first_starts_at: string;
  months: number;
  auto_renew: Generated<boolean>;
  payment_type: string;
  card_token: string | null;
  price: number;
  price_paid: Generated<number>;
  refunded: Generated<number>;
  cancelled_at: string | null;
  reason: string | null;
  invoice_number: Generated<number>;
  previous_id: string | null;
  kind: Generated<string>;
  renewal_mailed_at: string | null;
  created_by: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  previous_auto_renew: boolean | null;
  card_provider: string | null;
  card: JsonOrNull;
  expiry_mailed: string | null;
}

export interface SyncLosses {
  id: string;
  connection_id: string;
  name: string;
  record_id: string;
  location_id: string | null;
  field: string;
  sent: JsonOrNull;
  kept: JsonOrNull;
  at: Generated<string>;
}

export interface SyncMovements {
  source_id: string;
  movement_id: string;
  location_id: string;
  sub_product_id: string;
  change: number;
  short: Generated<number>;
  at: Generated<string>;
}

export interface SyncRefusals {
  id: string;
  connection_id: string;
  name: string;
  row_key: string;
  row: Json;
  code: string;
  message: string;
  fields: JsonWithDefault;
  at: Generated<string>;
}

export interface SyncedCounts {
  location_id: string;
  sub_product_id: string;
  counted_at: string;
}

export interface SyncedFields {
  record_id: string;
  location_id: string | null;
  field: string;
  changed_at: string;
  written_at: Generated<string>;
}

export interface Taxes {
  id: string;
  name: string;
  rate: number;
  description: string | null;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface TextNormalizations {
  target: string;
  rules: number;
  last_key: string[] | null;
  changed: Generated<number>;
  skipped: Generated<number>;
  finished_at: string | null;
}

export interface TicketAttachments {
  ticket_id: string;
  message_id: string;
  position: number;
  file_id: string;
}

export interface TicketEvents {
  ticket_id: string;
  id: string;
  kind: string;
  from_text: string | null;
  to_text: string | null;
  by_id: string | null;
  by_name: string;
  created_at: Generated<string>;
}

export interface TicketMessages {
  ticket_id: string;
  id: string;
  side: string;
  author_id: string | null;
  author_name: string;
  author_email: string | null;
  text: string;
  quoted: string | null;
  internal: Generated<boolean>;
  mail_message_id: string | null;
  mail_id: string | null;
  mail_to: string | null;
  created_at: Generated<string>;
}

export interface TicketWords {
  ticket_id: string;
  words: string;
}

export interface Tickets {
  id: string;
  number: Generated<number>;
  subject: string;
  customer_id: string | null;
  location_id: string | null;
  order_id: string | null;
  order_location_id: string | null;
  requester: string;
  sender_name: string | null;
  sender_email: string | null;
  category: string;
  priority: Generated<string>;
  status: Generated<string>;
  assignee_id: string | null;
  assignee_name: string | null;
  tags: Generated<string[]>;
  source: string;
  excerpt: Generated<string>;
  last_from: Generated<string>;
  last_message_at: Generated<string>;
  message_count: Generated<number>;
  first_response_at: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  clock_from: Generated<string>;
  first_response_due_at: string;
  resolution_due_at: string;
  waiting_since: string | null;
  due_at: string | null;
  overdue_noted: Generated<boolean>;
  merged_into: string | null;
  previous_id: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface TransferEvents {
  transfer_id: string;
  id: string;
  from_status: string | null;
  to_status: string;
  user_id: string | null;
  user_name: string;
  note: string | null;
  at: Generated<string>;
}

export interface TransferLines {
  transfer_id: string;
  id: string;
  position: number;
  sub_product_id: string;
  lot_id: string | null;
  quantity: number;
  received: number | null;
  damaged: number | null;
}

export interface TransferLots {
  transfer_id: string;
  line_id: string;
  lot_id: string;
  position: number;
  quantity: number;
  number: number;
  vendor_id: string | null;
  lot_number: string | null;
  cost_price: number | null;
  manufactured_on: string | null;
  expires_on: string | null;
  arrived_lot_id: string | null;
}

export interface Transfers {
  id: string;
  number: Generated<number>;
  from_location_id: string;
  to_location_id: string;
  status: Generated<string>;
  note: string | null;
  line_count: number;
  has_differences: Generated<boolean>;
  sent_at: string | null;
  closed_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface TransfersInBank {
  location_id: string;
  payout_id: string;
  paid_at: Generated<string>;
}

export interface TripLinks {
  location_id: string;
  trip_id: string;
  token_hash: Buffer;
  created_by: string | null;
  created_at: Generated<string>;
  expires_at: string;
  revoked_at: string | null;
}

export interface Trips {
  location_id: string;
  id: string;
  number: Generated<number>;
  driver_id: string;
  created_by: string | null;
  created_at: Generated<string>;
  ended_at: string | null;
}

export interface UserLocations {
  user_id: string;
  location_id: string;
}

export interface Users {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  user_type: string;
  roles: string[] | null;
  password_hash: string | null;
  status: Generated<boolean>;
  last_login_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  guesses_mailed_at: string | null;
}

export interface VendorClaimEntries {
  location_id: string;
  journal_id: string;
  position: number;
  claim_id: string;
}

export interface VendorClaimLines {
  claim_id: string;
  position: number;
  location_id: string;
  journal_id: string;
  order_id: string;
  line_id: string | null;
  promotion_id: string;
  units: number;
  amount: number;
}

export interface VendorClaims {
  id: string;
  number: Generated<number>;
  vendor_id: string;
  from_day: string;
  to_day: string;
  cut: string;
  entries: number;
  amount: number;
  created_by: string | null;
  created_by_name: string;
  method: string | null;
  reference: string | null;
  paid_on: string | null;
  settled_at: string | null;
  settled_by: string | null;
  settled_by_name: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Vendors {
  id: string;
  name: string;
  contact: string | null;
  email: string | null;
  phone: string | null;
  address: JsonOrNull;
  tax_number: string | null;
  payment_terms: string | null;
  status: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface WebhookDeliveries {
  position: GeneratedAlways<number>;
  id: string;
  endpoint_id: string;
  event_id: string;
  event: string;
  record_id: string | null;
  payload: string;
  status: Generated<string>;
  next_at: Generated<string>;
  attempt_count: Generated<number>;
  attempts: JsonWithDefault;
  replay_of: string | null;
  delivered_at: string | null;
  created_at: Generated<string>;
}

export interface WebhookEndpoints {
  id: string;
  name: string;
  url: string;
  events: string[];
  status: Generated<boolean>;
  secret: string;
  old_secret: string | null;
  old_secret_until: string | null;
  failing_since: string | null;
  last_delivered_at: string | null;
  next_at: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  expires_at: Generated<string>;
  maker_left_at: string | null;
  maker_name: string | null;
  reminded_days: number | null;
  active_from: Generated<string>;
  active_from_cluster: Generated<number>;
  location_ids: string[] | null;
  body: Generated<string>;
  connection_id: Generated<string>;
}

export interface WritePositions {
  reader: string;
  position: string;
  at: string;
}

export interface DB {
  access_rules: AccessRules;
  account_sums: AccountSums;
  account_sums_until: AccountSumsUntil;
  adjustments: Adjustments;
  all_figure_days: AllFigureDays;
  all_product_figure_days: AllProductFigureDays;
  all_product_figure_months: AllProductFigureMonths;
  api_key_calls: ApiKeyCalls;
  api_key_errors: ApiKeyErrors;
  api_key_old_secrets: ApiKeyOldSecrets;
  api_keys: ApiKeys;
  assistant_drafts: AssistantDrafts;
  audit_chain: AuditChain;
  audit_entries: AuditEntries;
  audit_salts: AuditSalts;
  authenticator_apps: AuthenticatorApps;
  bank_payouts: BankPayouts;
  brands: Brands;
  bulk_changes: BulkChanges;
  bulk_message_clock: BulkMessageClock;
  bulk_messages: BulkMessages;
  bulk_recipients: BulkRecipients;
  bulk_rows: BulkRows;
  captchas: Captchas;
  catalogue_words: CatalogueWords;
  categories: Categories;
  category_effective_taxes: CategoryEffectiveTaxes;
  category_taxes: CategoryTaxes;
  change_feed: ChangeFeed;
  change_feed_state: ChangeFeedState;
  change_readers: ChangeReaders;
  changes: Changes;
  coin_adjustments: CoinAdjustments;
  coin_entries: CoinEntries;
  coin_lots: CoinLots;
  coin_moves: CoinMoves;
  connected_accounts: ConnectedAccounts;
  connection_precedence: ConnectionPrecedence;
  connections: Connections;
  counter_sale_lines: CounterSaleLines;
  counter_sales: CounterSales;
  credit_balances: CreditBalances;
  credit_entries: CreditEntries;
  credit_notes: CreditNotes;
  current_subscriptions: CurrentSubscriptions;
  customer_addresses: CustomerAddresses;
  customer_duplicates: CustomerDuplicates;
  customer_group_members: CustomerGroupMembers;
  customer_groups: CustomerGroups;
  customer_locations: CustomerLocations;
  customer_merges: CustomerMerges;
  customer_names: CustomerNames;
  customer_names_at: CustomerNamesAt;
  customers: Customers;
  deleted_records: DeletedRecords;
  deliveries: Deliveries;
  dispute_files: DisputeFiles;
  disputes: Disputes;
  drift_checks: DriftChecks;
  driver_cash: DriverCash;
  driver_cash_entries: DriverCashEntries;
  driver_documents: DriverDocuments;
  driver_locations: DriverLocations;
  drivers: Drivers;
  email_changes: EmailChanges;
  expiring_lots: ExpiringLots;
  expiry_changes: ExpiryChanges;
  expiry_days: ExpiryDays;
  external_ids: ExternalIds;
  figure_days: FigureDays;
  figure_marks: FigureMarks;
  figure_months: FigureMonths;
  files: Files;
  gateway_customers: GatewayCustomers;
  gateway_events: GatewayEvents;
  gateway_operations: GatewayOperations;
  gift_card_entries: GiftCardEntries;
  gift_cards: GiftCards;
  hand_ins: HandIns;
  idempotency_keys: IdempotencyKeys;
  ignored_mails: IgnoredMails;
  import_archive_files: ImportArchiveFiles;
  import_memories: ImportMemories;
  import_pictures: ImportPictures;
  import_places: ImportPlaces;
  import_products: ImportProducts;
  import_rows: ImportRows;
  imports: Imports;
  inbound_mails: InboundMails;
  installation: Installation;
  jobs: Jobs;
  journals: Journals;
  ledger_entries: LedgerEntries;
  limit_counts: LimitCounts;
  location_addresses: LocationAddresses;
  location_rates: LocationRates;
  location_sub_products: LocationSubProducts;
  locations: Locations;
  lots: Lots;
  low_default: LowDefault;
  low_levels: LowLevels;
  mails: Mails;
  main_orders: MainOrders;
  markdowns: Markdowns;
  message_drafts: MessageDrafts;
  name_words: NameWords;
  notice_digests: NoticeDigests;
  notice_reads: NoticeReads;
  notice_settings: NoticeSettings;
  notices: Notices;
  open_pickings: OpenPickings;
  order_candidates: OrderCandidates;
  order_events: OrderEvents;
  order_invoices: OrderInvoices;
  order_lines: OrderLines;
  order_messages: OrderMessages;
  order_words: OrderWords;
  orders: Orders;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  password_tokens: PasswordTokens;
  past_categories: PastCategories;
  past_location_commissions: PastLocationCommissions;
  past_named_taxes: PastNamedTaxes;
  past_product_categories: PastProductCategories;
  past_taxes: PastTaxes;
  pay_links: PayLinks;
  payable_entries: PayableEntries;
  payments: Payments;
  payout_accounts: PayoutAccounts;
  payout_run_results: PayoutRunResults;
  payout_runs: PayoutRuns;
  payout_transfers: PayoutTransfers;
  payouts: Payouts;
  plan_editions: PlanEditions;
  possible_duplicates: PossibleDuplicates;
  preferences: Preferences;
  product_cost_marks: ProductCostMarks;
  product_figure_days: ProductFigureDays;
  product_figure_marks: ProductFigureMarks;
  product_figure_months: ProductFigureMonths;
  product_images: ProductImages;
  product_taxes: ProductTaxes;
  products: Products;
  promotion_code_batches: PromotionCodeBatches;
  promotion_codes: PromotionCodes;
  promotion_editions: PromotionEditions;
  promotion_limits: PromotionLimits;
  promotion_uses: PromotionUses;
  promotions: Promotions;
  provider_balances: ProviderBalances;
  provider_transactions: ProviderTransactions;
  push_devices: PushDevices;
  push_messages: PushMessages;
  recall_lots: RecallLots;
  recall_rows: RecallRows;
  recalls: Recalls;
  recovery_codes: RecoveryCodes;
  refund_movements: RefundMovements;
  refund_reversals: RefundReversals;
  refunds: Refunds;
  renewal_links: RenewalLinks;
  report_schedules: ReportSchedules;
  reservations: Reservations;
  return_lines: ReturnLines;
  returns: Returns;
  saved_views: SavedViews;
  scheduled_statements: ScheduledStatements;
  second_factor_guesses: SecondFactorGuesses;
  secret_keys: SecretKeys;
  sellable_goods: SellableGoods;
  server_secrets: ServerSecrets;
  sessions: Sessions;
  sets_of_books: SetsOfBooks;
  settings: Settings;
  sign_in_failures: SignInFailures;
  sign_in_tickets: SignInTickets;
  simulated_gateway: SimulatedGateway;
  standing_location_rates: StandingLocationRates;
  statements: Statements;
  stock_count_entries: StockCountEntries;
  stock_count_items: StockCountItems;
  stock_count_state: StockCountState;
  stock_counts: StockCounts;
  stock_levels: StockLevels;
  stock_movements: StockMovements;
  stock_total_marks: StockTotalMarks;
  stock_totals: StockTotals;
  sub_products: SubProducts;
  subscription_payments: SubscriptionPayments;
  subscription_plans: SubscriptionPlans;
  subscriptions: Subscriptions;
  sync_losses: SyncLosses;
  sync_movements: SyncMovements;
  sync_refusals: SyncRefusals;
  synced_counts: SyncedCounts;
  synced_fields: SyncedFields;
  taxes: Taxes;
  text_normalizations: TextNormalizations;
  ticket_attachments: TicketAttachments;
  ticket_events: TicketEvents;
  ticket_messages: TicketMessages;
  ticket_words: TicketWords;
  tickets: Tickets;
  transfer_events: TransferEvents;
  transfer_lines: TransferLines;
  transfer_lots: TransferLots;
  transfers: Transfers;
  transfers_in_bank: TransfersInBank;
  trip_links: TripLinks;
  trips: Trips;
  user_locations: UserLocations;
  users: Users;
  vendor_claim_entries: VendorClaimEntries;
  vendor_claim_lines: VendorClaimLines;
  vendor_claims: VendorClaims;
  vendors: Vendors;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  write_positions: WritePositions;
}
