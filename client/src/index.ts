export { type Aisle, createAisle } from './aisle.ts';
export type { CallOptions, OnceOptions, Options } from './connection.ts';
export {
  AisleError,
  type AisleErrorOf,
  type AnyAisleError,
  type ErrorCode,
  type FieldError,
  isAisleError,
} from './errors.ts';
export type { EventOptions, LiveEvent } from './events.ts';
export type * from './generated/schemas.ts';
export type { List } from './list.ts';
export { readWebhook, WebhookError, type WebhookEvent } from './webhooks.ts';
