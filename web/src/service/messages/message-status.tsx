import {
  type BulkMessage,
  bulkMessageStateLabels,
  type SendOutcome,
  sendOutcomeLabels,
} from '@aisle/contract/service/messages';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const states: Record<BulkMessage['state'], StatusFamily> = {
  scheduled: 'waiting',
  waiting: 'waiting',
  sending: 'working',
  stopped: 'off',
  failed: 'bad',
  sent: 'good',
};
export const MessageState = ({ state }: Pick<BulkMessage, 'state'>) => (
  <StatusBadge family={states[state]} label={bulkMessageStateLabels[state]} />
);

const outcomes: Record<SendOutcome, StatusFamily> = {
  waiting: 'waiting',
  sending: 'working',
  sent: 'good',
  failed: 'bad',
  leftOut: 'off',
  unknown: 'bad',
};
export const SendOutcomeState = ({ outcome }: { outcome: SendOutcome }) => (
  <StatusBadge family={outcomes[outcome]} label={sendOutcomeLabels[outcome]} />
);

const reasons: Record<string, string> = {
  'no-consent': 'No consent to marketing',
  unsubscribed: 'Unsubscribed in the meantime',
  blocked: 'Blocked',
  'no-email': 'No email address',
  gone: 'No longer a customer of your locations',
};
/** The text of a known reason, or the mail server's message. */
export const reasonText = (reason: string | null): string => (reason ? (reasons[reason] ?? reason) : '');

/** The rows behind a result of a message. */
export interface ResultSearch {
  outcome?: SendOutcome;
  clicked?: true;
  unsubscribed?: true;
  tab?: 'orders';
}

export const isUnderWay = ({ state }: Pick<BulkMessage, 'state'>): boolean =>
  state === 'scheduled' || state === 'waiting' || state === 'sending';
